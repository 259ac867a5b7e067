//! Addresses that tell what a link asks for: messengers, profiles, services that collect money, pages with a form.

/// Messengers, and shops for applications.
pub(super) const CHANNELS: [&[u8]; 8] = [
    b"whatsapp.com/",
    b"chat.whatsapp.com/",
    b"wa.me/",
    b"t.me/",
    b"telegram.me/",
    b"news.google.com/",
    b"play.google.com/",
    b"apps.apple.com/",
];

/// Services that collect money for authors.
const FUNDS: [&[u8]; 8] = [
    b"buymeacoffee.com/",
    b"ko-fi.com/",
    b"liberapay.com/",
    b"opencollective.com/",
    b"patreon.com/",
    b"paypal.com/donate",
    b"paypal.me/",
    b"steadyhq.com/",
];

/// The beginnings of the names of pages where readers give money or subscribe.
const FORMS: [&[u8]; 6] = [b"donat", b"membership", b"newsletter", b"spende", b"subscri", b"support-us"];

/// Sites where people have profiles.
pub(super) const PROFILES: [&[u8]; 14] = [
    b"bsky.app/",
    b"facebook.com/",
    b"github.com/",
    b"instagram.com/",
    b"linkedin.com/",
    b"mastodon.social/",
    b"t.me/",
    b"threads.net/",
    b"tiktok.com/",
    b"twitter.com/",
    b"vk.com/",
    b"weibo.com/",
    b"x.com/",
    b"youtube.com/",
];

/// Whether a link leads to one of these addresses.
pub(super) fn leads_to(href: &[u8], addresses: &[&[u8]]) -> bool {
    host_and_path(href).is_some_and(|address| addresses.iter().any(|known| address.starts_with(known)))
}

/// Whether a link leads to where readers give money or subscribe.
pub(super) fn leads_to_form(href: &[u8]) -> bool {
    names_form(href) || href.first() == Some(&b'h') && leads_to(href, &FUNDS)
}

/// Whether the last part of the path of an address begins as the name of such a page.
fn names_form(href: &[u8]) -> bool {
    let href = href.strip_suffix(b"/").unwrap_or(href);
    let last = memchr::memrchr(b'/', href).map_or(href, |slash| &href[slash + 1..]);
    matches!(last.first(), Some(b'd' | b'm' | b'n' | b's'))
        && FORMS.iter().any(|name| last.get(..name.len()).is_some_and(|start| start == *name))
}

/// What follows the scheme of an address, and `www.`.
pub(in crate::judge::mask) fn host_and_path(href: &[u8]) -> Option<&[u8]> {
    let address = href.windows(2).take(8).position(|part| part == b"//").map(|at| &href[at + 2..])?;
    Some(address.strip_prefix(b"www.").unwrap_or(address))
}
