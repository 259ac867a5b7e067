//! Colors in sRGB (CSS Color Module Level 4, the syntax that pages use), in integer arithmetic.

use super::values::{Number, parse_number};
use crate::read::html::scan::same_name;

/// An RGBA color: red, green, blue and alpha, 8 bits each, from the highest byte down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Color(pub u32);

impl Color {
    /// Fully transparent.
    pub const TRANSPARENT: Color = Color(0);
    /// The initial color of text.
    pub const BLACK: Color = Color(0xff);
    /// The color of the canvas.
    pub const WHITE: Color = Color(0xffff_ffff);

    const fn rgb(rgb: u32) -> Color {
        Color(rgb << 8 | 0xff)
    }

    /// Red, green and blue.
    pub const fn channels(self) -> [u8; 3] {
        let [red, green, blue, _] = self.0.to_be_bytes();
        [red, green, blue]
    }

    /// 0 for transparent, 255 for opaque.
    pub const fn opacity(self) -> u8 {
        self.0 as u8
    }

    /// This color composited over an opaque one.
    pub fn over(self, below: Color) -> Color {
        let opacity = u32::from(self.opacity());
        match opacity {
            0 => return below,
            255 => return self,
            _ => {}
        }
        let mut mixed = 0;
        for (top, bottom) in self.channels().into_iter().zip(below.channels()) {
            let channel = (u32::from(top) * opacity + u32::from(bottom) * (255 - opacity) + 127) / 255;
            mixed = (mixed << 8) | channel;
        }
        Color::rgb(mixed)
    }
}

/// Parses a color. `currentcolor` and system colors are not supported.
pub fn parse_color(value: &[u8]) -> Option<Color> {
    if let Some(digits) = value.strip_prefix(b"#") {
        return hexadecimal(digits);
    }
    if let Some(open) = memchr::memchr(b'(', value) {
        return function(&value[..open], value.get(open + 1..value.len().checked_sub(1)?)?);
    }
    if same_name(value, b"transparent") {
        return Some(Color::TRANSPARENT);
    }
    named(value)
}

fn hexadecimal(digits: &[u8]) -> Option<Color> {
    let mut value = 0u32;
    for &digit in digits.iter().take(8) {
        value = value << 4 | char::from(digit).to_digit(16)?;
    }
    let twice = |nibble: u32| (value >> nibble & 15) * 17;
    match digits.len() {
        3 => Some(Color(twice(8) << 24 | twice(4) << 16 | twice(0) << 8 | 255)),
        4 => Some(Color(twice(12) << 24 | twice(8) << 16 | twice(4) << 8 | twice(0))),
        6 => Some(Color::rgb(value)),
        8 => Some(Color(value)),
        _ => None,
    }
}

fn function(name: &[u8], arguments: &[u8]) -> Option<Color> {
    let mut numbers = [Number::default(); 4];
    let mut count = 0;
    let parts =
        arguments.split(|&b| matches!(b, b',' | b'/') || b.is_ascii_whitespace()).filter(|part| !part.is_empty());
    for part in parts {
        *numbers.get_mut(count)? = parse_number(part)?;
        count += 1;
    }
    if count < 3 {
        return None;
    }
    let opacity = if count == 4 { fraction(numbers[3], 1000) } else { 1000 };
    let opacity = (opacity * 255 + 500) / 1000;
    let [first, second, third, _] = numbers;
    let is = |known: &[u8]| same_name(name, known);
    let rgb = match () {
        () if is(b"rgb") || is(b"rgba") => [first, second, third].map(|channel| match channel.is_percent() {
            true => (i64::from(channel.milli).clamp(0, 100_000) * 255 + 50_000) / 100_000,
            false => (i64::from(channel.milli) + 500).div_euclid(1000).clamp(0, 255),
        }),
        () if is(b"hsl") || is(b"hsla") => hsl(first.milli, fraction(second, 100_000), fraction(third, 100_000)),
        () => return None,
    };
    let [red, green, blue] = rgb.map(|channel| channel as u32);
    Some(Color(red << 24 | green << 16 | blue << 8 | opacity as u32))
}

/// A fraction in thousandths, 0 to 1000, from a percentage or from a number of which `whole` thousandths are 1.
fn fraction(number: Number, whole: i64) -> i64 {
    let whole = if number.is_percent() { 100_000 } else { whole };
    (i64::from(number.milli) * 1000 / whole).clamp(0, 1000)
}

/// HSL to RGB, with the hue in thousandths of a degree, saturation and lightness in thousandths.
fn hsl(hue: i32, saturation: i64, lightness: i64) -> [i64; 3] {
    let hue = i64::from(hue).rem_euclid(360_000);
    [0, 8, 4].map(|n| {
        // k = (n + hue / 30) mod 12, in thousandths.
        let k = (n * 1000 + hue / 30) % 12_000;
        let amplitude = saturation * lightness.min(1000 - lightness) / 1000;
        let wave = (k - 3000).min(9000 - k).clamp(-1000, 1000);
        ((lightness * 1000 - amplitude * wave) * 255 + 500_000) / 1_000_000
    })
}

fn named(name: &[u8]) -> Option<Color> {
    let mut lower = [0; 20];
    let lower = lower.get_mut(..name.len())?;
    lower.copy_from_slice(name);
    lower.make_ascii_lowercase();
    let found = NAMES.binary_search_by(|&(known, _)| known.as_bytes().cmp(lower)).ok()?;
    Some(Color::rgb(NAMES[found].1))
}

/// The named colors, sorted.
#[rustfmt::skip]
static NAMES: [(&str, u32); 148] = [
    ("aliceblue", 0xf0f8ff), ("antiquewhite", 0xfaebd7), ("aqua", 0x00ffff), ("aquamarine", 0x7fffd4),
    ("azure", 0xf0ffff), ("beige", 0xf5f5dc), ("bisque", 0xffe4c4), ("black", 0x000000), ("blanchedalmond", 0xffebcd),
    ("blue", 0x0000ff), ("blueviolet", 0x8a2be2), ("brown", 0xa52a2a), ("burlywood", 0xdeb887),
    ("cadetblue", 0x5f9ea0), ("chartreuse", 0x7fff00), ("chocolate", 0xd2691e), ("coral", 0xff7f50),
    ("cornflowerblue", 0x6495ed), ("cornsilk", 0xfff8dc), ("crimson", 0xdc143c), ("cyan", 0x00ffff),
    ("darkblue", 0x00008b), ("darkcyan", 0x008b8b), ("darkgoldenrod", 0xb8860b), ("darkgray", 0xa9a9a9),
    ("darkgreen", 0x006400), ("darkgrey", 0xa9a9a9), ("darkkhaki", 0xbdb76b), ("darkmagenta", 0x8b008b),
    ("darkolivegreen", 0x556b2f), ("darkorange", 0xff8c00), ("darkorchid", 0x9932cc), ("darkred", 0x8b0000),
    ("darksalmon", 0xe9967a), ("darkseagreen", 0x8fbc8f), ("darkslateblue", 0x483d8b), ("darkslategray", 0x2f4f4f),
    ("darkslategrey", 0x2f4f4f), ("darkturquoise", 0x00ced1), ("darkviolet", 0x9400d3), ("deeppink", 0xff1493),
    ("deepskyblue", 0x00bfff), ("dimgray", 0x696969), ("dimgrey", 0x696969), ("dodgerblue", 0x1e90ff),
    ("firebrick", 0xb22222), ("floralwhite", 0xfffaf0), ("forestgreen", 0x228b22), ("fuchsia", 0xff00ff),
    ("gainsboro", 0xdcdcdc), ("ghostwhite", 0xf8f8ff), ("gold", 0xffd700), ("goldenrod", 0xdaa520),
    ("gray", 0x808080), ("green", 0x008000), ("greenyellow", 0xadff2f), ("grey", 0x808080), ("honeydew", 0xf0fff0),
    ("hotpink", 0xff69b4), ("indianred", 0xcd5c5c), ("indigo", 0x4b0082), ("ivory", 0xfffff0), ("khaki", 0xf0e68c),
    ("lavender", 0xe6e6fa), ("lavenderblush", 0xfff0f5), ("lawngreen", 0x7cfc00), ("lemonchiffon", 0xfffacd),
    ("lightblue", 0xadd8e6), ("lightcoral", 0xf08080), ("lightcyan", 0xe0ffff), ("lightgoldenrodyellow", 0xfafad2),
    ("lightgray", 0xd3d3d3), ("lightgreen", 0x90ee90), ("lightgrey", 0xd3d3d3), ("lightpink", 0xffb6c1),
    ("lightsalmon", 0xffa07a), ("lightseagreen", 0x20b2aa), ("lightskyblue", 0x87cefa), ("lightslategray", 0x778899),
    ("lightslategrey", 0x778899), ("lightsteelblue", 0xb0c4de), ("lightyellow", 0xffffe0), ("lime", 0x00ff00),
    ("limegreen", 0x32cd32), ("linen", 0xfaf0e6), ("magenta", 0xff00ff), ("maroon", 0x800000),
    ("mediumaquamarine", 0x66cdaa), ("mediumblue", 0x0000cd), ("mediumorchid", 0xba55d3), ("mediumpurple", 0x9370db),
    ("mediumseagreen", 0x3cb371), ("mediumslateblue", 0x7b68ee), ("mediumspringgreen", 0x00fa9a),
    ("mediumturquoise", 0x48d1cc), ("mediumvioletred", 0xc71585), ("midnightblue", 0x191970), ("mintcream", 0xf5fffa),
    ("mistyrose", 0xffe4e1), ("moccasin", 0xffe4b5), ("navajowhite", 0xffdead), ("navy", 0x000080),
    ("oldlace", 0xfdf5e6), ("olive", 0x808000), ("olivedrab", 0x6b8e23), ("orange", 0xffa500),
    ("orangered", 0xff4500), ("orchid", 0xda70d6), ("palegoldenrod", 0xeee8aa), ("palegreen", 0x98fb98),
    ("paleturquoise", 0xafeeee), ("palevioletred", 0xdb7093), ("papayawhip", 0xffefd5), ("peachpuff", 0xffdab9),
    ("peru", 0xcd853f), ("pink", 0xffc0cb), ("plum", 0xdda0dd), ("powderblue", 0xb0e0e6), ("purple", 0x800080),
    ("rebeccapurple", 0x663399), ("red", 0xff0000), ("rosybrown", 0xbc8f8f), ("royalblue", 0x4169e1),
    ("saddlebrown", 0x8b4513), ("salmon", 0xfa8072), ("sandybrown", 0xf4a460), ("seagreen", 0x2e8b57),
    ("seashell", 0xfff5ee), ("sienna", 0xa0522d), ("silver", 0xc0c0c0), ("skyblue", 0x87ceeb),
    ("slateblue", 0x6a5acd), ("slategray", 0x708090), ("slategrey", 0x708090), ("snow", 0xfffafa),
    ("springgreen", 0x00ff7f), ("steelblue", 0x4682b4), ("tan", 0xd2b48c), ("teal", 0x008080), ("thistle", 0xd8bfd8),
    ("tomato", 0xff6347), ("turquoise", 0x40e0d0), ("violet", 0xee82ee), ("wheat", 0xf5deb3), ("white", 0xffffff),
    ("whitesmoke", 0xf5f5f5), ("yellow", 0xffff00), ("yellowgreen", 0x9acd32),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_syntax() {
        let cases = [
            ("#f00", 0xff00_00ff),
            ("#F008", 0xff00_0088),
            ("#123456", 0x1234_56ff),
            ("#12345678", 0x1234_5678),
            ("rgb(255, 0, 10)", 0xff00_0aff),
            ("RGBA(0,0,0,.5)", 0x0000_0080),
            ("rgb(100% 0% 50% / 25%)", 0xff00_8040),
            ("rgb(300,-5,0)", 0xff00_00ff),
            ("hsl(120,100%,50%)", 0x00ff_00ff),
            ("hsl(0 0% 100%)", 0xffff_ffff),
            ("hsl(240deg,100%,25%)", 0x0000_80ff),
            ("rebeccapurple", 0x6633_99ff),
            ("White", 0xffff_ffff),
            ("transparent", 0),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_color(text.as_bytes()), Some(Color(expected)), "{text}");
        }
        for text in "|#|#12|#12345|#ggg|rgb(1,2)|rgb(1,2,3,4,5)|rgb(|lab(1 2 3)|inherit|nosuchcolor".split('|') {
            assert_eq!(parse_color(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn names_are_sorted() {
        assert!(NAMES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn compositing() {
        assert_eq!(Color(0x0000_0080).over(Color::WHITE), Color(0x7f7f_7fff));
        assert_eq!(Color::TRANSPARENT.over(Color(0x1234_56ff)), Color(0x1234_56ff));
        assert_eq!(Color::BLACK.over(Color::WHITE), Color::BLACK);
    }
}
