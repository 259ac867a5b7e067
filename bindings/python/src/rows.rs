//! The parts of a page: plain classes with read-only attributes, which can be compared, printed and pickled.

use crate::values::{FlagSet, Named, Text, slice};
use blockmask::{BlockFlags, BlockType, Direction, Field, HiddenReasons, LayoutAreaRole, Role, VisualClass};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{IntoPyObjectExt, intern};
use std::collections::BTreeMap;

/// Declares a class of rows: its attributes are its fields, and `source` and `text_range` as slices. `shows` names
/// the attributes of its `repr`.
macro_rules! row {
    ($(#[$doc:meta])* $class:ident shows $shown:tt $fields:tt) => {
        row! { @define $(#[$doc])* $class $shown $fields {
            /// Where it is in the page as it was passed in.
            #[getter]
            fn source<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                slice(py, self.source_start..self.source_end)
            }

            /// Where it is in `Page.text`.
            #[getter]
            fn text_range<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                slice(py, self.text_start..self.text_end)
            }
        } }
    };
    ($(#[$doc:meta])* $class:ident, without a text range, shows $shown:tt $fields:tt) => {
        row! { @define $(#[$doc])* $class $shown $fields {
            /// Where it is in the page as it was passed in.
            #[getter]
            fn source<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                slice(py, self.source_start..self.source_end)
            }
        } }
    };
    (
        @define $(#[$doc:meta])* $class:ident [$($shown:ident)*] {
            $($(#[$field_doc:meta])* $field:ident: $type:ty,)*
        }
        { $($slices:tt)* }
    ) => {
        $(#[$doc])*
        #[pyclass(frozen, get_all, eq, from_py_object, module = "blockmask")]
        #[derive(Clone, Debug, PartialEq)]
        pub struct $class {
            $($(#[$field_doc])* pub $field: $type,)*
        }

        #[pymethods]
        impl $class {
            $($slices)*

            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                let values = [$(format!("{}={}", stringify!($shown), slf.getattr(stringify!($shown))?.repr()?)),*];
                Ok(format!("{}({})", stringify!($class), values.join(", ")))
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
                let (py, this) = (slf.py(), slf.get());
                let fields = [$(this.$field.clone().into_bound_py_any(py)?),*];
                let restore = py.import("blockmask._native")?.getattr("_restore")?;
                Ok((restore, (stringify!($class), PyTuple::new(py, fields)?)))
            }
        }

        impl $class {
            /// A row of the values of its fields, in order.
            fn from_fields(fields: &Bound<'_, PyTuple>) -> PyResult<$class> {
                let mut fields = fields.iter();
                let mut next = || fields.next().ok_or_else(|| PyValueError::new_err("too few fields"));
                Ok($class { $($field: next()?.extract()?,)* })
            }

            /// The fields by name.
            pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                let dict = PyDict::new(py);
                $(dict.set_item(intern!(py, stringify!($field)), &self.$field)?;)*
                Ok(dict)
            }
        }
    };
}

/// What restores a row: a function, and its arguments, the name of the class and the values of the fields.
type Reduced<'py> = (Bound<'py, PyAny>, (&'static str, Bound<'py, PyTuple>));

row! {
    /// A block: text that is interrupted only by phrasing elements, such as `b` and `span`.
    ///
    /// >>> import blockmask
    /// >>> block = blockmask.analyze("<h2>Rain</h2>").blocks[0]
    /// >>> block
    /// Block(source=slice(4, 8, None), field='heading', weight=16, is_template=False, text='Rain')
    Block shows [source field weight is_template text] {
        /// Its index among the blocks of the page.
        index: usize,
        /// The offset of its start in the page as it was passed in.
        source_start: usize,
        /// The offset of its end in the page as it was passed in.
        source_end: usize,
        /// Its text, with whitespace collapsed and character references decoded.
        text: Text,
        /// The offset of its start in `Page.text`, in characters.
        text_start: usize,
        /// The offset of its end in `Page.text`, in characters.
        text_end: usize,
        /// How many tokens (words) it has.
        tokens: u32,
        /// How many of its tokens begin inside a link.
        linked_tokens: u32,
        /// Lines when wrapped at `wrap_width` columns.
        lines: u32,
        /// How many characters its text has.
        characters: u32,
        /// Tokens per line.
        text_density: f64,
        /// The share of its tokens that begin inside a link, 0 to 1.
        link_density: f64,
        /// The index of the segment that it begins in; None if it has no tokens or is the title.
        segment: Option<usize>,
        /// The index of the comment to which it belongs, as text, author, date or button.
        comment: Option<usize>,
        /// Whether it is in one of `Page.main_regions`.
        is_in_main_region: bool,
        /// The path of the element that contains it, such as `html/body/div.main/p`: each name followed by its classes.
        tag_path: Text,
        /// A hash of its tag path, equal on every page and machine for equal paths.
        path_hash: u64,
        /// A hash of its text, equal on every page and machine for equal texts.
        text_hash: u64,
        /// The depth in the tree of the element that contains it.
        depth: u16,
        /// 1 to 6 inside `h1` to `h6`, else 0.
        heading_level: u8,
        /// Properties of its text, such as "hidden" or "no-snippet".
        flags: FlagSet<BlockFlags>,
        /// Whether it is template: navigation, advertising and the like, not content.
        is_template: bool,
        /// The probability that it is content, 0 to 1.
        probability: f32,
        /// What it is for a search engine, such as "title", "text" or "in-page-link".
        field: Named<Field>,
        /// Its term weight in a ranking, in quarters: 4 is 1.0; 0 means not to be searched.
        weight: u8,
        /// How many other pages it links to, if at least half of its tokens are linked; else 0.
        link_targets: u16,
        /// Its role on the page, such as "main" or "navigation".
        role: Named<Role>,
        /// How many of its characters are not visible; 0 without the option `visual`.
        hidden_characters: u32,
        /// Why some of it is not visible; empty without the option `visual`.
        hidden_reasons: FlagSet<HiddenReasons>,
        /// What it is in its document, such as "paragraph", "list-item" or "table-cell".
        block_type: Named<BlockType>,
        /// The headings above it, as indexes of blocks, from the nearest to the highest.
        heading_path: Vec<usize>,
        /// The number of the innermost list on the page; None if it is in no item of a list.
        list: Option<u32>,
        /// The position of the item in its list, from 0.
        item: Option<u32>,
        /// The number that the item shows, if its list is ordered.
        number: Option<i32>,
        /// How many lists there are around it.
        list_depth: u16,
        /// The number of the table on the page; None if it is in no cell, or the table only lays the page out.
        table: Option<u32>,
        /// The first row of the cell, from 0.
        row: Option<u32>,
        /// The first column of the cell, from 0.
        column: Option<u16>,
        /// How many rows the cell spans.
        row_span: Option<u16>,
        /// How many columns the cell spans.
        column_span: Option<u16>,
        /// Whether the cell is a header.
        is_header: Option<bool>,
        /// How many `blockquote` elements there are around it.
        quote_depth: u16,
        /// Its language by the nearest `lang` attribute around it, such as "en-GB".
        language: Option<String>,
        /// The direction of its text by the nearest `dir` attribute: "ltr", "rtl" or "auto".
        direction: Option<Named<Direction>>,
        /// Its text with the line breaks of `br` and of preformatted text; None if it has none.
        formatted_text: Option<String>,
    }
}

row! {
    /// A segment: neighboring text that belongs together by its density.
    Segment shows [source tokens text_density text] {
        /// The offset of its start in the page as it was passed in.
        source_start: usize,
        /// The offset of its end in the page as it was passed in.
        source_end: usize,
        /// Its text: a part of `Page.text`.
        text: Text,
        /// The offset of its start in `Page.text`, in characters.
        text_start: usize,
        /// The offset of its end in `Page.text`, in characters.
        text_end: usize,
        /// How many tokens (words) it has.
        tokens: u32,
        /// How many of its tokens begin inside a link.
        linked_tokens: u32,
        /// Lines when wrapped at `wrap_width` columns.
        lines: u32,
        /// Tokens per line.
        text_density: f64,
    }
}

row! {
    /// Text inside a link. A link that spans several blocks has one for each.
    Link shows [source target text] {
        /// The offset of its start in the page as it was passed in.
        source_start: usize,
        /// The offset of its end in the page as it was passed in.
        source_end: usize,
        /// Its text: a part of `Page.text`.
        text: Text,
        /// The offset of its start in `Page.text`, in characters.
        text_start: usize,
        /// The offset of its end in `Page.text`, in characters.
        text_end: usize,
        /// The index of its block.
        block: usize,
        /// The value of its `href`, neither trimmed nor resolved.
        target: String,
        /// The target as an absolute address; None if it is relative and the address of the page is not known.
        address: Option<String>,
        /// The value of its `rel`, such as "nofollow ugc".
        rel: String,
    }
}

row! {
    /// An image with an alternative text, which is not part of the text of the page.
    Image, without a text range, shows [source alt target] {
        /// The offset of the start of its tag in the page as it was passed in.
        source_start: usize,
        /// The offset of the end of its tag in the page as it was passed in.
        source_end: usize,
        /// Its alternative text, with whitespace collapsed and character references decoded.
        alt: String,
        /// The value of its `src`, neither trimmed nor resolved.
        target: String,
        /// The index of the last block that begins before it.
        block: Option<usize>,
        /// The term weight of its alternative text in a ranking, in quarters: 1, or 0 if it is hidden.
        weight: u8,
    }
}

row! {
    /// A passage: a piece of the main text.
    Passage, without a text range, shows [source tokens text] {
        /// The texts of its blocks with their line breaks, separated by line feeds.
        text: String,
        /// The offset of its start in the page as it was passed in.
        source_start: usize,
        /// The offset of its end in the page as it was passed in.
        source_end: usize,
        /// Its first block and its last one.
        blocks: (usize, usize),
        /// The texts of the headings above it, from the highest to the nearest.
        headings: Vec<String>,
        /// How many tokens (words) it has, including the repeated ones.
        tokens: u32,
        /// How many of its first tokens are also in the passage before.
        overlap_tokens: u32,
        /// How many of its tokens are in blocks of each role.
        roles: BTreeMap<String, u32>,
    }
}

row! {
    /// What a reader wrote under an article.
    Comment, without a text range, shows [source author date parent text] {
        /// The offset of its start in the page as it was passed in.
        source_start: usize,
        /// The offset of its end in the page as it was passed in; includes answers that are nested in the comment.
        source_end: usize,
        /// Its author, as written.
        author: Option<Text>,
        /// Its date, as written.
        date: Option<Text>,
        /// Its text, without author, date and answers: blocks separated by line feeds.
        text: Text,
        /// The index of the comment that it answers.
        parent: Option<usize>,
    }
}

row! {
    /// A run of text with one field, role and weight: the text of a block, for engines with a loop over terms.
    Run shows [source field weight text] {
        /// Its text, never empty.
        text: Text,
        /// What it is for a search engine.
        field: Named<Field>,
        /// Its term weight in a ranking, in quarters: 4 is 1.0; 0 means not to be searched.
        weight: u8,
        /// Its role on the page.
        role: Named<Role>,
        /// 1 to 6 inside `h1` to `h6`, else 0.
        heading_level: u8,
        /// The index of its block.
        block: usize,
        /// The offset of its start in `Page.text`, in characters.
        text_start: usize,
        /// The offset of its end in `Page.text`, in characters.
        text_end: usize,
        /// The offset of its start in the page as it was passed in.
        source_start: usize,
        /// The offset of its end in the page as it was passed in.
        source_end: usize,
    }
}

row! {
    /// An area of the layout: the article, a comment, a post of a thread, or an entry of a list.
    LayoutArea, without a text range, shows [source role parent text] {
        /// What it is on its page: "article", "comment" or "item".
        role: Named<LayoutAreaRole>,
        /// The offset of its start in the page as it was passed in.
        source_start: usize,
        /// The offset of its end in the page as it was passed in.
        source_end: usize,
        /// Its text: blocks separated by line feeds.
        text: Text,
        /// How many characters its text has.
        characters: u32,
        /// The index of the area that it answers or is part of.
        parent: Option<u32>,
        /// How many areas are above it by `parent`.
        depth: u32,
    }
}

row! {
    /// A visual area: neighboring lines of text in one block that look alike. Lengths are in pixels on a canvas 1,000
    /// pixels wide.
    VisualArea shows [source visual_class probability text] {
        /// What it is by its looks, such as "h1", "author" or "date".
        visual_class: Named<VisualClass>,
        /// The probability of the class, 0 to 1.
        probability: f32,
        /// The offset of its start in the page as it was passed in.
        source_start: usize,
        /// The offset of its end in the page as it was passed in.
        source_end: usize,
        /// Its text: a part of `Page.text`.
        text: Text,
        /// The offset of its start in `Page.text`, in characters.
        text_start: usize,
        /// The offset of its end in `Page.text`, in characters.
        text_end: usize,
        /// The index of the block that it lies in.
        block: u32,
        /// Why it is not visible; empty if it is.
        hidden: FlagSet<HiddenReasons>,
        /// Its left edge.
        x: i32,
        /// Its top edge.
        y: i32,
        /// Its width; 0 if it is not visible.
        width: i32,
        /// Its height; 0 if it is not visible.
        height: i32,
        /// Lines of text; 0 if it is not visible.
        lines: u32,
        /// How many characters it has.
        characters: u32,
        /// How many of its characters are bold.
        bold: u32,
        /// How many of its characters are italic.
        italic: u32,
        /// How many of its characters are in links.
        linked: u32,
        /// The mean size of its font in pixels.
        font_size: f64,
        /// The color of its first character, 0xRRGGBB.
        color: u32,
        /// The background of its first character, 0xRRGGBB.
        background: u32,
        /// The relative luminance of `color`, 0 for black to 1 for white.
        luminance: f64,
        /// The relative luminance of `background`, 0 for black to 1 for white.
        background_luminance: f64,
    }
}

/// The row of a class with the values of its fields, as it was pickled.
#[pyfunction(name = "_restore", signature = (class_, fields, /))]
pub fn restore<'py>(py: Python<'py>, class_: &str, fields: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match class_ {
        "Block" => Bound::new(py, Block::from_fields(fields)?)?.into_any(),
        "Segment" => Bound::new(py, Segment::from_fields(fields)?)?.into_any(),
        "Link" => Bound::new(py, Link::from_fields(fields)?)?.into_any(),
        "Image" => Bound::new(py, Image::from_fields(fields)?)?.into_any(),
        "Passage" => Bound::new(py, Passage::from_fields(fields)?)?.into_any(),
        "Run" => Bound::new(py, Run::from_fields(fields)?)?.into_any(),
        "Comment" => Bound::new(py, Comment::from_fields(fields)?)?.into_any(),
        "LayoutArea" => Bound::new(py, LayoutArea::from_fields(fields)?)?.into_any(),
        "VisualArea" => Bound::new(py, VisualArea::from_fields(fields)?)?.into_any(),
        _ => return Err(PyValueError::new_err(format!("no class of rows: {class_:?}"))),
    })
}
