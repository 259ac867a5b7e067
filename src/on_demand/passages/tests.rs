use super::sentences::sentence_starts;
use crate::base::simd::rounds;
use crate::{Analyzer, BlockType, Document, MaskMethod, Options, Passage, PassageOptions, Role};

fn sentences(text: &str) -> Vec<&str> {
    let mut starts = sentence_starts(text).into_vec();
    starts.insert(0, 0);
    starts.push(text.len());
    starts.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect()
}

/// After the examples of Unicode Standard Annex 29.
#[test]
fn sentence_boundaries() {
    for (text, expected) in [
        ("", vec![""]),
        ("One. Two! Three? Four", vec!["One. ", "Two! ", "Three? ", "Four"]),
        ("He said, “Are you going?” John shook his head.", vec!["He said, “Are you going?” ", "John shook his head."]),
        ("“Are you going?” John asked.", vec!["“Are you going?” ", "John asked."]),
        ("It costs 3.4 or c.d and U.S.A. in etc.) is", vec!["It costs 3.4 or c.d and U.S.A. in etc.) is"]),
        ("etc.)’ ‘(the", vec!["etc.)’ ‘(the"]),
        ("the resp. leaders are", vec!["the resp. leaders are"]),
        ("etc.)’ ‘(The", vec!["etc.)’ ", "‘(The"]),
        ("雨が降った。川は高い。", vec!["雨が降った。", "川は高い。"]),
        ("Wait... what?! No.", vec!["Wait... what?! ", "No."]),
        ("a.\u{301}b", vec!["a.\u{301}b"]),
    ] {
        assert_eq!(sentences(text), expected, "{text}");
    }
}

/// Sentences as another implementation of the annex finds them.
#[test]
fn sentences_against_an_oracle() {
    use unicode_segmentation::UnicodeSegmentation;
    let pieces = [
        "a", "B", "Word", "word", ".", "!", "?", "。", " ", " ", "(", ")", "”", "“", ",", ";", ":", "3", "10", "é",
        "Ж", "雨", "\u{301}", "\u{ad}", "-", "…", "—", "'", "%", "x.y", "U.S.", "\u{661}", "\u{3000}",
    ];
    let mut random = crate::base::random::Random(5);
    for _ in 0..rounds(5_000) {
        let count = 1 + random.below(14usize);
        let text: String = (0..count).map(|_| *random.pick(&pieces)).collect();
        let expected: Vec<&str> = text.split_sentence_bounds().collect();
        assert_eq!(sentences(&text), expected, "{text:?}");
    }
}

/// The passages of a page whose text is all main text, or so much the better.
fn passages(html: &str, max_tokens: u32, overlap_tokens: u32) -> Vec<Passage> {
    let mut analyzer = Analyzer::new(Options { mask: MaskMethod::TagPath, ..Options::default() });
    analyzer.analyze(html.as_bytes()).unwrap().passages(&PassageOptions {
        max_tokens,
        overlap_tokens,
        main_only: false,
    })
}

fn paragraph(words: usize, name: &str) -> String {
    let text: Vec<String> = (0..words).map(|i| format!("{name}{i}{}", if i % 8 == 7 { "!" } else { "" })).collect();
    format!("<p>{}</p>", text.join(" "))
}

#[test]
fn headings_begin_passages() {
    let html = format!(
        "<h1>Town</h1>{}<h2>Rain</h2>{}<h2>Snow</h2><h3>Early</h3>{}",
        paragraph(20, "a"),
        paragraph(20, "b"),
        paragraph(40, "c")
    );
    let found = passages(&html, 48, 0);
    let starts: Vec<&str> = found.iter().map(|passage| passage.text().lines().next().unwrap()).collect();
    assert_eq!(starts, ["Town", "Rain", "Snow"]);
    assert_eq!(found.iter().map(Passage::heading).collect::<Vec<_>>(), [Some(0), Some(2), Some(5)]);
    assert_eq!(found.iter().map(Passage::tokens).collect::<Vec<_>>(), [21, 21, 42]);
    assert_eq!(found.iter().map(Passage::blocks).collect::<Vec<_>>(), [0..2, 2..4, 4..7]);
}

/// What follows a heading is cut rather than to leave the heading alone, but no sentence is.
#[test]
fn headings_are_not_alone() {
    let texts = |words: usize, overlap| {
        let found = passages(&format!("<h1>Town</h1><h2>Rain</h2>{}", paragraph(words, "a")), 24, overlap);
        found.iter().map(|passage| (passage.tokens(), passage.text().starts_with("Town"))).collect::<Vec<_>>()
    };
    assert_eq!(texts(22, 0), [(24, true)]);
    assert_eq!(texts(24, 0), [(18, true), (8, false)]);
    assert_eq!(texts(24, 8), [(18, true), (16, false)]);
    let sentence = |words: usize| (0..words).map(|i| format!("w{i} ")).collect::<String>();
    let found = passages(&format!("<h1>Town</h1><p>{}", sentence(24)), 24, 0);
    assert_eq!(found.iter().map(Passage::tokens).collect::<Vec<_>>(), [1, 24], "one sentence");
}

#[test]
fn sentences_are_not_cut_if_they_fit() {
    for passage in passages(&paragraph(100, "word"), 20, 0) {
        assert!(passage.text().trim_end().ends_with(['!', '9']) && passage.tokens() <= 20, "{passage:?}");
        assert_eq!(passage.tokens() % 8 % 4, 0, "{passage:?}");
    }
    let found = passages(&paragraph(100, "word"), 5, 0);
    assert!(found.iter().all(|passage| passage.tokens() <= 5));
}

#[test]
fn passages_overlap_by_sentences() {
    let overlaps = |max, overlap| {
        let found = passages(&paragraph(64, "word"), max, overlap);
        found.iter().map(|passage| (passage.overlap_tokens(), passage.tokens())).collect::<Vec<_>>()
    };
    assert_eq!(overlaps(24, 8), [(0, 24), (8, 24), (8, 24), (8, 16)]);
    assert_eq!(overlaps(28, 9), [(0, 24), (8, 24), (8, 24), (8, 16)]);
    assert_eq!(overlaps(24, 7), [(0, 24), (0, 16), (0, 16), (0, 8)], "no sentence is as short");
    assert_eq!(overlaps(24, 100), [(0, 24), (8, 16), (8, 16), (8, 16), (8, 16), (8, 16)], "at most a half");
}

/// What fits into a passage is not cut so that it can repeat something.
#[test]
fn overlaps_cut_no_row() {
    let row = |name: &str| format!("<tr><td>{}<td>{}", paragraph(10, name), paragraph(9, name));
    let html = format!("<table><caption>Rain</caption>{}{}{}</table>", row("a"), row("b"), row("c"));
    let found = passages(&html, 20, 8);
    assert_eq!(found.iter().map(Passage::tokens).collect::<Vec<_>>(), [20, 20, 20]);
    assert!(found.iter().skip(1).all(|passage| passage.overlap_tokens() <= 1), "{found:?}");
}

/// Code keeps its lines and is cut between them, and other text keeps its `br`; all of it maps to the page.
#[test]
fn passages_keep_lines() {
    let lines: Vec<String> = (0..9).map(|i| format!("    let name{i} = value{i};\n")).collect();
    let html = format!("<p>Main Street 12<br>Springfield</p><pre>  fn main() {{\n{}}}</pre>", lines.concat());
    let found = passages(&html, 12, 0);
    let texts: Vec<&str> = found.iter().map(Passage::text).collect();
    let first = format!("  fn main() {{\n{}", lines[..3].concat());
    let last = format!("{}}}", lines[7..].concat());
    assert_eq!(texts, ["Main Street 12\nSpringfield", first.trim_end(), lines[3..7].concat().trim_end(), &last]);
    let mut analyzer = Analyzer::new(Options { mask: MaskMethod::TagPath, ..Options::default() });
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    for passage in page.passages(&PassageOptions { max_tokens: 12, overlap_tokens: 4, main_only: false }) {
        for (at, word) in passage.text().split_whitespace().map(|word| (word.as_ptr() as usize, word)) {
            let start = at - passage.text().as_ptr() as usize;
            assert_eq!(&html[passage.joined().source_range(&page, start..start + word.len())], word);
        }
    }
}

#[test]
fn other_tokenizers() {
    let html = paragraph(30, "word");
    let mut analyzer = Analyzer::default();
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let starts: Vec<u32> = (0..page.text().len() as u32).collect();
    let options = PassageOptions { max_tokens: 60, overlap_tokens: 0, main_only: false };
    let found = page.passages_by(&options, &starts);
    assert!(found.len() > 3 && found.iter().all(|passage| passage.text().len() <= 60), "{found:?}");
    let whole: String = found.iter().map(|passage| passage.text()).collect();
    assert_eq!(whole.replace(' ', ""), page.block(0).unwrap().text().replace(' ', ""));
}

/// Where a passage ends inside a block, a sentence of it does, or one that is longer than a passage goes on.
#[track_caller]
fn assert_no_sentence_is_cut(page: &Document<'_>, passage: &Passage, next: &Passage, max_tokens: u32) {
    let block = page.block(next.blocks().start).unwrap();
    let start = next.joined().text_range(0..1).start - block.text_range().start;
    if passage.blocks().end <= block.index() || block.block_type() == BlockType::Code {
        return;
    }
    let starts = sentence_starts(block.text());
    let first = starts.iter().rev().find(|&&at| at <= start).copied().unwrap_or(0);
    let end = starts.iter().find(|&&at| at > start).copied().unwrap_or(block.text().len());
    let tokens = block.text()[first..end].split_whitespace().count();
    assert!(first == start || tokens > max_tokens as usize, "{:?} is cut at {start}", &block.text()[first..end]);
}

/// Every main token is in exactly one passage, in order, and no passage is longer than allowed.
#[test]
fn passages_hold_the_main_text() {
    let mut random = crate::base::random::Random(3);
    for _ in 0..rounds(200) {
        let mut html = String::from("<article>");
        for i in 0..1 + random.below(12usize) {
            let words = 1 + random.below(60usize);
            let text = paragraph(words, &format!("t{i}x"));
            html += &match random.below(6usize) {
                0 => format!("<h{}>{text}</h2>", 1 + random.below(4usize)),
                1 => format!("<ul><li>{text}<li>{text}</ul>"),
                2 => format!("<table><tr><th>{text}<th>x<tr><td>{text}<td>y</table>"),
                3 => format!("<pre>{text}</pre>"),
                _ => text,
            };
        }
        let max_tokens = 1 + random.below(80u32);
        let mut analyzer = Analyzer::default();
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let found = page.passages(&PassageOptions { max_tokens, overlap_tokens: 0, main_only: true });
        let is_word = |word: &&str| *word != "|";
        let words = |text: &str| text.split_whitespace().filter(is_word).map(str::to_owned).collect::<Vec<_>>();
        let all: Vec<String> = found.iter().flat_map(|passage| words(passage.text())).collect();
        assert_eq!(all, words(page.main_text().text()), "{html}");
        let tokens: u32 = page.main_blocks().map(|block| block.tokens()).sum();
        assert_eq!(found.iter().map(Passage::tokens).sum::<u32>(), tokens);
        for (passage, next) in found.iter().zip(&found[1..]) {
            assert_no_sentence_is_cut(&page, passage, next, max_tokens);
        }
        for passage in &found {
            assert!(passage.tokens() <= max_tokens, "{passage:?}");
            assert_eq!(passage.roles().iter().map(|(_, tokens)| tokens).sum::<u32>(), passage.tokens());
            assert!(!passage.blocks().is_empty() && passage.source().end <= html.len());
        }
        let again = page.passages(&PassageOptions { max_tokens, overlap_tokens: 10, main_only: true });
        assert!(again.iter().all(|passage| passage.tokens() <= max_tokens));
    }
}

/// What a passage repeats counts, and so do the tokens of another tokenizer.
#[test]
fn roles_of_passages() {
    let html = b"<h1>The river</h1><p>Rain fell on the city. It fell for three days. The river rose.";
    let mut analyzer = Analyzer::default();
    let page = analyzer.analyze(html).unwrap();
    let options = PassageOptions { max_tokens: 12, overlap_tokens: 6, main_only: false };
    let found = page.passages(&options);
    assert_eq!(found[0].roles(), [(Role::Heading, 2), (Role::Main, 10)]);
    assert_eq!(found[1].text(), "It fell for three days. The river rose.");
    assert_eq!((found[1].overlap_tokens(), found[1].roles()), (5, &[(Role::Main, 8)][..]));
    let roles_by = |starts: &[u32]| page.passages_by(&options, starts)[0].roles().to_vec();
    assert_eq!(roles_by(&[0, 4, 10]), [(Role::Heading, 2), (Role::Main, 1)]);
    assert_eq!(roles_by(&[]), []);
}

/// Title, headings, and for later rows of a table its caption and header.
#[test]
fn contexts_say_what_a_passage_is_about() {
    let rows: String = (0..12).map(|i| format!("<tr><th>City {i}<td>{i}000<td>{i} km")).collect();
    let html = format!(
        "<title>Atlas</title><h1>Cities</h1><h2>In the north</h2><table><caption>Size</caption><tr><th>City<th>People\
         <th>Area{rows}</table>"
    );
    let mut analyzer = Analyzer::new(Options { mask: MaskMethod::TagPath, ..Options::default() });
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let found = page.passages(&PassageOptions { max_tokens: 30, overlap_tokens: 0, main_only: false });
    let contexts: Vec<&str> = found.iter().map(|passage| passage.context().text()).collect();
    assert_eq!(contexts[0], "Atlas");
    assert_eq!(contexts[1..], ["Atlas > Cities > In the north\nSize\nCity | People | Area"; 2]);
    assert!(found[1].text().starts_with("City 4: 4000 | 4 km\nCity 5: 5000 | 5 km"), "{}", found[1].text());
    assert_eq!(found[1].context_tokens(), 1 + 1 + 3 + 1 + 3);
    let header = contexts[1].find("People").unwrap();
    assert_eq!(&html.as_bytes()[found[1].context().source_range(&page, header..header + 6)], b"People");
}

#[test]
fn contexts_are_short_beside_passages() {
    let header: String = (0..5_000).map(|i| format!("<th>column {i}")).collect();
    let rows: String = (0..200).map(|i| format!("<tr><td>row {i} of a wide table")).collect();
    let html = format!("<h1>{}</h1><table><tr>{header}{rows}</table>", "long ".repeat(9_999));
    let mut analyzer = Analyzer::new(Options { mask: MaskMethod::TagPath, ..Options::default() });
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    for max_tokens in [1, 8, 256] {
        let found = page.passages(&PassageOptions { max_tokens, overlap_tokens: 0, main_only: false });
        let longest = found.iter().map(|passage| passage.context().text().len()).max().unwrap();
        assert!(longest <= 4 * max_tokens as usize, "{longest}");
    }
}

/// Terms are joined with their definitions, and stay with them.
#[test]
fn definitions_stay_with_their_terms() {
    let items: String = (0..6).map(|i| format!("<dt>term{i}<dd>What it means, in six words.")).collect();
    let found = passages(&format!("<h2>Terms</h2><dl>{items}</dl>"), 16, 0);
    for passage in &found {
        let lines = passage.text().lines().filter(|line| line.starts_with("term"));
        assert!(
            lines.clone().count() > 0 && lines.clone().all(|line| line.ends_with(": What it means, in six words."))
        );
    }
    assert!(found.len() > 2, "{found:?}");
}

/// Whatever the lengths, no passage ends between a term and its definition or between a question and its answer, if both
/// fit into one.
#[test]
fn what_belongs_together_is_in_one_passage() {
    let mut random = crate::base::random::Random(17);
    for round in 0..rounds(60) {
        let mut html = String::new();
        for item in 0..24 {
            let (asked, answer) = (1 + random.below(6), 2 + random.below(20));
            let (asked, answer) = (random_text(&mut random, asked), random_text(&mut random, answer));
            html += &match (round + item / 6) % 3 {
                0 => format!("<dl><dt>Term {asked}<dd>{answer}.</dl>"),
                1 => format!("<p>Question {asked}?</p><p>{answer}.</p>"),
                _ => format!("<h3>Question {asked}?</h3><p>{answer}.</p>"),
            };
        }
        for passage in passages(&html, 40, 0) {
            let last = passage.text().lines().last().unwrap_or_default();
            let is_alone = last.starts_with("Question") || last.starts_with("Term") && !last.contains(':');
            assert!(!is_alone, "{last:?} ends {:?}", passage.text());
        }
    }
}

/// A line that announces a list is in the passage of its first items.
#[test]
fn lists_keep_their_lead_in() {
    let list: String = (0..6).map(|i| format!("<li>item number {i} of the list")).collect();
    let html = format!("<h2>Tools</h2>{}<p>You need:<ul>{list}</ul>", paragraph(24, "word"));
    let found = passages(&html, 40, 0);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[1].text().starts_with("You need:\nitem number 0"), "{}", found[1].text());
}

/// The contexts of the passages of at most some tokens, without the first one.
pub(super) fn later_contexts(html: &str, max_tokens: u32) -> Vec<String> {
    passages(html, max_tokens, 0).iter().skip(1).map(|passage| passage.context().text().to_owned()).collect()
}

/// A first row is a header without `th`: in a `thead`, in bold, or short without digits above numbers.
#[test]
fn first_rows_that_look_like_headers() {
    let table = |first: &str, row: fn(usize) -> String| {
        let rows: String = (0..12).map(|i| format!("<tr>{}", row(i))).collect();
        later_contexts(&format!("<h1>Data</h1><table>{first}{rows}</table>"), 24)
    };
    let cities = |i: usize| format!("<td>City {i}<td>{i}000 people<td>good");
    let words = |i: usize| format!("<td>City {i}<td>many people<td>good");
    let header = "Data\nCity | People | State";
    for (first, row) in [
        ("<tr><td>City<td>People<td>State", cities as fn(usize) -> String),
        ("<thead><tr><td>City<td>People<td>State<tbody>", words),
        ("<tr><td><b>City</b><td><b>People</b><td><strong>State</strong>", words),
    ] {
        let contexts = table(first, row);
        assert!(!contexts.is_empty() && contexts.iter().all(|context| context == header), "{first}: {contexts:?}");
    }
    for (first, row) in [
        // Nothing tells the first row from the others, it has a number, or all rows are in bold.
        ("<tr><td>City<td>People<td>State", words as fn(usize) -> String),
        ("<tr><td>City<td>900 people<td>State", cities),
        ("<tr><td><b>City</b><td><b>People</b><td><b>State</b>", |i| {
            format!("<td><b>City {i}</b><td><b>a</b><td><b>b</b>")
        }),
    ] {
        let contexts = table(first, row);
        assert!(!contexts.is_empty() && contexts.iter().all(|context| context == "Data"), "{first}: {contexts:?}");
    }
    // Headers of rows are marked, so headers of columns would be.
    let marked = table("<tr><td>City<td>People<td>State", |i| format!("<th>City {i}<td>{i}<td>good"));
    assert!(marked.iter().all(|context| context == "Data"), "{marked:?}");
}

/// What is behind the start of a list, of code or of a definition has what announces it.
#[test]
fn contexts_announce_lists_code_and_definitions() {
    let items: String = (0..12).map(|i| format!("<li>item number {i} of the list")).collect();
    let contexts =
        later_contexts(&format!("<h1>Tools</h1><p>We like tools. You need these tools:<ul>{items}</ul>"), 24);
    assert!(
        contexts.len() > 1 && contexts.iter().all(|context| context == "Tools\nYou need these tools:"),
        "{contexts:?}"
    );
    let lines: String = (0..12).map(|i| format!("let name{i} = value{i};\n")).collect();
    let code =
        format!("<h1>Tools</h1><p>It is short. Bind the names<pre><code class=language-rust>{lines}</code></pre>");
    let contexts = later_contexts(&code, 12);
    assert!(contexts.len() > 1, "{contexts:?}");
    assert!(contexts.iter().all(|context| context == "Tools\nBind the names\nrust"), "{contexts:?}");
    let definition = format!("<h1>Tools</h1><dl><dt>hammer<dd>{}<p>{}</dl>", paragraph(16, "a"), paragraph(16, "b"));
    let contexts = later_contexts(&definition, 20);
    assert!(!contexts.is_empty() && contexts.iter().all(|context| context == "Tools\nhammer"), "{contexts:?}");
}

/// A short question is in the passage of its answer, but a list of questions is a list.
#[test]
fn questions_stay_with_their_answers() {
    let pair = |i: usize| format!("<p>What is number {i} of them?<p>{}", "An answer of some length. ".repeat(2));
    let html: String = format!("<h1>Questions</h1>{}", (0..8).map(pair).collect::<String>());
    for passage in passages(&html, 40, 0) {
        assert!(!passage.text().trim_end().ends_with('?'), "{passage:?}");
    }
}

/// By default passages have what a query may ask for; menus, legal text and comments are in none.
#[test]
fn passages_of_the_main_text_only() {
    let text = paragraph(60, "word");
    let toc = "<nav><a href=#a>First part</a> <a href=#b>Second part</a></nav>";
    let html = format!(
        "<nav><a href=/>Home page</a><a href=/x>Other page</a></nav>{toc}<article><h1>Story</h1>{text}</article>\
         <footer>Copyright 2024 Example</footer>"
    );
    let mut analyzer = Analyzer::default();
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let text_of = |main_only| {
        let options = PassageOptions { max_tokens: 256, overlap_tokens: 0, main_only };
        page.passages(&options).iter().map(|passage| passage.text().to_owned()).collect::<String>()
    };
    assert!(text_of(false).contains("First part") && text_of(false).contains("word59"));
    assert!(!text_of(false).contains("Home") && !text_of(false).contains("Copyright"));
    assert!(!text_of(true).contains("First part") && text_of(true).contains("word59"));
}

/// Two ideographs count as much as a word.
#[test]
fn scripts_without_spaces() {
    let html = format!("<p>{}", "\u{96e8}\u{304c}\u{964d}\u{308b}\u{3002}".repeat(100));
    let found = passages(&html, 100, 0);
    assert_eq!(found.iter().map(Passage::tokens).sum::<u32>(), 200);
    assert!(found.iter().all(|passage| (40..=100).contains(&passage.tokens())), "{found:?}");
}

/// Sentences of words that occur nowhere else.
fn random_text(random: &mut crate::base::random::Random, words: usize) -> String {
    let word = |random: &mut crate::base::random::Random| format!("w{}", random.below(100_000u32));
    let text: Vec<String> =
        (0..words).map(|i| format!("{}{}", word(random), if i % 9 == 8 { "." } else { "" })).collect();
    text.join(" ")
}

/// After an edit of one paragraph nearly all passages keep their ids.
#[test]
fn ids_survive_edits() {
    let mut random = crate::base::random::Random(11);
    let (mut all, mut kept) = (0, 0);
    for round in 0..rounds(60) {
        let headings = round % 2 == 0;
        let mut parts: Vec<String> = Vec::new();
        for part in 0..40usize {
            if headings && part % 5 == 0 {
                parts.push(format!("<h2>Part {part}</h2>"));
            }
            let words = 10 + random.below(60usize);
            parts.push(format!("<p>{}</p>", random_text(&mut random, words)));
        }
        let ids = |parts: &[String]| {
            let mut analyzer = Analyzer::new(Options { mask: MaskMethod::TagPath, ..Options::default() });
            let html = parts.concat();
            let page = analyzer.analyze(html.as_bytes()).unwrap();
            page.passages(&PassageOptions { max_tokens: 100, ..PassageOptions::default() })
                .iter()
                .map(Passage::id)
                .collect::<Vec<u64>>()
        };
        let before = ids(&parts);
        let edited = 1 + random.below(parts.len() - 1);
        if parts[edited].starts_with("<p>") {
            let more = random_text(&mut random, 30);
            parts[edited] = parts[edited].replacen("<p>", &format!("<p>{more} "), 1);
        }
        let after = ids(&parts);
        all += before.len();
        kept += before.iter().filter(|id| after.contains(id)).count();
    }
    let share = kept as f64 / all as f64;
    assert!(share > 0.9, "{kept} of {all}");
}

/// An id depends on the headings above and the text, and on nothing else.
#[test]
fn ids_are_of_headings_and_text() {
    let id = |html: &str| passages(html, 256, 0)[0].id();
    let text = paragraph(20, "word");
    let first = id(&format!("<h1>Town</h1>{text}"));
    assert_eq!(first, id(&format!("<title>Other</title><body><h1>Town</h1><div>{text}</div>")));
    assert_ne!(first, id(&format!("<h1>City</h1>{text}")));
    // A section before changes the numbers of headings.
    let below = |heading: &str| passages(&format!("<h1>{heading}</h1>{text}<p>{text}"), 24, 0)[1].id();
    let town = below("Town");
    assert_eq!(["3.1 Town", "E.20. Town", "Chapter 4. Town"].map(below), [town; 3]);
    assert!(!["Town 4", "2024", "A Town"].map(below).contains(&town));
    // The version of a manual above the nearest heading does not count.
    let of_manual = |version: &str| {
        let html = format!("<h1>Towns {version} Manual</h1>{text}<h2>Bonn</h2>{text}<p>{text}");
        passages(&html, 24, 0)[2].id()
    };
    assert_eq!(of_manual("1.3.0"), of_manual("1.3.6"));
    assert_ne!(first, id(&format!("<h1>Town</h1>{}", paragraph(21, "word"))));
}

/// Functions that fit are whole, also where the passage before has room for a part of one.
#[test]
fn functions_that_fit_are_not_cut() {
    let function = |name: &str, lines: usize| {
        let body: String = (0..lines).map(|i| format!("    {name}{i}();\n\n")).collect();
        format!("fn {name}() {{\n{body}}}\n\n")
    };
    let code: String = [("a", 3), ("b", 12), ("c", 4), ("d", 11), ("e", 2), ("f", 12)]
        .map(|(name, lines)| function(name, lines))
        .concat();
    let found = passages(&format!("<h1>Code</h1><p>Call these<pre>{code}</pre>"), 16, 0);
    for name in ["a", "b", "c", "d", "e", "f"] {
        let parts = found.iter().filter(|passage| passage.text().contains(&format!("{name}0()")));
        let whole: Vec<_> = parts.filter(|passage| passage.text().contains(&format!("fn {name}()"))).collect();
        assert_eq!(whole.len(), 1, "{name}: {found:?}");
    }
    assert!(found.iter().skip(1).all(|passage| passage.context().text() == "Code\nCall these"), "{found:?}");
}

/// All terms of a definition stay with it.
#[test]
fn several_terms_have_one_definition() {
    let items: String = (0..9).map(|i| format!("<dt>one{i}<dt>two{i}<dt>three{i}<dd>What the terms mean.")).collect();
    let found = passages(&format!("<h1>Terms</h1><dl>{items}</dl>"), 16, 0);
    assert!(found.len() > 4);
    for passage in &found {
        assert!(passage.text().ends_with("mean."), "{passage:?}");
    }
}

/// An item of the main list is not cut if it fits, and a part of a longer one is in no passage with another item.
#[test]
fn items_are_not_mixed() {
    let mut random = crate::base::random::Random(23);
    for round in 0..rounds(30) {
        let item = |number: usize, random: &mut crate::base::random::Random| {
            let words = if number % 4 == round % 4 { 50 } else { 6 + random.below(16usize) };
            let text: String =
                (0..words).map(|i| format!("i{number}w{i}{} ", if i % 9 == 8 { "." } else { "" })).collect();
            format!("<div class=post><h3>i{number} heading</h3><p>{text}</p><p>i{number} written by hand</p></div>")
        };
        let items: String = (0..12).map(|number| item(number, &mut random)).collect();
        let html = format!("<h1>All posts</h1><div class=posts>{items}</div>");
        let mut analyzer = Analyzer::new(Options { mask: MaskMethod::TagPath, ..Options::default() });
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let records = page.records();
        assert_eq!(records.len(), 12);
        let found = page.passages(&PassageOptions { max_tokens: 40, ..PassageOptions::default() });
        for passage in &found {
            let inside = records.iter().filter(|record| {
                record.blocks().start < passage.blocks().end && passage.blocks().start < record.blocks().end
            });
            let text = page.text();
            let is_whole = |record: &&crate::Record| {
                let blocks = record.blocks();
                let ends = [blocks.start, blocks.end - 1].map(|index| page.block(index).unwrap().text_range());
                passage.text_range().start <= ends[0].start && ends[1].end <= passage.text_range().end
            };
            let all: Vec<_> = inside.collect();
            assert!(all.len() <= 1 || all.iter().all(is_whole), "{:?}", &text[passage.text_range()]);
        }
        for (record, number) in records.iter().zip(0..) {
            let parts = found.iter().filter(|passage| passage.text().contains(&format!("i{number}w"))).count();
            assert!(parts == 1 || number % 4 == round % 4, "{record:?} {found:?}");
        }
    }
}

/// The context has neither the line that the text begins with nor a title that says the same as a heading.
#[test]
fn contexts_repeat_no_heading() {
    let contexts = |title: &str, body: &str| -> Vec<String> {
        let found = passages(&format!("<title>{title}</title><body>{body}"), 24, 0);
        found.iter().map(|passage| passage.context().text().to_owned()).collect()
    };
    let text = paragraph(20, "a");
    let body = format!("<h1>Bread</h1>{text}<h2>Rye</h2>{text}<p>{text}");
    assert_eq!(contexts("Bread", &body), ["", "Bread", "Bread > Rye"]);
    let with_site = ["Bread - The kitchen", "Bread - The kitchen > Bread", "Bread - The kitchen > Bread > Rye"];
    assert_eq!(contexts("Bread - The kitchen", &body), with_site);
}

/// A table begins a passage with what heads it and ends one, and its passages are short: with at most a quarter of the
/// tokens.
#[test]
fn tables_have_passages_of_their_own() {
    let rows: String = (0..20).map(|i| format!("<tr><td>City {i}<td>{i}000 people<td>{i} km")).collect();
    let table = format!("<p>These are the cities:<table><tr><th>City<th>People<th>Area{rows}</table>");
    let html = format!("<h1>Atlas</h1>{}<h2>Cities</h2>{table}{}", paragraph(40, "a"), paragraph(20, "b"));
    let found = passages(&html, 160, 0);
    let starts: Vec<&str> = found.iter().filter_map(|passage| passage.text().lines().next()).collect();
    assert_eq!((starts[0], starts[1]), ("Atlas", "Cities"));
    assert!(found[1].text().contains("These are the cities:\nCity | People | Area\nCity 0: 0000 people | 0 km"));
    assert!(found[1..found.len() - 1].iter().all(|passage| passage.tokens() <= 40), "{found:?}");
    let header = "Atlas > Cities\nThese are the cities:\nCity | People | Area";
    assert!(found.len() > 4 && found[2..found.len() - 1].iter().all(|passage| passage.context().text() == header));
    assert!(starts.last().is_some_and(|start| start.starts_with("b0")));
    // A short one is a part of the text around it.
    let short = "<table><tr><th>City<th>People<tr><td>Bonn<td>330</table>";
    assert_eq!(passages(&format!("<h1>Atlas</h1><p>Text.</p>{short}<p>More text."), 160, 0).len(), 1);
}

/// A label that is a link is in the passage of its row, though other links between content are in none.
#[test]
fn labels_of_rows_that_are_links() {
    let rows: String = (0..9)
        .map(|i| format!("<tr><td><a href=/c{i}>City {i}</a><td>{i}000 people live there, and more come."))
        .collect();
    let html = format!("<h1>Atlas</h1>{}<table>{rows}</table>{}", paragraph(60, "a"), paragraph(60, "b"));
    let mut analyzer = Analyzer::default();
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let found = page.passages(&PassageOptions::default());
    let all: String = found.iter().map(Passage::text).collect();
    assert!((0..9).all(|i| all.contains(&format!("City {i}"))), "{all}");
}

/// A passage that begins inside a table has the row that heads its rows in its context.
#[test]
fn contexts_have_the_row_that_heads_the_rows() {
    let group = |name: &str| {
        let rows: String = (0..20).map(|i| format!("<tr><td>{name} {i}<td>{i}000 people<td>{i} km")).collect();
        format!("<tr><td colspan=3>The {name}{rows}")
    };
    let html =
        format!("<h1>Atlas</h1><table><tr><th>City<th>People<th>Area{}{}</table>", group("north"), group("south"));
    let contexts = later_contexts(&html, 60);
    let of = |name: &str| format!("Atlas\nCity | People | Area\nThe {name}");
    let known = [of("north"), of("south"), "Atlas\nCity | People | Area".to_owned()];
    assert!(contexts.iter().all(|context| known.contains(context)), "{contexts:?}");
    assert!(contexts.contains(&known[0]) && contexts.contains(&known[1]), "{contexts:?}");
}

/// A cell without text keeps its place among the others, so that values stand below their headers.
#[test]
fn cells_without_text_keep_their_place() {
    let table = "<table><tr><th><th>A<th>B<tr><td>Rain<td>yes<td><tr><td>Wind<td><td>no<tr><td><td><td>late</table>";
    assert_eq!(passages(table, 256, 0)[0].text(), "| A | B\nRain | yes\nWind | | no\n| | late");
    let spans = "<table><tr><th>Land<th>City<th>People<tr><td rowspan=2>Germany<td>Bonn<td>330<tr><td>Ulm<td>126\
        <tr><td>France<td colspan=2>none</table>";
    let text = "Land | City | People\nGermany: Bonn | 330\n| Ulm | 126\nFrance: none";
    assert_eq!(passages(spans, 256, 0)[0].text(), text);
    let rows: String = (0..20).map(|i| format!("<tr><td>City {i}<td>{i}000<td>{i} km")).collect();
    let html = format!("<table><tr><th rowspan=2>City<th colspan=2>Size<tr><th>People<th>Area{rows}</table>");
    let contexts = later_contexts(&html, 40);
    assert!(
        !contexts.is_empty() && contexts.iter().all(|context| context == "City | Size\n| People | Area"),
        "{contexts:?}"
    );
}

/// The text of a table as a passage.
fn table_text(rows: &str) -> String {
    passages(&format!("<table>{rows}</table>"), 256, 0)[0].text().to_owned()
}

/// A first column of labels is joined with its values by colons: below a header, beside numbers, if all labels end in a
/// colon, or if they alone are in bold.
#[test]
fn first_columns_that_look_like_labels() {
    for (rows, text) in [
        ("<tr><th>Name<th>Kind<tr><td>Rye<td>grain<tr><td>Fig<td>fruit", "Name | Kind\nRye: grain\nFig: fruit"),
        ("<tr><td>Bonn Hbf<td>8:00<td>8:30<tr><td>Ulm<td>9:00<td>9:30", "Bonn Hbf: 8:00 | 8:30\nUlm: 9:00 | 9:30"),
        ("<tr><td>Name:<td>Ann<tr><td>\u{57ce}\u{5e02}\u{ff1a}<td>Bonn", "Name: Ann\n\u{57ce}\u{5e02}\u{ff1a} Bonn"),
        ("<tr><td colspan=2>Ann<tr><td><b>Town</b><td>Bonn<tr><td><b>Job</b><td>Baker", "Ann\nTown: Bonn\nJob: Baker"),
        (
            "<tr><th>Name<th>Kind<tr><td>Rye<td>grain<tr><td>Fig<td>fruit<tr><th>Name<th>Use<tr><td>Flax<td>linen",
            "Name | Kind\nRye: grain\nFig: fruit\nName | Use\nFlax: linen",
        ),
    ] {
        assert_eq!(table_text(rows), text);
    }
    for rows in [
        // Nothing tells the columns apart, a label occurs twice, numbers, long texts, rows without a label.
        "<tr><td>Ann Mill<td>Bob Hall<tr><td>Cy Dale<td>Di Ford<tr><td>Ed Wood<td>Flo Lake",
        "<tr><th>Kind<th>Name<tr><td>fruit<td>fig<tr><td>fruit<td>pear<tr><td>nut<td>walnut",
        "<tr><th>#<th>Name<tr><td>1<td>Ann<tr><td>2<td>Bob<tr><td>3<td>Cy",
        "<tr><th>What<th>Who<tr><td>They went to the river when the rain had ended<td>Ann<tr><td>Nobody came<td>Bob",
        "<tr><th>Day<th>Dish<tr><td>Monday<td>soup<tr><td>Tuesday<td>fish<tr><td><td>cake",
    ] {
        assert!(!table_text(rows).contains(": "), "{}", table_text(rows));
    }
    // Other headers of rows are marked.
    let marked = "<tr><th>Rank<th>Name<th>Age<tr><td>first<th>Ann<td>36<tr><td>second<th>Bob<td>41";
    assert_eq!(table_text(marked), "Rank | Name | Age\nfirst | Ann: 36\nsecond | Bob: 41");
}
