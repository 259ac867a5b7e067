use super::*;
use crate::arrow::array::Field;
use crate::base::random::Random;
use crate::base::simd::rounds;

/// A row of every kind of column.
type Given<'r> = (Option<&'r str>, bool, Vec<Option<i16>>);

columns! {
    GivenColumns((text, is_set, numbers) => Given<'_>) {
        text: Nullable<Text> = *text;
        is_set: Bits = *is_set;
        numbers: List<Nullable<Numbers<i16>>> = numbers.iter().copied();
    }
}

fn bit(bits: &[u8], index: usize) -> bool {
    bits[index / 8] >> (index % 8) & 1 == 1
}

fn is_valid(array: &Array, index: usize) -> bool {
    array.validity.as_ref().is_none_or(|bits| bit(bits, index))
}

/// A text, a truth value and a list of numbers.
type Row = (Option<String>, bool, Vec<Option<i16>>);

fn rows(array: &Array) -> Vec<Option<Row>> {
    let [text, is_set, numbers] = &array.children[..] else { panic!("{array:?}") };
    let row = |index: usize| {
        let Values::LargeUtf8 { offsets, bytes } = &text.values else { panic!("{text:?}") };
        let bytes = &bytes[offsets[index] as usize..offsets[index + 1] as usize];
        let text = is_valid(text, index).then(|| String::from_utf8(bytes.to_vec()).unwrap());
        let Values::Boolean(bits) = &is_set.values else { panic!("{is_set:?}") };
        let (Values::List { offsets }, [items]) = (&numbers.values, &numbers.children[..]) else { panic!() };
        let Values::Int16(values) = &items.values else { panic!("{items:?}") };
        let range = offsets[index] as usize..offsets[index + 1] as usize;
        (text, bit(bits, index), range.map(|item| is_valid(items, item).then_some(values[item])).collect())
    };
    (0..array.len).map(|index| is_valid(array, index).then(|| row(index))).collect()
}

/// Bitmaps end with the last value, and their padding is zero.
fn check_bits(bits: &[u8], len: usize) {
    assert_eq!(bits.len(), len.div_ceil(8));
    assert!((len..bits.len() * 8).all(|index| !bit(bits, index)));
}

fn check(array: &Array) {
    let nulls = (0..array.len).filter(|&index| !is_valid(array, index)).count();
    assert_eq!(array.null_count, nulls);
    assert_eq!(array.validity.is_some(), nulls > 0);
    array.validity.iter().for_each(|bits| check_bits(bits, array.len));
    match &array.values {
        Values::Boolean(bits) => check_bits(bits, array.len),
        Values::List { offsets } => {
            assert_eq!((offsets.len(), offsets[0]), (array.len + 1, 0));
            assert_eq!(offsets[array.len] as usize, array.children[0].len);
        }
        Values::LargeUtf8 { offsets, bytes } => {
            assert_eq!((offsets.len(), offsets[0], offsets[array.len]), (array.len + 1, 0, bytes.len() as i64));
        }
        _ => {}
    }
    array.children.iter().for_each(check);
}

fn finished(mut column: impl Column) -> Array {
    let mut array = Array::default();
    column.finish(&mut array).unwrap();
    array
}

#[test]
fn values_pushed_and_truncated_at_random_are_read_back() {
    let mut random = Random(11);
    for _ in 0..rounds(300) {
        let (mut column, mut expected) = (Nullable::<GivenColumns>::default(), Vec::new());
        for _ in 0..random.below(60) {
            match random.below(12) {
                0 => {
                    let len = random.below(expected.len() + 1);
                    column.truncate(len);
                    expected.truncate(len);
                }
                1 | 2 => {
                    column.push_null().unwrap();
                    expected.push(None);
                }
                _ => {
                    let text = ["", "a", "Zo\u{eb}", "two words"].get(random.below(6usize)).copied();
                    let count = random.below(4);
                    let numbers = (0..count).map(|_| *random.pick(&[None, Some(-7), Some(300)])).collect::<Vec<_>>();
                    let record = (text, random.below(2) == 0, numbers);
                    column.push(Some(&record)).unwrap();
                    expected.push(Some((text.map(str::to_owned), record.1, record.2)));
                }
            }
            assert_eq!(column.len(), expected.len());
        }
        let array = finished(column);
        check(&array);
        assert_eq!(rows(&array), expected);
    }
}

#[test]
#[cfg_attr(miri, ignore = "65,536 values")]
fn a_value_that_was_added_in_part_is_removed() {
    let mut column = GivenColumns::default();
    column.push(&(Some("first"), true, vec![Some(1)])).unwrap();
    let endless = vec![Some(2); MAX_ITEMS];
    assert_eq!(column.push(&(Some("second"), true, endless)), Err(Refused::TooManyItems));
    column.truncate(1);
    column.push(&(None, false, vec![None; MAX_ITEMS - 1])).unwrap();
    let array = finished(column);
    check(&array);
    let found: Vec<_> = rows(&array).into_iter().flatten().map(|(text, _, numbers)| (text, numbers.len())).collect();
    assert_eq!(found, [(Some("first".to_owned()), 1), (None, MAX_ITEMS - 1)]);
}

#[test]
fn the_type_of_a_column_follows_from_what_it_holds() {
    let new = |name, data_type, is_nullable, children| Field { name, data_type, is_nullable, children };
    let item = new(c"item", DataType::Int16, true, Vec::new());
    let fields = vec![
        new(c"text", DataType::LargeUtf8, true, Vec::new()),
        new(c"is_set", DataType::Boolean, false, Vec::new()),
        new(c"numbers", DataType::List, false, vec![item]),
    ];
    let records = new(c"records", DataType::Struct, true, fields);
    assert_eq!(Kept::Whole.field(&layout::<Nullable<GivenColumns>>(c"records")), Ok(records));
}

#[test]
fn empty_columns_have_their_first_offset() {
    let array = finished(Nullable::<GivenColumns>::default());
    check(&array);
    assert_eq!((array.len, rows(&array).len()), (0, 0));
}
