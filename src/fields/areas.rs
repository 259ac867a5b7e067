//! The fields of layout areas and of visual areas.

/// Calls a macro with the rows of areas, as [`fields`](super::fields) does with the others.
macro_rules! area_fields {
    ($row:ident) => {
        #[cfg(feature = "style-density")]
        $row! {
            /// A layout area: the article, a comment, a post of a thread or an entry of a list.
            json LayoutAreaFields(area => LayoutArea<'_>) {
                /// What it is on its page.
                role: Text = area.role.name();
                /// Its first byte in the page.
                source_start: Large = area.source.start;
                /// One past its last byte in the page.
                source_end: Large = area.source.end;
                /// Its blocks, separated by line feeds.
                text: Text = area.text;
                /// The index of the area that it replies to or is part of.
                parent: Nullable<Count> = area.parent;
                /// The number of areas above it.
                depth: Count = area.depth;
                /// Unicode scalar values of its text.
                characters: Count = area.characters;
            }
        }

        #[cfg(feature = "visual")]
        $row! {
            /// A visual area: neighboring lines of a block that look alike. Lengths are in pixels.
            json VisualAreaFields(VisualAreaRow { document, area } => VisualAreaRow<'_>) {
                /// What it is by its looks.
                visual_class: Text = area.class.name();
                /// The probability of the class, 0 to 1.
                probability: Decimal = (f64::from(area.probability) * 1000.0).round() / 1000.0;
                /// Its first byte in the page.
                source_start: Large = area.source.start;
                /// One past its last byte in the page.
                source_end: Large = area.source.end;
                /// Its first byte in the text of the page.
                text_start: Large = area.text.start;
                /// One past its last byte in the text of the page.
                text_end: Large = area.text.end;
                /// Decoded, with single spaces.
                text: Text = &document.text()[area.text.clone()];
                /// The index of its block.
                block: Count = area.block;
                /// The left edge.
                x: Count = area.x;
                /// The top edge.
                y: Count = area.y;
                /// 0 if it is not visible.
                width: Count = area.width;
                /// 0 if it is not visible.
                height: Count = area.height;
                /// Lines of text.
                lines: Count = area.lines;
                /// Unicode scalar values of its text.
                characters: Count = area.characters;
                /// The mean size of its font.
                font_size: Decimal = f64::from(area.font_size) / 1000.0;
                /// Bold characters.
                bold: Count = area.bold;
                /// Italic characters.
                italic: Count = area.italic;
                /// Characters in links.
                linked: Count = area.linked;
                /// Of its first character, as `#rrggbb`.
                color: Text = format!("#{:06x}", area.color);
                /// Behind its first character, as `#rrggbb`.
                background: Text = format!("#{:06x}", area.background);
                /// Why it is not visible; empty if it is.
                hidden: List<Text> = area.hidden.names();
            }
        }
    };
}

pub(crate) use area_fields;
