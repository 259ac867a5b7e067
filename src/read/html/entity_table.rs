//! The named character references, from the list in `entities.txt`, which is read when the library is compiled.
//!
//! A line of it has a name, with `;` unless it is also known without, and its one or two characters in hexadecimal
//! digits. Names are in byte order. The list comes from the HTML Standard, "Named character references".

/// How many names there are; all of them may end in `;`.
pub const COUNT: usize = 2125;
const NAME_BYTES: usize = 14_004;
const VALUE_BYTES: usize = 6_216;

pub struct Table {
    /// All names, without `;`, one after the other.
    pub names: [u8; NAME_BYTES],
    /// Where each name begins in `names`; the last entry is the end.
    pub name_starts: [u16; COUNT + 1],
    /// The second to fifth byte of each name, as a number: in the order of the names, and compared at once.
    pub keys: [u32; COUNT],
    /// The characters that the names stand for, one after the other.
    values: [u8; VALUE_BYTES],
    /// Where each value begins in [`VALUES`]; the last entry is the end.
    pub value_starts: [u16; COUNT + 1],
    /// Bit `i` is set if name `i` is also known without `;`.
    pub without_semicolon: [u64; COUNT.div_ceil(64)],
    /// The first name that begins with each byte from `A` to one past `z`.
    pub firsts: [u16; (b'z' - b'A') as usize + 2],
}

pub static TABLE: Table = read(include_bytes!("entities.txt"));

pub static VALUES: &str = match std::str::from_utf8(&TABLE.values) {
    Ok(values) => values,
    Err(_) => panic!("UTF-8 is written"),
};

const fn read(list: &[u8]) -> Table {
    let mut table = Table {
        names: [0; NAME_BYTES],
        name_starts: [0; COUNT + 1],
        keys: [0; COUNT],
        values: [0; VALUE_BYTES],
        value_starts: [0; COUNT + 1],
        without_semicolon: [0; COUNT.div_ceil(64)],
        firsts: [0; (b'z' - b'A') as usize + 2],
    };
    let (mut at, mut name_end, mut value_end, mut group) = (0, 0, 0, 0);
    let mut name = 0;
    while name < COUNT {
        while group <= (list[at] - b'A') as usize {
            table.firsts[group] = name as u16;
            group += 1;
        }
        let start = name_end;
        while list[at] != b' ' && list[at] != b';' {
            table.names[name_end] = list[at];
            (at, name_end) = (at + 1, name_end + 1);
        }
        if list[at] == b' ' {
            table.without_semicolon[name / 64] |= 1 << (name % 64);
        } else {
            at += 1;
        }
        while list[at] == b' ' {
            let (character, end) = hexadecimal(list, at + 1);
            value_end = push(&mut table.values, value_end, character);
            at = end;
        }
        table.keys[name] = key(&table.names, start, name_end);
        // The line feed.
        at += 1;
        name += 1;
        table.name_starts[name] = name_end as u16;
        table.value_starts[name] = value_end as u16;
    }
    while group < table.firsts.len() {
        table.firsts[group] = COUNT as u16;
        group += 1;
    }
    assert!(at == list.len() && name_end == NAME_BYTES && value_end == VALUE_BYTES);
    table
}

/// The [key](Table::keys) of the name `names[start..end]`.
#[inline]
pub const fn key(names: &[u8], start: usize, end: usize) -> u32 {
    let (mut key, mut i) = (0, 1);
    while i < 5 {
        key = key << 8 | if start + i < end { names[start + i] as u32 } else { 0 };
        i += 1;
    }
    key
}

/// The character whose number stands at `at`, and where the number ends.
// Runs at compile time only.
#[allow(clippy::panic)]
const fn hexadecimal(list: &[u8], mut at: usize) -> (char, usize) {
    let mut code = 0;
    while let Some(digit) = (list[at] as char).to_digit(16) {
        code = code * 16 + digit;
        at += 1;
    }
    match char::from_u32(code) {
        Some(character) => (character, at),
        None => panic!("no character has this number"),
    }
}

/// Writes a character at `at`; returns where it ends.
const fn push(values: &mut [u8; VALUE_BYTES], at: usize, character: char) -> usize {
    let mut buffer = [0; 4];
    let text = character.encode_utf8(&mut buffer).as_bytes();
    let mut i = 0;
    while i < text.len() {
        values[at + i] = text[i];
        i += 1;
    }
    at + i
}
