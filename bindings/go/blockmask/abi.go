package blockmask

// Records are copied from the library byte for byte. If their memory layout here differed from that of blockmask.h, an
// index below would be out of range, and the package would not compile.

// #include "bridge.h"
import "C"

import "unsafe"

var same = [1]struct{}{}

var (
	goBlock Block
	cBlock  C.blockmask_block
	_       = same[unsafe.Sizeof(goBlock)-unsafe.Sizeof(cBlock)]
	_       = same[unsafe.Offsetof(goBlock.SourceStart)-unsafe.Offsetof(cBlock.source_start)]
	_       = same[unsafe.Offsetof(goBlock.SourceEnd)-unsafe.Offsetof(cBlock.source_end)]
	_       = same[unsafe.Offsetof(goBlock.TextStart)-unsafe.Offsetof(cBlock.text_start)]
	_       = same[unsafe.Offsetof(goBlock.TextEnd)-unsafe.Offsetof(cBlock.text_end)]
	_       = same[unsafe.Offsetof(goBlock.Tokens)-unsafe.Offsetof(cBlock.tokens)]
	_       = same[unsafe.Offsetof(goBlock.LinkedTokens)-unsafe.Offsetof(cBlock.linked_tokens)]
	_       = same[unsafe.Offsetof(goBlock.Lines)-unsafe.Offsetof(cBlock.lines)]
	_       = same[unsafe.Offsetof(goBlock.Characters)-unsafe.Offsetof(cBlock.characters)]
	_       = same[unsafe.Offsetof(goBlock.DensityTokens)-unsafe.Offsetof(cBlock.density_tokens)]
	_       = same[unsafe.Offsetof(goBlock.DensityLines)-unsafe.Offsetof(cBlock.density_lines)]
	_       = same[unsafe.Offsetof(goBlock.Segment)-unsafe.Offsetof(cBlock.segment)]
	_       = same[unsafe.Offsetof(goBlock.Probability)-unsafe.Offsetof(cBlock.probability)]
	_       = same[unsafe.Offsetof(goBlock.Flags)-unsafe.Offsetof(cBlock.flags)]
	_       = same[unsafe.Offsetof(goBlock.Depth)-unsafe.Offsetof(cBlock.depth)]
	_       = same[unsafe.Offsetof(goBlock.Weight)-unsafe.Offsetof(cBlock.weight)]
	_       = same[unsafe.Offsetof(goBlock.Role)-unsafe.Offsetof(cBlock.role)]
	_       = same[unsafe.Offsetof(goBlock.HeadingLevel)-unsafe.Offsetof(cBlock.heading_level)]
	_       = same[unsafe.Offsetof(goBlock.IsTemplate)-unsafe.Offsetof(cBlock.is_template)]
	_       = same[unsafe.Offsetof(goBlock.IsInRegion)-unsafe.Offsetof(cBlock.is_in_main_region)]
	_       = same[unsafe.Offsetof(goBlock.Field)-unsafe.Offsetof(cBlock.field)]
	_       = same[unsafe.Offsetof(goBlock.LinkTargets)-unsafe.Offsetof(cBlock.link_targets)]
	_       = same[unsafe.Offsetof(goBlock.PathHash)-unsafe.Offsetof(cBlock.path_hash)]
	_       = same[unsafe.Offsetof(goBlock.TextHash)-unsafe.Offsetof(cBlock.text_hash)]
	_       = same[unsafe.Offsetof(goBlock.Comment)-unsafe.Offsetof(cBlock.comment)]
)

var (
	goSegment Segment
	cSegment  C.blockmask_segment
	_         = same[unsafe.Sizeof(goSegment)-unsafe.Sizeof(cSegment)]
	_         = same[unsafe.Offsetof(goSegment.SourceStart)-unsafe.Offsetof(cSegment.source_start)]
	_         = same[unsafe.Offsetof(goSegment.SourceEnd)-unsafe.Offsetof(cSegment.source_end)]
	_         = same[unsafe.Offsetof(goSegment.TextStart)-unsafe.Offsetof(cSegment.text_start)]
	_         = same[unsafe.Offsetof(goSegment.TextEnd)-unsafe.Offsetof(cSegment.text_end)]
	_         = same[unsafe.Offsetof(goSegment.Tokens)-unsafe.Offsetof(cSegment.tokens)]
	_         = same[unsafe.Offsetof(goSegment.LinkedTokens)-unsafe.Offsetof(cSegment.linked_tokens)]
	_         = same[unsafe.Offsetof(goSegment.Lines)-unsafe.Offsetof(cSegment.lines)]
	_         = same[unsafe.Offsetof(goSegment.DensityTokens)-unsafe.Offsetof(cSegment.density_tokens)]
	_         = same[unsafe.Offsetof(goSegment.DensityLines)-unsafe.Offsetof(cSegment.density_lines)]
)

var (
	goRegion Region
	cRegion  C.blockmask_main_region
	_        = same[unsafe.Sizeof(goRegion)-unsafe.Sizeof(cRegion)]
	_        = same[unsafe.Offsetof(goRegion.SourceStart)-unsafe.Offsetof(cRegion.source_start)]
	_        = same[unsafe.Offsetof(goRegion.SourceEnd)-unsafe.Offsetof(cRegion.source_end)]
)

var (
	goLink Link
	cLink  C.blockmask_link
	_      = same[unsafe.Sizeof(goLink)-unsafe.Sizeof(cLink)]
	_      = same[unsafe.Offsetof(goLink.SourceStart)-unsafe.Offsetof(cLink.source_start)]
	_      = same[unsafe.Offsetof(goLink.SourceEnd)-unsafe.Offsetof(cLink.source_end)]
	_      = same[unsafe.Offsetof(goLink.TextStart)-unsafe.Offsetof(cLink.text_start)]
	_      = same[unsafe.Offsetof(goLink.TextEnd)-unsafe.Offsetof(cLink.text_end)]
)

var (
	goHeading Heading
	cHeading  C.struct_bridge_heading
	_         = same[unsafe.Sizeof(goHeading)-unsafe.Sizeof(cHeading)]
	_         = same[unsafe.Offsetof(goHeading.Block)-unsafe.Offsetof(cHeading.block)]
	_         = same[unsafe.Offsetof(goHeading.Level)-unsafe.Offsetof(cHeading.level)]
)

var (
	goComment Comment
	cComment  C.blockmask_comment
	_         = same[unsafe.Sizeof(goComment)-unsafe.Sizeof(cComment)]
	_         = same[unsafe.Offsetof(goComment.SourceStart)-unsafe.Offsetof(cComment.source_start)]
	_         = same[unsafe.Offsetof(goComment.SourceEnd)-unsafe.Offsetof(cComment.source_end)]
	_         = same[unsafe.Offsetof(goComment.AuthorStart)-unsafe.Offsetof(cComment.author_text_start)]
	_         = same[unsafe.Offsetof(goComment.AuthorEnd)-unsafe.Offsetof(cComment.author_text_end)]
	_         = same[unsafe.Offsetof(goComment.DateStart)-unsafe.Offsetof(cComment.date_text_start)]
	_         = same[unsafe.Offsetof(goComment.DateEnd)-unsafe.Offsetof(cComment.date_text_end)]
	_         = same[unsafe.Offsetof(goComment.Parent)-unsafe.Offsetof(cComment.parent)]
)

var (
	goArea Area
	cArea  C.blockmask_layout_area
	_      = same[unsafe.Sizeof(goArea)-unsafe.Sizeof(cArea)]
	_      = same[unsafe.Offsetof(goArea.SourceStart)-unsafe.Offsetof(cArea.source_start)]
	_      = same[unsafe.Offsetof(goArea.SourceEnd)-unsafe.Offsetof(cArea.source_end)]
	_      = same[unsafe.Offsetof(goArea.Role)-unsafe.Offsetof(cArea.role)]
	_      = same[unsafe.Offsetof(goArea.Parent)-unsafe.Offsetof(cArea.parent)]
	_      = same[unsafe.Offsetof(goArea.Depth)-unsafe.Offsetof(cArea.depth)]
	_      = same[unsafe.Offsetof(goArea.Characters)-unsafe.Offsetof(cArea.characters)]
	_      = same[unsafe.Offsetof(goArea.TextLength)-unsafe.Offsetof(cArea.text_length)]
)

var (
	goVisualArea VisualArea
	cVisualArea  C.blockmask_visual_area
	_            = same[unsafe.Sizeof(goVisualArea)-unsafe.Sizeof(cVisualArea)]
	_            = same[unsafe.Offsetof(goVisualArea.SourceStart)-unsafe.Offsetof(cVisualArea.source_start)]
	_            = same[unsafe.Offsetof(goVisualArea.SourceEnd)-unsafe.Offsetof(cVisualArea.source_end)]
	_            = same[unsafe.Offsetof(goVisualArea.TextStart)-unsafe.Offsetof(cVisualArea.text_start)]
	_            = same[unsafe.Offsetof(goVisualArea.TextEnd)-unsafe.Offsetof(cVisualArea.text_end)]
	_            = same[unsafe.Offsetof(goVisualArea.Block)-unsafe.Offsetof(cVisualArea.block)]
	_            = same[unsafe.Offsetof(goVisualArea.X)-unsafe.Offsetof(cVisualArea.x)]
	_            = same[unsafe.Offsetof(goVisualArea.Y)-unsafe.Offsetof(cVisualArea.y)]
	_            = same[unsafe.Offsetof(goVisualArea.Width)-unsafe.Offsetof(cVisualArea.width)]
	_            = same[unsafe.Offsetof(goVisualArea.Height)-unsafe.Offsetof(cVisualArea.height)]
	_            = same[unsafe.Offsetof(goVisualArea.Lines)-unsafe.Offsetof(cVisualArea.lines)]
	_            = same[unsafe.Offsetof(goVisualArea.Characters)-unsafe.Offsetof(cVisualArea.characters)]
	_            = same[unsafe.Offsetof(goVisualArea.Bold)-unsafe.Offsetof(cVisualArea.bold)]
	_            = same[unsafe.Offsetof(goVisualArea.Italic)-unsafe.Offsetof(cVisualArea.italic)]
	_            = same[unsafe.Offsetof(goVisualArea.Linked)-unsafe.Offsetof(cVisualArea.linked)]
	_            = same[unsafe.Offsetof(goVisualArea.FontSize)-unsafe.Offsetof(cVisualArea.font_size)]
	_            = same[unsafe.Offsetof(goVisualArea.Color)-unsafe.Offsetof(cVisualArea.color)]
	_            = same[unsafe.Offsetof(goVisualArea.Background)-unsafe.Offsetof(cVisualArea.background)]
	_            = same[unsafe.Offsetof(goVisualArea.Luminance)-unsafe.Offsetof(cVisualArea.luminance)]
	_            = same[unsafe.Offsetof(goVisualArea.BackgroundLuminance)-unsafe.Offsetof(cVisualArea.background_luminance)]
	_            = same[unsafe.Offsetof(goVisualArea.Probability)-unsafe.Offsetof(cVisualArea.probability)]
	_            = same[unsafe.Offsetof(goVisualArea.VisualClass)-unsafe.Offsetof(cVisualArea.visual_class)]
	_            = same[unsafe.Offsetof(goVisualArea.Hidden)-unsafe.Offsetof(cVisualArea.hidden)]
)

var (
	goBlockVisibility BlockVisibility
	cBlockVisibility  C.blockmask_block_visibility
	_                 = same[unsafe.Sizeof(goBlockVisibility)-unsafe.Sizeof(cBlockVisibility)]
	_                 = same[unsafe.Offsetof(goBlockVisibility.HiddenCharacters)-unsafe.Offsetof(cBlockVisibility.hidden_characters)]
	_                 = same[unsafe.Offsetof(goBlockVisibility.Hidden)-unsafe.Offsetof(cBlockVisibility.hidden)]
)

var (
	goTextSpan textSpan
	cTextSpan  C.struct_bridge_span
	_          = same[unsafe.Sizeof(goTextSpan)-unsafe.Sizeof(cTextSpan)]
	_          = same[unsafe.Offsetof(goTextSpan.textStart)-unsafe.Offsetof(cTextSpan.text_start)]
	_          = same[unsafe.Offsetof(goTextSpan.sourceStart)-unsafe.Offsetof(cTextSpan.source_start)]
	_          = same[unsafe.Offsetof(goTextSpan.sourceEnd)-unsafe.Offsetof(cTextSpan.source_end)]
)

var (
	goStructure BlockStructure
	cStructure  C.blockmask_block_structure
	_           = same[unsafe.Sizeof(goStructure)-unsafe.Sizeof(cStructure)]
	_           = same[unsafe.Offsetof(goStructure.Heading)-unsafe.Offsetof(cStructure.heading)]
	_           = same[unsafe.Offsetof(goStructure.List)-unsafe.Offsetof(cStructure.list)]
	_           = same[unsafe.Offsetof(goStructure.Item)-unsafe.Offsetof(cStructure.item)]
	_           = same[unsafe.Offsetof(goStructure.Number)-unsafe.Offsetof(cStructure.number)]
	_           = same[unsafe.Offsetof(goStructure.Table)-unsafe.Offsetof(cStructure.table)]
	_           = same[unsafe.Offsetof(goStructure.Row)-unsafe.Offsetof(cStructure.row)]
	_           = same[unsafe.Offsetof(goStructure.LanguageStart)-unsafe.Offsetof(cStructure.language_source_start)]
	_           = same[unsafe.Offsetof(goStructure.LanguageEnd)-unsafe.Offsetof(cStructure.language_source_end)]
	_           = same[unsafe.Offsetof(goStructure.Column)-unsafe.Offsetof(cStructure.column)]
	_           = same[unsafe.Offsetof(goStructure.ColumnSpan)-unsafe.Offsetof(cStructure.column_span)]
	_           = same[unsafe.Offsetof(goStructure.RowSpan)-unsafe.Offsetof(cStructure.row_span)]
	_           = same[unsafe.Offsetof(goStructure.ListDepth)-unsafe.Offsetof(cStructure.list_depth)]
	_           = same[unsafe.Offsetof(goStructure.QuoteDepth)-unsafe.Offsetof(cStructure.quote_depth)]
	_           = same[unsafe.Offsetof(goStructure.Type)-unsafe.Offsetof(cStructure.block_type)]
	_           = same[unsafe.Offsetof(goStructure.Direction)-unsafe.Offsetof(cStructure.direction)]
	_           = same[unsafe.Offsetof(goStructure.IsOrdered)-unsafe.Offsetof(cStructure.is_ordered)]
	_           = same[unsafe.Offsetof(goStructure.IsHeader)-unsafe.Offsetof(cStructure.is_header)]
)

var (
	goImage Image
	cImage  C.blockmask_image
	_       = same[unsafe.Sizeof(goImage)-unsafe.Sizeof(cImage)]
	_       = same[unsafe.Offsetof(goImage.SourceStart)-unsafe.Offsetof(cImage.source_start)]
	_       = same[unsafe.Offsetof(goImage.SourceEnd)-unsafe.Offsetof(cImage.source_end)]
	_       = same[unsafe.Offsetof(goImage.AltStart)-unsafe.Offsetof(cImage.alt_source_start)]
	_       = same[unsafe.Offsetof(goImage.AltEnd)-unsafe.Offsetof(cImage.alt_source_end)]
	_       = same[unsafe.Offsetof(goImage.Block)-unsafe.Offsetof(cImage.block)]
	_       = same[unsafe.Offsetof(goImage.Weight)-unsafe.Offsetof(cImage.weight)]
)

var (
	goRecord Record
	cRecord  C.blockmask_record
	_        = same[unsafe.Sizeof(goRecord)-unsafe.Sizeof(cRecord)]
	_        = same[unsafe.Offsetof(goRecord.SourceStart)-unsafe.Offsetof(cRecord.source_start)]
	_        = same[unsafe.Offsetof(goRecord.SourceEnd)-unsafe.Offsetof(cRecord.source_end)]
	_        = same[unsafe.Offsetof(goRecord.FirstBlock)-unsafe.Offsetof(cRecord.first_block)]
	_        = same[unsafe.Offsetof(goRecord.EndBlock)-unsafe.Offsetof(cRecord.end_block)]
)
