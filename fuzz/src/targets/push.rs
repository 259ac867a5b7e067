//! Target `push`: a page pushed event by event, including invalid events.
//!
//! Each call returns the status that the header documents, a rejected event has no effect, and an ended page has
//! consistent tables. If the first byte is 255, the rest is a page, and pushing it must be equivalent to analyzing it.

use super::events;
use super::handle::Handle;
use arbitrary::{Result, Unstructured};
use blockmask::capi::push::*;
use blockmask::capi::status::*;

/// The maximum number of events per input.
const EVENTS: usize = 500;

const NAMES: [&[u8]; 32] = [
    b"p",
    b"div",
    b"span",
    b"a",
    b"b",
    b"table",
    b"tr",
    b"td",
    b"script",
    b"style",
    b"title",
    b"textarea",
    b"svg",
    b"math",
    b"h1",
    b"li",
    b"ul",
    b"select",
    b"option",
    b"template",
    b"body",
    b"head",
    b"html",
    b"br",
    b"img",
    b"noscript",
    b"form",
    b"plaintext",
    b"IFRAME",
    b"x-y",
    b"desc",
    b"frameset",
];

/// Pushes the events that the input encodes.
pub fn run(data: &[u8]) -> bool {
    if let [255, page @ ..] = data {
        return events::compare(page);
    }
    let mut pusher = Pusher { handle: Handle::with_all_parts(), open: false, at: 0 };
    let mut input = Unstructured::new(data);
    for _ in 0..EVENTS {
        if input.is_empty() || pusher.event(&mut input).is_err() {
            break;
        }
    }
    pusher.end();
    true
}

struct Pusher {
    handle: Handle,
    /// Whether a page has begun.
    open: bool,
    /// Where the last event ended.
    at: u32,
}

impl Pusher {
    fn event(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        let kind: u8 = input.arbitrary()?;
        match kind % 16 {
            0 if kind > 128 => self.end(),
            0 => self.begin(),
            1..=5 => self.start_tag(input)?,
            6..=8 => self.end_tag(input)?,
            9..=13 => self.text(input)?,
            14 => self.declaration(input)?,
            _ if !self.open => self.begin(),
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self) {
        // SAFETY: the handle is valid.
        assert_eq!(unsafe { blockmask_begin_page(self.handle.0) }, BLOCKMASK_OK);
        (self.open, self.at) = (true, 0);
    }

    fn end(&mut self) {
        // SAFETY: the handle is valid.
        let status = unsafe { blockmask_end_page(self.handle.0) };
        assert_eq!(status, if self.open { BLOCKMASK_OK } else { BLOCKMASK_BAD_ARGUMENT });
        if self.open {
            assert_eq!(self.handle.page().map(|page| page.source_length), Some(self.at));
            self.handle.check();
        }
        self.open = false;
    }

    /// A source range after the last event, or occasionally any range.
    fn position(&self, input: &mut Unstructured<'_>, length: usize) -> Result<(u32, u32)> {
        let gap: u8 = input.arbitrary()?;
        if gap > 250 {
            return Ok((input.arbitrary()?, input.arbitrary()?));
        }
        let start = self.at.saturating_add(gap.into());
        Ok((start, start.saturating_add(length as u32)))
    }

    /// Checks the status of an event and records where it ended.
    fn expect(&mut self, status: blockmask_status, is_valid: bool, (start, end): (u32, u32)) {
        let is_accepted = is_valid && self.open && self.at <= start && start <= end;
        assert_eq!(status, if is_accepted { BLOCKMASK_OK } else { BLOCKMASK_BAD_ARGUMENT });
        if is_accepted {
            self.at = end;
        }
    }

    fn start_tag(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        let name = name(input)?;
        let count = input.int_in_range(0..=3)?;
        let pairs = (0..count).map(|_| Ok((attribute_name(input)?, bytes(input, 24)?))).collect::<Result<Vec<_>>>()?;
        let attributes: Vec<blockmask_attribute> = pairs.iter().map(|(name, value)| attribute(name, value)).collect();
        let self_closing: u8 = input.arbitrary()?;
        let (start, end) = self.position(input, name.len() + 2)?;
        // SAFETY: the handle is valid, and all strings outlive the call.
        let status = unsafe {
            let (name, length) = (name.as_ptr().cast(), name.len());
            let flag = u32::from(self_closing > 240);
            blockmask_push_start_tag(
                self.handle.0,
                name,
                length,
                attributes.as_ptr(),
                size_of::<blockmask_attribute>(),
                attributes.len(),
                flag,
                start,
                end,
            )
        };
        let is_valid = is_tag_name(name) && pairs.iter().all(|(name, _)| is_attribute_name(name));
        self.expect(status, is_valid, (start, end));
        Ok(())
    }

    fn end_tag(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        let name = name(input)?;
        let (start, end) = self.position(input, name.len() + 3)?;
        // SAFETY: the handle is valid, and the name outlives the call.
        let status = unsafe { blockmask_push_end_tag(self.handle.0, name.as_ptr().cast(), name.len(), start, end) };
        self.expect(status, is_tag_name(name), (start, end));
        Ok(())
    }

    fn text(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        let text = bytes(input, 64)?;
        let (start, end) = self.position(input, text.len())?;
        // SAFETY: the handle is valid, and the text outlives the call.
        let status = unsafe { blockmask_push_text(self.handle.0, text.as_ptr().cast(), text.len(), start, end) };
        self.expect(status, true, (start, end));
        Ok(())
    }

    fn declaration(&mut self, input: &mut Unstructured<'_>) -> Result<()> {
        let inside = bytes(input, 40)?;
        let markup = match input.arbitrary::<u8>()? {
            0..16 => inside.to_vec(),
            16..160 => [b"<!--", inside, b"-->"].concat(),
            _ => [b"<!", inside, b">"].concat(),
        };
        let (start, end) = self.position(input, markup.len())?;
        // SAFETY: the handle is valid, and the markup outlives the call.
        let status =
            unsafe { blockmask_push_declaration(self.handle.0, markup.as_ptr().cast(), markup.len(), start, end) };
        self.expect(status, markup.starts_with(b"<!") && markup.ends_with(b">"), (start, end));
        Ok(())
    }
}

fn attribute(name: &[u8], value: &[u8]) -> blockmask_attribute {
    let (name_length, value_length) = (name.len(), value.len());
    blockmask_attribute { name: name.as_ptr().cast(), name_length, value: value.as_ptr().cast(), value_length }
}

fn name<'i>(input: &mut Unstructured<'i>) -> Result<&'i [u8]> {
    match input.arbitrary::<u8>()? {
        choice @ 0..240 => Ok(NAMES[usize::from(choice) % NAMES.len()]),
        _ => bytes(input, 12),
    }
}

fn attribute_name<'i>(input: &mut Unstructured<'i>) -> Result<&'i [u8]> {
    const NAMES: [&[u8]; 8] = [b"href", b"class", b"style", b"hidden", b"id", b"aria-hidden", b"rel", b"color"];
    match input.arbitrary::<u8>()? {
        choice @ 0..224 => Ok(NAMES[usize::from(choice) % NAMES.len()]),
        _ => bytes(input, 12),
    }
}

fn bytes<'i>(input: &mut Unstructured<'i>, max_length: usize) -> Result<&'i [u8]> {
    let length = input.int_in_range(0..=max_length)?.min(input.len());
    input.bytes(length)
}

/// The rule of the header for tag names.
fn is_tag_name(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_alphabetic) && !name.iter().any(|byte| b"\t\n\x0c\r />".contains(byte))
}

/// The rule of the header for attribute names: `=` is allowed only as the first character.
fn is_attribute_name(name: &[u8]) -> bool {
    let Some((first, rest)) = name.split_first() else { return false };
    !b"\t\n\x0c\r />".contains(first) && !rest.iter().any(|byte| b"\t\n\x0c\r />=".contains(byte))
}
