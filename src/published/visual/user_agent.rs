//! The user-agent style sheet (HTML Standard, section 15.3), as a table by tag: how elements look by default.

use super::computed_style::{ComputedStyle, Display, scaled, style_flag};
use super::css::colors::Color;
use crate::read::html::Tag;

impl ComputedStyle {
    /// Applies the user-agent style sheet to an element that has inherited its style.
    pub fn apply_user_agent(&mut self, tag: Tag, is_link: bool) {
        let defaults = &DEFAULTS[usize::from(tag.0)];
        self.display = defaults.display;
        if defaults.is_plain {
            return;
        }
        if defaults.font_milli != 1000 {
            self.font_size = scaled(self.font_size, defaults.font_milli.into());
        }
        if defaults.bold {
            self.weight = 700;
        }
        if defaults.italic {
            self.flags |= style_flag::ITALIC;
        }
        if is_link {
            self.color = Color(0x0000_eeff);
        }
        if tag == Tag::MARK {
            self.paint(Color(0xffff_00ff));
        }
        self.margin[0] = (i64::from(defaults.margin_milli) * i64::from(self.font_size) / 1_000_000) as i16;
        self.margin[2] = self.margin[0];
        self.margin[1] = defaults.sides;
        self.margin[3] = defaults.sides.max(defaults.indent);
        self.padding[3] = defaults.list_indent;
        if tag == Tag::BODY {
            self.margin = [8; 4];
        }
    }
}

/// The default style of an element.
#[derive(Clone, Copy)]
struct Defaults {
    display: Display,
    /// Whether only the display is set: a fast path.
    is_plain: bool,
    bold: bool,
    italic: bool,
    /// Font size, in thousandths of the parent's.
    font_milli: u16,
    /// Top and bottom margins, in thousandths of the font size.
    margin_milli: i16,
    /// Left and right margins, in pixels.
    sides: i16,
    /// Left margin, in pixels.
    indent: i16,
    /// Left padding, in pixels.
    list_indent: i16,
}

static DEFAULTS: [Defaults; 256] = {
    const INLINE: Defaults = Defaults {
        display: Display::Inline,
        is_plain: true,
        bold: false,
        italic: false,
        font_milli: 1000,
        margin_milli: 0,
        sides: 0,
        indent: 0,
        list_indent: 0,
    };
    const NOT_PLAIN: Defaults = Defaults { is_plain: false, ..INLINE };
    let mut table = [INLINE; 256];
    macro_rules! set {
        ($($tag:ident)* => $defaults:expr) => {{ $(table[Tag::$tag.0 as usize] = $defaults;)* }};
    }
    const BLOCK: Defaults = Defaults { display: Display::Block, ..INLINE };
    const SPACED: Defaults = Defaults { display: Display::Block, margin_milli: 1000, ..NOT_PLAIN };
    const fn heading(font_milli: u16, margin_milli: i16) -> Defaults {
        Defaults { bold: true, font_milli, margin_milli, ..SPACED }
    }
    set!(HTML ARTICLE ASIDE CENTER DETAILS DIALOG DIV DT FIELDSET FIGCAPTION FOOTER FORM FRAMESET HEADER HGROUP
        HR LEGEND MAIN NAV NOFRAMES OPTGROUP OPTION SEARCH SECTION SUMMARY TBODY TFOOT THEAD CAPTION
        PLAINTEXT => BLOCK);
    set!(BODY => Defaults { display: Display::Block, ..NOT_PLAIN });
    set!(P DL => SPACED);
    set!(PRE LISTING XMP => SPACED);
    set!(UL OL MENU DIR => Defaults { list_indent: 40, ..SPACED });
    set!(BLOCKQUOTE FIGURE => Defaults { sides: 40, ..SPACED });
    set!(DD => Defaults { display: Display::Block, indent: 40, ..NOT_PLAIN });
    set!(LI => Defaults { display: Display::ListItem, ..INLINE });
    set!(ADDRESS => Defaults { display: Display::Block, italic: true, ..NOT_PLAIN });
    set!(H1 => heading(2000, 670));
    set!(H2 => heading(1500, 830));
    set!(H3 => heading(1170, 1000));
    set!(H4 => heading(1000, 1330));
    set!(H5 => heading(830, 1670));
    set!(H6 => heading(670, 2330));
    set!(B STRONG => Defaults { bold: true, ..NOT_PLAIN });
    set!(EM I CITE VAR DFN => Defaults { italic: true, ..NOT_PLAIN });
    set!(SMALL SUB SUP => Defaults { font_milli: 830, ..NOT_PLAIN });
    set!(BIG => Defaults { font_milli: 1200, ..NOT_PLAIN });
    set!(A AREA MARK => NOT_PLAIN);
    set!(TABLE => Defaults { display: Display::Table, ..INLINE });
    set!(TR => Defaults { display: Display::Row, ..INLINE });
    set!(TD => Defaults { display: Display::Cell, ..INLINE });
    set!(TH => Defaults { display: Display::Cell, bold: true, ..NOT_PLAIN });
    set!(BUTTON INPUT KEYGEN METER PROGRESS SELECT TEXTAREA MARQUEE => Defaults {
        display: Display::InlineBlock, ..INLINE
    });
    set!(HEAD SCRIPT STYLE TEMPLATE TITLE META LINK BASE BASEFONT DATALIST PARAM RP NOEMBED AREA
        COL COLGROUP => Defaults { display: Display::None, ..INLINE });
    table
};
