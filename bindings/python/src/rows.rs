//! The parts of a page: plain classes with read-only attributes, which can be compared, printed and pickled.

use crate::analyzed::Analyzed;
use crate::paths::Paths;
use crate::values::{FlagSet, Named, Text, slice};
use blockmask::{
    AnnotationType, BlockFlags, BlockType, Direction, Field, HiddenReasons, LayoutAreaRole, Role, VisualClass,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{IntoPyObjectExt, intern};
use std::collections::BTreeMap;
use std::ops::Range;

/// Declares a class of rows: its attributes are its fields, each with the value that a row `of` a page has; and where it
/// is, as offsets and as slices. `shows` names the attributes of its `repr`.
macro_rules! row {
    (
        $(#[$doc:meta])*
        $class:ident($page:ident, $($argument:ident: $argument_type:ty),+) at ($source:expr, $text_range:expr)
        shows $shown:tt { $($fields:tt)* }
    ) => {
        row! {
            @define $(#[$doc])* $class($page, $($argument: $argument_type),+) at ($source) shows $shown
            {
                let (text, text_range) = $page.text($text_range);
            }
            {
                /// Its text: a part of `Page.text`.
                text: Text = text,
                /// The offset of its start in `Page.text`, in characters.
                text_start: usize = text_range.start,
                /// The offset of its end in `Page.text`, in characters.
                text_end: usize = text_range.end,
                $($fields)*
            }
            {
                /// Where it is in `Page.text`.
                #[getter]
                fn text_range<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    slice(py, self.text_start..self.text_end)
                }
            }
        }
    };
    (
        $(#[$doc:meta])*
        $class:ident($page:ident, $($argument:ident: $argument_type:ty),+) at ($source:expr)
        shows $shown:tt $fields:tt
    ) => {
        row! {
            @define $(#[$doc])* $class($page, $($argument: $argument_type),+) at ($source) shows $shown {} $fields {}
        }
    };
    (
        @define $(#[$doc:meta])*
        $class:ident($page:ident, $($argument:ident: $argument_type:ty),+) at ($source:expr) shows [$($shown:ident)*]
        { $($first:tt)* }
        { $($(#[$field_doc:meta])* $field:ident: $type:ty = $value:expr,)* }
        { $($slices:tt)* }
    ) => {
        $(#[$doc])*
        #[pyclass(frozen, get_all, eq, from_py_object, module = "blockmask")]
        #[derive(Clone, Debug, PartialEq)]
        pub struct $class {
            /// The offset of its start in the page as it was passed in.
            pub source_start: usize,
            /// The offset of its end in the page as it was passed in.
            pub source_end: usize,
            $($(#[$field_doc])* pub $field: $type,)*
        }

        #[pymethods]
        impl $class {
            /// Where it is in the page as it was passed in.
            #[getter]
            fn source<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                slice(py, self.source_start..self.source_end)
            }

            $($slices)*

            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                let values = [$(format!("{}={}", stringify!($shown), slf.getattr(stringify!($shown))?.repr()?)),*];
                Ok(format!("{}({})", stringify!($class), values.join(", ")))
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
                let (py, this) = (slf.py(), slf.get());
                let fields = [
                    this.source_start.into_bound_py_any(py)?,
                    this.source_end.into_bound_py_any(py)?,
                    $(this.$field.clone().into_bound_py_any(py)?),*
                ];
                let restore = py.import("blockmask._native")?.getattr("_restore")?;
                Ok((restore, (stringify!($class), PyTuple::new(py, fields)?)))
            }
        }

        impl $class {
            /// What it is on a page.
            pub fn of($page: &Analyzed, $($argument: $argument_type),+) -> $class {
                let Range { start: source_start, end: source_end } = $page.source($source);
                $($first)*
                $class { source_start, source_end, $($field: $value,)* }
            }

            /// A row of the values of its fields, in order.
            fn from_fields(fields: &Bound<'_, PyTuple>) -> PyResult<$class> {
                let mut fields = fields.iter();
                let mut next = || fields.next().ok_or_else(|| PyValueError::new_err("too few fields"));
                let (source_start, source_end) = (next()?.extract()?, next()?.extract()?);
                Ok($class { source_start, source_end, $($field: next()?.extract()?,)* })
            }

            /// The fields by name.
            pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                let dict = PyDict::new(py);
                dict.set_item(intern!(py, "source_start"), self.source_start)?;
                dict.set_item(intern!(py, "source_end"), self.source_end)?;
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
    Block(page, block: blockmask::Block<'_, '_>, paths: &mut Paths<'_>) at (block.source(), block.text_range())
    shows [source field weight is_template text] {
        /// Its index among the blocks of the page.
        index: usize = block.index(),
        /// How many tokens (words) it has.
        tokens: u32 = block.tokens(),
        /// How many of its tokens begin inside a link.
        linked_tokens: u32 = block.linked_tokens(),
        /// Lines when wrapped at `wrap_width` columns.
        lines: u32 = block.lines(),
        /// How many characters its text has.
        characters: u32 = block.characters(),
        /// Tokens per line.
        text_density: f64 = block.text_density().value(),
        /// The share of its tokens that begin inside a link, 0 to 1.
        link_density: f64 = block.link_density(),
        /// The index of the segment that it begins in; None if it has no tokens or is the title.
        segment: Option<usize> = block.segment(),
        /// The index of the comment to which it belongs, as text, author, date or button.
        comment: Option<usize> = block.comment(),
        /// Whether it is in one of `Page.main_regions`.
        is_in_main_region: bool = block.is_in_main_region(),
        /// The path of the element that contains it, such as `html/body/div.main/p`: each name followed by its classes.
        tag_path: Text = paths.get(block.index()),
        /// A hash of its tag path, equal on every page and machine for equal paths.
        path_hash: u64 = paths.hash_of(&block),
        /// A hash of its text, equal on every page and machine for equal texts.
        text_hash: u64 = block.text_hash(),
        /// The depth in the tree of the element that contains it.
        depth: u16 = block.depth(),
        /// 1 to 6 inside `h1` to `h6`, else 0.
        heading_level: u8 = block.heading_level(),
        /// Properties of its text, such as "hidden" or "no-snippet".
        flags: FlagSet<BlockFlags> = FlagSet(block.flags()),
        /// Whether it is template: navigation, advertising and the like, not content.
        is_template: bool = block.is_template(),
        /// The probability that it is content, 0 to 1.
        probability: f32 = block.probability(),
        /// What it is for a search engine, such as "title", "text" or "in-page-link".
        field: Named<Field> = Named(block.field()),
        /// Its term weight in a ranking, in quarters: 4 is 1.0; 0 means not to be searched.
        weight: u8 = block.weight(),
        /// How many other pages it links to, if at least half of its tokens are linked; else 0.
        link_targets: u16 = block.link_targets(),
        /// The index of the rule, of the option `rules`, that decided whether it is content, or else of the last one that
        /// decided its role, field or weight.
        rule: Option<usize> = block.rule(),
        /// Its role on the page, such as "main" or "navigation".
        role: Named<Role> = Named(block.role()),
        /// How many of its characters are not visible; 0 without the option `visual`.
        hidden_characters: u32 = block.visibility().unwrap_or_default().hidden_characters,
        /// Why some of it is not visible; empty without the option `visual`.
        hidden_reasons: FlagSet<HiddenReasons> = FlagSet(block.visibility().unwrap_or_default().hidden),
        /// What it is in its document, such as "paragraph", "list-item" or "table-cell".
        block_type: Named<BlockType> = Named(block.block_type()),
        /// The headings above it, as indexes of blocks, from the nearest to the highest.
        heading_path: Vec<usize> = block.heading_path().map(|heading| heading.index()).collect(),
        /// The number of the innermost list on the page; None if it is in no item of a list.
        list: Option<u32> = block.list_item().map(|item| item.list),
        /// The position of the item in its list, from 0.
        item: Option<u32> = block.list_item().map(|item| item.item),
        /// The number that the item shows, if its list is ordered.
        number: Option<i32> = block.list_item().and_then(|item| item.number),
        /// How many lists there are around it.
        list_depth: u16 = block.list_depth(),
        /// The number of the table on the page; None if it is in no cell, or the table only lays the page out.
        table: Option<u32> = block.table_cell().map(|cell| cell.table),
        /// The first row of the cell, from 0.
        row: Option<u32> = block.table_cell().map(|cell| cell.row),
        /// The first column of the cell, from 0.
        column: Option<u16> = block.table_cell().map(|cell| cell.column),
        /// How many rows the cell spans.
        row_span: Option<u16> = block.table_cell().map(|cell| cell.row_span),
        /// How many columns the cell spans.
        column_span: Option<u16> = block.table_cell().map(|cell| cell.column_span),
        /// Whether the cell is a header.
        is_header: Option<bool> = block.table_cell().map(|cell| cell.is_header),
        /// How many `blockquote` elements there are around it.
        quote_depth: u16 = block.quote_depth(),
        /// Its language by the nearest `lang` attribute around it, such as "en-GB".
        language: Option<String> = block.language().map(str::to_owned),
        /// The direction of its text by the nearest `dir` attribute: "ltr", "rtl" or "auto".
        direction: Option<Named<Direction>> = block.direction().map(Named),
        /// Its text with the line breaks of `br` and of preformatted text; None if it has none.
        formatted_text: Option<String> = Some(block.formatted_text()).filter(|formatted| formatted != block.text()),
    }
}

row! {
    /// A segment: neighboring text that belongs together by its density.
    Segment(page, segment: blockmask::Segment<'_, '_>) at (segment.source(), segment.text_range())
    shows [source tokens text_density text] {
        /// How many tokens (words) it has.
        tokens: u32 = segment.tokens(),
        /// How many of its tokens begin inside a link.
        linked_tokens: u32 = segment.linked_tokens(),
        /// Lines when wrapped at `wrap_width` columns.
        lines: u32 = segment.lines(),
        /// Tokens per line.
        text_density: f64 = segment.text_density().value(),
    }
}

row! {
    /// Text inside a link. A link that spans several blocks has one for each.
    Link(page, link: blockmask::Link<'_, '_>, of: usize) at (link.source(), link.text_range())
    shows [source target text] {
        /// The index of its block.
        block: usize = of,
        /// The value of its `href`, neither trimmed nor resolved.
        target: String = link.target(),
        /// The target as an absolute address; None if it is relative and the address of the page is not known.
        address: Option<String> = link.address(),
        /// The value of its `rel`, such as "nofollow ugc".
        rel: String = link.rel(),
    }
}

row! {
    /// An image with an alternative text, which is not part of the text of the page. Its source is its tag.
    Image(page, image: blockmask::Image<'_, '_>) at (image.source())
    shows [source alt target] {
        /// Its alternative text, with whitespace collapsed and character references decoded.
        alt: String = image.alt(),
        /// The value of its `src`, neither trimmed nor resolved.
        target: String = image.target(),
        /// The index of the last block that begins before it.
        block: Option<usize> = image.block(),
        /// The term weight of its alternative text in a ranking, in quarters: 1, or 0 if it is hidden.
        weight: u8 = image.weight(),
    }
}

row! {
    @define
    /// A part of a block that is a formula, or that has a reading. Its source is the element of the formula or reading.
    Annotation(page, annotation: &blockmask::Annotation) at (annotation.source())
    shows [source annotation_type text]
    {
        let (_, text_range) = page.text(annotation.text_range());
    }
    {
        /// What it says about its text: "formula", "display-formula" or "reading".
        annotation_type: Named<AnnotationType> = Named(annotation.annotation_type()),
        /// The index of its block.
        block: usize = annotation.block(),
        /// The formula without delimiters, or the reading.
        text: String = annotation.text().to_owned(),
        /// The offset in `Page.text` of the formula, or of the text that has the reading, in characters.
        text_start: usize = text_range.start,
        /// The offset of its end in `Page.text`, in characters.
        text_end: usize = text_range.end,
    }
    {
        /// The formula, or the text that has the reading, in `Page.text`.
        #[getter]
        fn text_range<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
            slice(py, self.text_start..self.text_end)
        }
    }
}

row! {
    /// A passage: a piece of the text.
    Passage(page, passage: &blockmask::Passage, headings: Vec<String>) at (passage.source())
    shows [source tokens text] {
        /// A hash of its text and of the headings above it, equal on all machines. Equal passages have equal ids.
        id: u64 = passage.id(),
        /// What it is about, to be put in front of its text: the title and the headings above it, and for rows of a table
        /// below its first ones the caption and the header.
        context: String = passage.context().text().to_owned(),
        /// The number of tokens (words) of the context.
        context_tokens: u32 = passage.context_tokens(),
        /// The texts of its blocks with their line breaks, separated by line feeds.
        text: String = passage.text().to_owned(),
        /// The offset of its start in `Page.text`, in characters.
        text_start: usize = page.text(passage.text_range()).1.start,
        /// The offset of its end in `Page.text`, in characters.
        text_end: usize = page.text(passage.text_range()).1.end,
        /// Its first block and its last one.
        blocks: (usize, usize) = inclusive(passage.blocks()),
        /// The texts of the headings above it, from the highest to the nearest. Empty where those of all passages together
        /// would be longer than `max_output` allows.
        headings: Vec<String> = headings,
        /// How many tokens (words) it has, including the repeated ones.
        tokens: u32 = passage.tokens(),
        /// How many of its first tokens are also in the passage before.
        overlap_tokens: u32 = passage.overlap_tokens(),
        /// How many of its tokens are in blocks of each role.
        roles: BTreeMap<String, u32> = passage.roles().iter().map(|(role, tokens)| (role.name().to_owned(), *tokens)).collect(),
    }
}

row! {
    /// What a reader wrote under an article. Its source includes answers that are nested in the comment.
    Comment(page, comment: blockmask::Comment<'_, '_>) at (comment.source())
    shows [source author date parent text] {
        /// Its author, as written.
        author: Option<Text> = comment.author().map(Text::from),
        /// Its date, as written.
        date: Option<Text> = comment.date().map(Text::from),
        /// Its text, without author, date and answers: blocks separated by line feeds.
        text: Text = comment.text().as_str().into(),
        /// The index of the comment that it answers.
        parent: Option<usize> = comment.parent(),
    }
}

row! {
    /// A run of text with one field, role and weight: the text of a block, for engines with a loop over terms.
    Run(page, run: blockmask::Run<'_>) at (run.source_start..run.source_end, run.text_start..run.text_end)
    shows [source field weight text] {
        /// What it is for a search engine.
        field: Named<Field> = Named(run.field),
        /// Its term weight in a ranking, in quarters: 4 is 1.0; 0 means not to be searched.
        weight: u8 = run.weight,
        /// Its role on the page.
        role: Named<Role> = Named(run.role),
        /// 1 to 6 inside `h1` to `h6`, else 0.
        heading_level: u8 = run.heading_level,
        /// The index of its block.
        block: usize = run.block,
    }
}

row! {
    /// An area of the layout: the article, a comment, a post of a thread, or an entry of a list.
    LayoutArea(page, area: blockmask::LayoutArea<'_>) at (area.source)
    shows [source role parent text] {
        /// What it is on its page: "article", "comment" or "item".
        role: Named<LayoutAreaRole> = Named(area.role),
        /// Its text: blocks separated by line feeds.
        text: Text = area.text.into(),
        /// How many characters its text has.
        characters: u32 = area.characters,
        /// The index of the area that it answers or is part of.
        parent: Option<u32> = area.parent,
        /// How many areas are above it by `parent`.
        depth: u32 = area.depth,
    }
}

row! {
    /// A visual area: neighboring lines of text in one block that look alike. Lengths are in pixels on a canvas 1,000
    /// pixels wide.
    VisualArea(page, area: blockmask::VisualArea) at (area.source, area.text)
    shows [source visual_class probability text] {
        /// What it is by its looks, such as "h1", "author" or "date".
        visual_class: Named<VisualClass> = Named(area.class),
        /// The probability of the class, 0 to 1.
        probability: f32 = area.probability,
        /// The index of the block that it lies in.
        block: u32 = area.block,
        /// Why it is not visible; empty if it is.
        hidden: FlagSet<HiddenReasons> = FlagSet(area.hidden),
        /// Its left edge.
        x: i32 = area.x,
        /// Its top edge.
        y: i32 = area.y,
        /// Its width; 0 if it is not visible.
        width: i32 = area.width,
        /// Its height; 0 if it is not visible.
        height: i32 = area.height,
        /// Lines of text; 0 if it is not visible.
        lines: u32 = area.lines,
        /// How many characters it has.
        characters: u32 = area.characters,
        /// How many of its characters are bold.
        bold: u32 = area.bold,
        /// How many of its characters are italic.
        italic: u32 = area.italic,
        /// How many of its characters are in links.
        linked: u32 = area.linked,
        /// The mean size of its font in pixels.
        font_size: f64 = f64::from(area.font_size) / 1e3,
        /// The color of its first character, 0xRRGGBB.
        color: u32 = area.color,
        /// The background of its first character, 0xRRGGBB.
        background: u32 = area.background,
        /// The relative luminance of `color`, 0 for black to 1 for white.
        luminance: f64 = f64::from(area.luminance) / 1e6,
        /// The relative luminance of `background`, 0 for black to 1 for white.
        background_luminance: f64 = f64::from(area.background_luminance) / 1e6,
    }
}

/// The first index of a range and the last one.
fn inclusive(range: Range<usize>) -> (usize, usize) {
    (range.start, range.end.saturating_sub(1).max(range.start))
}

/// The row of a class with the values of its fields, as it was pickled.
#[pyfunction(name = "_restore", signature = (class_, fields, /))]
pub fn restore<'py>(py: Python<'py>, class_: &str, fields: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match class_ {
        "Block" => Bound::new(py, Block::from_fields(fields)?)?.into_any(),
        "Segment" => Bound::new(py, Segment::from_fields(fields)?)?.into_any(),
        "Link" => Bound::new(py, Link::from_fields(fields)?)?.into_any(),
        "Annotation" => Bound::new(py, Annotation::from_fields(fields)?)?.into_any(),
        "Image" => Bound::new(py, Image::from_fields(fields)?)?.into_any(),
        "Passage" => Bound::new(py, Passage::from_fields(fields)?)?.into_any(),
        "Run" => Bound::new(py, Run::from_fields(fields)?)?.into_any(),
        "Comment" => Bound::new(py, Comment::from_fields(fields)?)?.into_any(),
        "LayoutArea" => Bound::new(py, LayoutArea::from_fields(fields)?)?.into_any(),
        "VisualArea" => Bound::new(py, VisualArea::from_fields(fields)?)?.into_any(),
        _ => return Err(PyValueError::new_err(format!("no class of rows: {class_:?}"))),
    })
}
