//! What controls reveal, and what stays hidden.

use crate::{Analyzer, BlockFlags};

const SHOWN: &str = "<p>The council voted on Tuesday to rebuild the old stone pier, which two storms had damaged.</p>";
const REST: &str = "<p>The cost is put at four million, of which the region pays half, and the rest a fund.</p>";

/// The flags of the text that begins with these words.
fn flags_of(html: &str, start: &str) -> BlockFlags {
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    document.blocks().find(|block| block.text().starts_with(start)).unwrap().flags()
}

#[test]
fn the_body_of_a_box_in_a_text_is_collapsed() {
    for (before, head, body, is_collapsed) in [
        (SHOWN, "sp-head folded", "sp-body", true),
        ("A line<br>", "q-head", "q-body", true),
        (SHOWN, "sp-head", "note", false),
        (SHOWN, "x-head", "sp-body", false),
        ("<form><input></form>", "sp-head", "sp-body", false),
    ] {
        let html = format!(
            "<h1>Pier</h1>{SHOWN}{SHOWN}<div>{before}<div><div class='{head}'>Спойлер</div><div class='{body}' \
             style=display:none>{REST}</div></div></div>"
        );
        assert_eq!(flags_of(&html, "The cost").contains(BlockFlags::COLLAPSED), is_collapsed, "{html}");
    }
}

/// A page that shows a headline and a standfirst above a hidden text.
fn hidden_text(attributes: &str, repeat: usize, shown: &str) -> BlockFlags {
    let text = format!("{REST}{SHOWN}").repeat(repeat);
    let html = format!(
        "<nav><a href=/>Home</a></nav><div class=consent>{}</div><main><h1>Pier</h1><p class=lead>The pier will be rebuilt, the \
         council says, and the ferry has to move.</p>{shown}<div {attributes} style='display: none'>{text}</div></main><footer>{SHOWN}\
         </footer>",
        SHOWN.repeat(4)
    );
    flags_of(&html, "The cost")
}

#[test]
fn a_hidden_text_that_is_named_as_the_one_of_the_article_is_visible() {
    for name in [
        "id=articleBody",
        "class='story-body x'",
        "class=entry-content",
        "itemprop=articleBody",
        "class='article-single__content members'",
        "class='post_text hidden'",
    ] {
        assert!(!hidden_text(name, 5, "").contains(BlockFlags::HIDDEN), "{name}");
    }
    for (name, repeat, shown) in [
        ("class=notes", 5, ""),
        ("class=article", 5, ""),
        ("class='article-body modal'", 5, ""),
        ("class='post-comment-body'", 5, ""),
        ("class=product-article-text", 5, ""),
        // Too short, and beside as much that is shown.
        ("id=articleBody", 2, ""),
        ("id=articleBody", 5, &SHOWN.repeat(4)),
    ] {
        assert!(hidden_text(name, repeat, shown).contains(BlockFlags::HIDDEN), "{name}");
    }
}

#[test]
fn what_controls_reveal_is_collapsed() {
    for part in [
        "<button aria-controls=rest>Weiter</button><hr><div id=rest hidden>{}</div>",
        "<div id=f1 style=display:none>{}</div><p>1<p><a href=# data-target='#f1'>もっと読む</a>",
        "<div id=f1 style=display:none>{}</div>x<i data-bs-target=#f1>Lire la suite</i>",
        "<a href=#rest class=btn>Ещё</a><hr><div id=rest style=display:none>{}</div>",
        "<b onclick=\"toggle('rest', this)\">mer</b><hr><div id=rest hidden>{}</div>",
        "<button>Leer más</button><div hidden>{}</div>",
        "<span class=read-more-toggle>Seguir leyendo</span><div hidden>{}</div>",
        "<div class=moreBtn>더 보기</div><div style=display:none>{}</div>",
        "<p><a href='javascript:void(0)'>więcej</a></p><div hidden>{}</div>",
        "<div hidden>{}</div><p><button onclick=f()>Read more</button>",
        "<input type=checkbox id=m hidden><label for=m>もっと</label><div hidden>{}</div>",
        "<div hidden>{}</div><label><input type=checkbox> ausklappen</label>",
        "<span aria-expanded=false>Koszty</span><div hidden>{}</div>",
        "<i onclick='this.nextElementSibling.hidden=false'>+</i><div hidden>{}</div>",
        "<b onclick='flip(&quot;rest&quot;)'>+</b><hr><div id=rest hidden>{}</div>",
        "<span data-toggle=rest>+</span><hr><div id=rest style=display:none>{}</div>",
        "<hr><div hidden=until-found>{}</div>",
        "<div role=button aria-expanded=false>費用</div><div class=w><div style=display:none>{}</div></div>",
        "<div><b role=button>Kosten</b></div><style>i{color:red}</style><script></script><div hidden>{}</div>",
        "<h3 id=q>Wann?</h3><div aria-labelledby=q hidden>{}</div>",
        "<h3 id=q>Quand ?</h3><div class=item__dropdown role=region aria-labelledby=q hidden>{}</div>",
        "<div><b>Spoiler</b> <input type=button value=+></div><div><div style=display:none>{}</div></div>",
    ] {
        let html = format!("<article>{SHOWN}{}</article>{SHOWN}", part.replace("{}", REST));
        let flags = flags_of(&html, "The cost");
        assert!(flags.contains(BlockFlags::COLLAPSED) && !flags.contains(BlockFlags::HIDDEN), "{part}");
    }
}

#[test]
fn tables_in_tabs_are_collapsed() {
    for data in ["<table><tr><th>Gewicht<td>0,4 kg</table>", "<dl><dt>重さ<dd>0,4 kg</dl>"] {
        let tabs =
            format!("<ul><li><a href=#p>Text</a><li><a href=#d>…</a></ul><div id=d style=display:none>{data}</div>");
        let is_collapsed = |html: &str| flags_of(html, "0,4 kg").contains(BlockFlags::COLLAPSED);
        assert!(is_collapsed(&format!("<main>{SHOWN}{tabs}</main>")), "{data}");
        // Nothing leads to it.
        assert!(!is_collapsed(&format!("<main>{SHOWN}{}</main>", tabs.replace("#d", "/d"))), "{data}");
    }
}

#[test]
fn a_control_reveals_nothing_around_it() {
    let html = format!("{SHOWN}<div popover id=p>{REST}<p><button popovertarget=p>Close</button></div>{SHOWN}");
    assert!(flags_of(&html, "The cost").contains(BlockFlags::HIDDEN));
}

#[test]
fn a_line_is_revealed_beside_prose_of_its_kind() {
    let panel = |id: &str, text: &str| {
        format!("<h3><button aria-controls={id}>?</button></h3><div class=a id={id} hidden>{text}</div>")
    };
    let line = "<p>Im März, nach der Flut.";
    let flags = |first: &str| flags_of(&format!("{SHOWN}{}{}{SHOWN}", panel("a", first), panel("b", line)), "Im");
    assert!(flags(REST).contains(BlockFlags::COLLAPSED));
    assert!(flags("<p>Wer? Die Stadt.").contains(BlockFlags::HIDDEN));
}

#[test]
fn lines_below_headings_are_revealed_by_controls_that_name_them() {
    let panel = |heading: &str, id: &str| {
        format!(
            "<{heading}><button aria-controls={id}>Wann?</button></{heading}><div id={id} hidden>Im März, nach der Flut.</div>"
        )
    };
    let flags = |html: String| flags_of(&html, "Im");
    let collapsed = flags(format!("{SHOWN}{}{}", panel("h3", "a"), panel("h3", "b")));
    assert!(collapsed.contains(BlockFlags::COLLAPSED));
    for hidden in [
        // One alone is not enough, nor a control for another element.
        format!("{SHOWN}{}", panel("h3", "a")),
        format!("{SHOWN}{}{}", panel("h3", "a"), panel("h3", "b")).replace("aria-controls=", "aria-controls=x"),
    ] {
        assert!(flags(hidden.clone()).contains(BlockFlags::HIDDEN), "{hidden}");
    }
}

#[test]
fn other_hidden_text_stays_hidden() {
    for part in [
        "<div id=rest hidden>{}</div>",
        "<button aria-controls=rest>Menu</button><hr><nav id=rest hidden>{}</nav>",
        "<button>Mail</button><div hidden><form>{}</form></div>",
        "<button>Mail</button><div hidden class=modal>{}</div>",
        "<form><input><button>Send</button></form><div hidden>{}</div>",
        "<button>Open</button><dialog>{}</dialog>",
        "<p class=toggle-menu>Menü</p><div class=dropdown hidden>{}</div>",
        "<p class=note>Hinweis</p><div hidden>{}</div>",
        "<a href=/next>Next</a><div hidden>{}</div>",
        "<button>Menu</button><div hidden><p>Home</div>",
    ] {
        let html = format!("<article>{SHOWN}{}</article>{SHOWN}", part.replace("{}", REST));
        let start = if part.contains("{}") { "The cost" } else { "Home" };
        assert!(flags_of(&html, start).contains(BlockFlags::HIDDEN), "{part}");
    }
}

#[test]
fn answers_below_questions_are_collapsed() {
    let read = |question: &str, count| {
        let part = format!("<div class=k>{question}<div class=a style=display:none>{REST}</div></div>");
        flags_of(&format!("{}{}", SHOWN.repeat(2), part.repeat(count)), "The cost")
    };
    assert!(read("<div class=q>Wie viel?</div>", 3).contains(BlockFlags::COLLAPSED));
    assert!(read("<div class=q>Unser Team</div>", 2).contains(BlockFlags::HIDDEN));
    for question in ["<div class=q>Wie viel?</div>", "<div class=q>كم يكلف؟</div>", "<h3>Preise</h3>"] {
        assert!(read(question, 2).contains(BlockFlags::COLLAPSED), "{question}");
        assert!(read(question, 1).contains(BlockFlags::HIDDEN), "{question}");
    }
    assert!(read("<img src=a.png>", 3).contains(BlockFlags::HIDDEN));
    assert!(
        read(
            &"<div>It rained for a day and for a night, and then again.</div>".repeat(5).replace("</div><div>", ""),
            3
        )
        .contains(BlockFlags::HIDDEN)
    );
    let list = format!("{SHOWN}<style>dd{{display:none}}</style><dl>{}</dl>", format!("<dt>Wann?<dd>{REST}").repeat(3));
    assert!(flags_of(&list, "The cost").contains(BlockFlags::COLLAPSED));
}

#[test]
fn what_fades_in_is_visible() {
    for (style, is_hidden) in [
        ("visibility: hidden", false),
        ("opacity:0;transform:translateY(20px);VISIBILITY:hidden", false),
        ("visibility:hidden;position:absolute", true),
        ("display:none", true),
    ] {
        let html = format!("{}<section style='{style}'>{REST}</section>", SHOWN.repeat(3));
        assert_eq!(flags_of(&html, "The cost").contains(BlockFlags::HIDDEN), is_hidden, "{style}");
    }
}

#[test]
fn the_article_that_scripts_show_is_visible() {
    let menu = "<a href=/c>News of the harbor and the quay</a> ".repeat(40);
    let story = REST.repeat(20);
    let fading = REST.replace("<p>", "<p class=wow style='visibility: hidden'>").repeat(6);
    for (part, is_hidden) in [
        (format!("<div id=root style=visibility:hidden><article>{story}</article></div>"), false),
        (format!("<article>{fading}</article>"), false),
        (format!("{SHOWN}<div hidden>{story}</div>"), false),
        (format!("{}<div hidden>{story}</div>", SHOWN.repeat(3)), true),
        (format!("<div hidden class=cookie-modal>{story}</div>"), true),
        (format!("<div hidden>{REST}</div>"), true),
    ] {
        let flags = flags_of(&format!("{menu}{part}"), "The cost");
        assert_eq!(flags.contains(BlockFlags::HIDDEN), is_hidden, "{part}");
    }
}

#[test]
fn many_hidden_elements_take_linear_time() {
    let part = format!("<button aria-controls=x>m</button><div id=x hidden>{REST}</div>");
    flags_of(&part.repeat(5_000), "The cost");
}
