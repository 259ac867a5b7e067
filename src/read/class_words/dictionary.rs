//! The words of `class`, `id` and `role`, and what each says to each of its readers.
//!
//! Each word stands once. The words are English, which template authors all over the world use, but for those that a
//! comment names; some are names of products. Readers differ in how they match:
//!
//! | meaning | reader | matches |
//! |---|---|---|
//! | group | [`groups_in`](super::groups_in): the mask, Content Seeker, comments, records, visual annotation | whole words |
//! | landmark | the rules of the mask | the first eight bytes as the start of a word |
//! | panel | exceptions to hidden text | the start of a word |
//! | holder | the learned part of style density | anywhere |
//! | comment keyword | style density as published (Pappas et al. 2012) | anywhere |
//! | beside | formulas, and what stands beside the text of code and headings | see [`Beside`] |
//! | item | the kinds of groups, also by their headings; comments | whole words |
//!
//! So `advert` and `advertisement` are two words, and some rows hold mere beginnings of words. The group `comment` has
//! also what only begins with that word, such as `commentbody`.

/// Names of the groups, in the order of their bits. Models and the names of their features know them by number.
pub(crate) const GROUPS: [&str; 28] = [
    "nav",
    "header",
    "banner",
    "footer",
    "sidebar",
    "comment",
    "post",
    "article",
    "content",
    "ad",
    "social",
    "related",
    "more",
    "author",
    "date",
    "meta",
    "form",
    "popup",
    "product",
    "list",
    "hidden",
    "media",
    "description",
    "title",
    "docs",
    "user",
    "quote",
    "control",
];

/// What a word says about the place of a part on its page.
#[derive(Clone, Copy)]
pub(crate) enum Landmark {
    /// The frame of a page: menus, footers, page numbers.
    Frame,
    /// Sidebars, advertising, and pointers to other pages.
    Side,
    /// Calls to action: share, subscribe, consent.
    Call,
}

/// What a word says about a part that is hidden.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Panel {
    /// It expands in place: the panel of a disclosure widget.
    Opens,
    /// It is a menu, a dialog or an overlay, which holds no content even if it expands.
    Stays,
    /// It has nothing to do with hiding, though it begins with a word that has. The whole word counts.
    Exception,
}

/// What a word says about what an element contains, as numbers of bits that a model reads.
pub(crate) mod holder {
    pub const COMMENT: u8 = 0;
    pub const REPLY: u8 = 1;
    pub const POST: u8 = 2;
    pub const MESSAGE: u8 = 3;
    pub const FORUM: u8 = 4;
    pub const THREAD: u8 = 5;
    /// Answers and questions.
    pub const ANSWER: u8 = 6;
    pub const REVIEW: u8 = 7;
    pub const USER: u8 = 8;
    pub const PRODUCT: u8 = 9;
    pub const ITEM: u8 = 10;
    pub const ARTICLE: u8 = 11;
    pub const CONTENT: u8 = 12;
    /// The text of a post, in the words of forum software.
    pub const POST_TEXT: u8 = 13;
    pub const RELATED: u8 = 14;
    /// What frames a page.
    pub const FRAME: u8 = 15;
}

/// What a word says about the items of a group, as numbers of bits.
pub(crate) mod item {
    pub const ANSWER: u8 = 0;
    /// Answers, or replies, or what else is chosen.
    pub const ANSWER_OR_REPLY: u8 = 1;
    pub const REVIEW: u8 = 2;
    /// Reviews, or only their points.
    pub const RATING: u8 = 3;
    pub const QUESTION: u8 = 4;
    /// Steps and ingredients.
    pub const STEP: u8 = 5;
    pub const GALLERY: u8 = 6;
    pub const TAG: u8 = 7;
    /// Pointers to other pages.
    pub const TEASER: u8 = 8;
    pub const RESULT: u8 = 9;
    /// What a thread is about: the post that opens it.
    pub const TOPIC: u8 = 10;
    /// What the author of a post puts below all posts.
    pub const SIGNATURE: u8 = 11;
}

/// What a word says about an element that is, or stands beside, a formula, code or a heading.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// It shows a formula. Matches a whole word.
    Formula,
    /// It numbers lines of code. This and the following match anywhere in a name without its punctuation.
    LineNumber,
    /// A link to its own section.
    Permalink,
    /// A link to edit a section, or to its source.
    Edit,
    /// A button to copy code, or a bar of such buttons.
    Copy,
    /// A link back from a footnote.
    Return,
    /// It holds lines of code.
    Code,
}

/// Words that mean the same to all readers.
struct Row {
    /// In lower case, separated by spaces.
    words: &'static str,
    /// By [`Meaning`], a number counted from 1; 0 for none.
    meanings: [u8; MEANINGS],
}

/// The columns of the table.
#[derive(Clone, Copy)]
pub(crate) enum Meaning {
    /// The index in [`GROUPS`].
    Group,
    /// A [`Landmark`].
    Landmark,
    /// A [`Panel`].
    Panel,
    /// A number of [`holder`].
    Holder,
    /// Whether the word mentions comments: 0.
    CommentKeyword,
    /// A [`Beside`].
    Beside,
    /// A number of [`item`].
    Item,
}

const MEANINGS: usize = Meaning::Item as usize + 1;

const fn words(words: &'static str) -> Row {
    Row { words, meanings: [0; MEANINGS] }
}

impl Row {
    const fn with(mut self, meaning: Meaning, number: u8) -> Row {
        self.meanings[meaning as usize] = number + 1;
        self
    }

    const fn group(self, name: &str) -> Row {
        self.with(Meaning::Group, group_number(name))
    }

    const fn landmark(self, landmark: Landmark) -> Row {
        self.with(Meaning::Landmark, landmark as u8)
    }

    const fn panel(self, panel: Panel) -> Row {
        self.with(Meaning::Panel, panel as u8)
    }

    const fn holder(self, number: u8) -> Row {
        self.with(Meaning::Holder, number)
    }

    const fn beside(self, beside: Beside) -> Row {
        self.with(Meaning::Beside, beside as u8)
    }

    const fn item(self, number: u8) -> Row {
        self.with(Meaning::Item, number)
    }

    const fn comment_keyword(self) -> Row {
        self.with(Meaning::CommentKeyword, 0)
    }
}

/// By group; at the end, what is in none.
const ROWS: [Row; 119] = [
    words("navbar navigation menubar menuitem breadcrumb breadcrumbs topnav sitemap").group("nav"),
    words("submenu").group("nav").panel(Panel::Stays),
    words("dropdown").group("nav").landmark(Landmark::Call),
    words("nav menu").group("nav").landmark(Landmark::Frame).panel(Panel::Stays).holder(holder::FRAME),
    words("head masthead top hero").group("header"),
    words("header").group("header").holder(holder::FRAME),
    words("topbar").group("header").landmark(Landmark::Frame),
    words("announcement alert notice notification").group("banner"),
    words("banner").group("banner").landmark(Landmark::Call),
    words("bottom colophon copyright legal contentinfo disclaimer").group("footer"),
    words("footer").group("footer").holder(holder::FRAME),
    words("foot").group("footer").landmark(Landmark::Frame),
    words("widgets complementary column secondary").group("sidebar"),
    words("sidebar").group("sidebar").holder(holder::RELATED),
    words("widget").group("sidebar").landmark(Landmark::Call).holder(holder::RELATED),
    words("side aside rail").group("sidebar").landmark(Landmark::Side),
    // Also German, French, Spanish, Portuguese, Dutch, Polish and Turkish.
    words(
        "comments commentlist respond disqus kommentar kommentare leserkommentare commentaire commentaires comentario \
         comentarios reacties komentarze yorumlar",
    )
    .group("comment"),
    words("answers").group("comment").item(item::ANSWER),
    words("comment").group("comment").holder(holder::COMMENT).comment_keyword(),
    words("reply").group("comment").holder(holder::REPLY).comment_keyword(),
    words("replies").group("comment").holder(holder::REPLY),
    words("answer").group("comment").panel(Panel::Opens).holder(holder::ANSWER).item(item::ANSWER),
    words("posts messages threads conversation postbody").group("post"),
    words("topics").group("post").item(item::TAG),
    words("post").group("post").holder(holder::POST),
    words("message").group("post").holder(holder::MESSAGE),
    words("forum").group("post").holder(holder::FORUM).item(item::TOPIC),
    words("thread").group("post").holder(holder::THREAD),
    words("topic").group("post").holder(holder::THREAD).item(item::TOPIC),
    words("discussion").group("post").holder(holder::POST_TEXT),
    words("blog news press articlebody hentry").group("article"),
    words("article story entry").group("article").holder(holder::ARTICLE),
    words("contents main maincontent copy prose rich richtext wysiwyg markdown").group("content"),
    words("content body text").group("content").holder(holder::CONTENT),
    words("ad adv advertisement sponsored promotion promoted adsense dfp outbrain taboola").group("ad"),
    words("promo").group("ad").landmark(Landmark::Call).holder(holder::RELATED).item(item::TEASER),
    words("ads advert sponsor").group("ad").landmark(Landmark::Side),
    words("shares follow facebook twitter instagram linkedin addtoany sharedaddy").group("social"),
    words("social share sharing").group("social").landmark(Landmark::Call),
    words("recommended recommendations trending").group("related").item(item::TEASER),
    words("similar popular latest recent also").group("related").landmark(Landmark::Side).item(item::TEASER),
    words("related").group("related").landmark(Landmark::Side).holder(holder::RELATED).item(item::TEASER),
    words("read next previous prev pagination paging").group("more"),
    words("pager").group("more").landmark(Landmark::Frame),
    words("more").group("more").landmark(Landmark::Side).item(item::TEASER),
    words("byline bio contributor writer editor").group("author"),
    words("author").group("author").holder(holder::USER),
    words("date time published timestamp updated datetime").group("date"),
    words("tag tags").group("meta").item(item::TAG),
    words("meta info metadata details category categories label labels topicslist").group("meta"),
    words("form signin register must paywall subscribe subscription newsletter input email field").group("form"),
    words("signup").group("form").landmark(Landmark::Call),
    words("login").group("form").landmark(Landmark::Call).panel(Panel::Stays),
    words("search").group("form").landmark(Landmark::Frame).panel(Panel::Stays).item(item::RESULT),
    words("cookies onetrust toast").group("popup"),
    words("lightbox").group("popup").item(item::GALLERY),
    words("dialog").group("popup").panel(Panel::Stays),
    words("consent gdpr").group("popup").landmark(Landmark::Call),
    words("cookie").group("popup").landmark(Landmark::Call).holder(holder::FRAME),
    words("modal popup overlay tooltip").group("popup").landmark(Landmark::Call).panel(Panel::Stays),
    words("products sku prices buy basket checkout wishlist variant woocommerce stock").group("product"),
    words("product cart shop price").group("product").holder(holder::PRODUCT),
    words("list cards tiles feed items row archive").group("list"),
    words("listing listings results").group("list").item(item::RESULT),
    words("result").group("list").holder(holder::ITEM).item(item::RESULT),
    words("grid card tile item").group("list").holder(holder::ITEM),
    words("teaser").group("list").landmark(Landmark::Side).item(item::TEASER),
    words("hidden hide sr only visually screen reader offscreen print noprint invisible mobile").group("hidden"),
    words("skip").group("hidden").landmark(Landmark::Frame),
    words("gallery").group("media").item(item::GALLERY),
    words("image images img figure caption video slider carousel slide swiper slick photo player credit")
        .group("media"),
    words("description desc summary specs spec specifications overview features").group("description"),
    words("reviews").group("description").item(item::REVIEW),
    words("review").group("description").holder(holder::REVIEW).item(item::REVIEW),
    words("rating").group("description").holder(holder::REVIEW).item(item::RATING),
    words("faq").group("description").panel(Panel::Opens).item(item::QUESTION),
    words("title heading headline subtitle subheading h1 h2 h3 name kicker").group("title"),
    words("code highlight").group("docs").beside(Beside::Code),
    words("doc docs documentation readme wiki toc api reference guide section").group("docs"),
    words("signature sig").group("user").item(item::SIGNATURE),
    words("username avatar profile members badge karma votes vote score rank").group("user"),
    words("user").group("user").holder(holder::USER).comment_keyword(),
    words("member").group("user").holder(holder::USER),
    words("quote blockquote pullquote").group("quote"),
    words("testimonial testimonials").group("quote").item(item::REVIEW),
    words("button btn link links tabs panel icon action actions language").group("control"),
    words("tab toggle").group("control").panel(Panel::Opens),
    words("accordion").group("control").panel(Panel::Opens).item(item::QUESTION),
    words("cta").group("control").landmark(Landmark::Call),
    words("toolbar").group("control").landmark(Landmark::Frame).beside(Beside::Copy),
    words("response").holder(holder::REPLY).comment_keyword(),
    // German.
    words("antwort").holder(holder::REPLY).item(item::ANSWER_OR_REPLY),
    words("msg").holder(holder::MESSAGE),
    words("board").holder(holder::FORUM),
    words("question").holder(holder::ANSWER).item(item::QUESTION),
    words("bbcode bbwrapper cooked ugc").holder(holder::POST_TEXT),
    words("recommend").holder(holder::RELATED),
    words("table tablet tableau").panel(Panel::Exception),
    words("collaps expand spoiler disclosure").panel(Panel::Opens),
    words("drop popover filter").panel(Panel::Stays),
    words("newslett subscri").landmark(Landmark::Call),
    words("breadcr copyrig mast pagin").landmark(Landmark::Frame),
    words("ad- recommen trend upsell").landmark(Landmark::Side),
    words("katex math tex latex mjx formula equation wirisformula").beside(Beside::Formula),
    words("lineno linenum lnnum linenr lnum gutter sourceline rownumber crayonnum blobnum linesnum").beside(Beside::LineNumber),
    words("anchor permalink headerlink hashlink selflink paragraphlink").beside(Beside::Permalink),
    words("edit viewcode viewsource srclink").beside(Beside::Edit),
    words("fragment syntax crayon codemirror cmcontent viewlines acelayer linescontent").beside(Beside::Code),
    words("clipboard copybutton copybtn copycode codecopy").beside(Beside::Copy),
    words("backlink backref footnoteback reversefootnote footnotereturn").beside(Beside::Return),
    // From here on also German, Spanish, Italian, Dutch, French, Portuguese and Polish.
    words("antworten suggested accepted").item(item::ANSWER_OR_REPLY),
    words("ratings reviewed bewertung bewertungen rezensionen kundenbewertungen avis opiniones recensioni opinie")
        .item(item::RATING),
    words("faqs questions fragen preguntas domande vragen perguntas qa").item(item::QUESTION),
    words(
        "step steps instruction instructions ingredient ingredients preparation directions method howto zutaten zubereitung \
         schritte ingredientes pasos ingredienti etapes",
    )
    .item(item::STEP),
    words("galleries thumbnails thumbs slideshow photos galerie").item(item::GALLERY),
    words("tagcloud keyword keywords hashtag hashtags schlagworte etiquetas").item(item::TAG),
    words("teasers mehr verwandte siguiente altri meer relacionados").item(item::TEASER),
    words("hit hits serp").item(item::RESULT),
    words("forums bbp bbs viewtopic").item(item::TOPIC),
];

/// The number of a group. A name that does not exist fails to compile in a constant.
pub(super) const fn group_number(name: &str) -> u8 {
    let mut at = 0;
    while !super::is_equal(GROUPS[at].as_bytes(), name.as_bytes()) {
        at += 1;
    }
    at as u8
}

/// How many words have a meaning.
pub(crate) const fn count(meaning: Meaning) -> usize {
    let (mut count, mut row) = (0, 0);
    while row < ROWS.len() {
        if ROWS[row].meanings[meaning as usize] > 0 {
            let (words, mut at) = (ROWS[row].words.as_bytes(), 0);
            while at < words.len() {
                at = end_of_word(words, at) + 1;
                count += 1;
            }
        }
        row += 1;
    }
    count
}

/// All words that have a meaning, with its number. `COUNT` is what [`count`] says.
pub(crate) const fn with_meaning<const COUNT: usize>(meaning: Meaning) -> [(&'static str, u8); COUNT] {
    let mut list = [("", 0); COUNT];
    let (mut found, mut row) = (0, 0);
    while row < ROWS.len() {
        let number = ROWS[row].meanings[meaning as usize];
        let words = ROWS[row].words;
        let mut at = 0;
        while number > 0 && at < words.len() {
            let end = end_of_word(words.as_bytes(), at);
            list[found] = (words.split_at(end).0.split_at(at).1, number - 1);
            found += 1;
            at = end + 1;
        }
        row += 1;
    }
    list
}

const fn end_of_word(words: &[u8], start: usize) -> usize {
    let mut end = start;
    while end < words.len() && words[end] != b' ' {
        end += 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_word_stands_once() {
        let words: Vec<_> = ROWS.iter().flat_map(|row| row.words.split(' ')).collect();
        assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), words.len());
        assert!(words.iter().all(|word| word.len() > 1 && word.is_ascii() && *word == word.to_ascii_lowercase()));
        assert!(ROWS.iter().all(|row| row.meanings != [0; MEANINGS]));
        let meanings: BTreeSet<_> = ROWS.iter().map(|row| row.meanings).collect();
        assert_eq!(meanings.len(), ROWS.len(), "rows with the same meanings are one");
    }

    #[test]
    fn words_by_meaning() {
        const KEYWORDS: [(&str, u8); count(Meaning::CommentKeyword)] = with_meaning(Meaning::CommentKeyword);
        assert_eq!(KEYWORDS.map(|(word, _)| word), ["comment", "reply", "user", "response"]);
        const LANDMARKS: [(&str, u8); count(Meaning::Landmark)] = with_meaning(Meaning::Landmark);
        assert!(LANDMARKS.contains(&("menu", Landmark::Frame as u8)));
        assert_eq!(
            count(Meaning::Group),
            ROWS.iter().filter(|row| row.meanings[0] > 0).flat_map(|r| r.words.split(' ')).count()
        );
    }
}
