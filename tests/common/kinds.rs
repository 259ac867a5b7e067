//! Pages that together exercise every table and stack of the library.

use super::realistic;

/// One page for each kind of markup or encoding that needs its own table or stack, by name.
pub fn all() -> Vec<(&'static str, Vec<u8>)> {
    let text = "Rain fell on the city for the third day, and the river rose. ";
    let utf_16 = |html: &str| [0xff, 0xfe].into_iter().chain(html.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let attributes: String = (0..60).map(|i| format!(" data-a{i}=\"{i}\"")).collect();
    let gbk = b"<meta charset=gbk><p>\xd6\xd0\xce\xc4\xcd\xf8\xd2\xb3 \xb5\xc4\xc4\xda\xc8\xdd</p>".repeat(40);
    vec![
        ("realistic", realistic::page(60_000, 1)),
        ("realistic, small", realistic::page(4_000, 2)),
        ("empty", Vec::new()),
        ("deep", ["<div><span>".repeat(300), text.repeat(5), "</span></div>".repeat(300)].concat().into_bytes()),
        ("deeper than the cap", ["<div>".repeat(3000), text.into()].concat().into_bytes()),
        ("many attributes", format!("<p{attributes}>{text}</p>").repeat(20).into_bytes()),
        ("tables", format!("<table><tr><td>{text}<table><tr><td>{text}</table></table>").repeat(50).into_bytes()),
        ("fostered text", format!("<table>{text}<tr>{text}<td>{text}<b>").repeat(50).into_bytes()),
        (
            "foreign",
            format!("<svg><desc><p>{text}</p></desc><![CDATA[x]]></svg><math><mi>x</mi></math>").repeat(50).into(),
        ),
        (
            "misnested",
            format!("<p><b><i><u>{text}</b></p>{text}<a href=x><div>{text}</a></div></i></u>").repeat(50).into(),
        ),
        ("entities", "<p>caf&eacute; &amp; &#x4e2d;&#0;&notit; &NotEqualTilde; &bogus;".repeat(200).into_bytes()),
        ("GBK", gbk),
        ("windows-1252", b"<p>caf\xe9 na\xefve \x93quoted\x94</p>".repeat(100)),
        ("UTF-16", utf_16(&format!("<p>{text} \u{4e2d}\u{6587}</p>").repeat(50))),
        ("Shift_JIS", b"<meta charset=shift_jis><p>\x93\xfa\x96\x7b\x8c\xea</p>".repeat(60)),
        (
            "forms",
            format!("<form><input type=hidden><table><input type=hidden><tr><td>{text}</table></form>")
                .repeat(50)
                .into(),
        ),
        ("templates", format!("<template><tr><td>{text}<template><p>{text}</template></template>").repeat(50).into()),
        ("formatting", (0..40).map(|i| format!("<font color={i}><p>{text}")).collect::<String>().into_bytes()),
        ("swallowed text", format!("<title>{text}<p>{text}").repeat(30).into_bytes()),
        ("frameset", b"<frameset><frame><noframes>No frames</noframes></frameset>".to_vec()),
        ("binary", (0..20_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect()),
        ("many symbols", (0..2000).map(|i| format!("<p class=c{i}>{text}")).collect::<String>().into_bytes()),
    ]
}
