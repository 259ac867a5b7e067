//go:build cgo

package blockmask

import (
	"slices"
	"strings"
)

// JoinedText is the text of some blocks of a page, with its map to the page.
type JoinedText struct {
	// The texts of the blocks in source order, separated by line feeds.
	Text string
	// Where they come from, in the same order.
	Pieces []Piece
}

// Piece is the text of one block in a JoinedText.
type Piece struct {
	// Where it begins in JoinedText.Text.
	JoinedStart uint32
	// Where it begins in Page.Text.
	TextStart uint32
	// Its length in bytes.
	Length uint32
	// The index of its block.
	Block uint32
}

// JoinFields joins the texts of the blocks in some fields. It is empty if Options.Omit leaves out the blocks.
func (p *Page) JoinFields(fields ...Field) JoinedText {
	var isWanted [256]bool
	for _, field := range fields {
		isWanted[field] = true
	}
	return p.join(func(b *Block) bool { return isWanted[b.Field] })
}

// MainText joins the texts of the blocks that are not template. It is empty if Options.Omit leaves out the blocks.
func (p *Page) MainText() JoinedText {
	return p.join(func(b *Block) bool { return !b.IsTemplate })
}

func (p *Page) join(isWanted func(*Block) bool) JoinedText {
	count, length := 0, 0
	for i := range p.blocks {
		if b := &p.blocks[i]; isWanted(b) {
			count++
			length += len(b.Text(p)) + 1
		}
	}
	if count == 0 {
		return JoinedText{}
	}
	var text strings.Builder
	text.Grow(length - 1)
	pieces := make([]Piece, 0, count)
	for i := range p.blocks {
		b := &p.blocks[i]
		if !isWanted(b) {
			continue
		}
		if len(pieces) > 0 {
			text.WriteByte('\n')
		}
		pieces = append(pieces, Piece{uint32(text.Len()), b.TextStart, b.TextEnd - b.TextStart, uint32(i)})
		text.WriteString(b.Text(p))
	}
	return JoinedText{text.String(), pieces}
}

// TextRange maps a range of the joined text to a range of Page.Text. A range across blocks also covers what stands
// between them on the page; an offset beyond the text is treated as its end; an empty range maps to an empty range. It
// takes logarithmic time.
func (j *JoinedText) TextRange(joinedStart, joinedEnd uint32) (textStart, textEnd uint32) {
	if len(j.Pieces) == 0 {
		return 0, 0
	}
	textStart = j.textOffset(joinedStart, joinedStart)
	if joinedEnd <= joinedStart {
		return textStart, textStart
	}
	return textStart, max(textStart, j.textOffset(joinedEnd, joinedEnd-1))
}

// Maps an offset as a part of the piece that contains another offset; what follows the piece is treated as its end.
func (j *JoinedText) textOffset(offset, contained uint32) uint32 {
	i, found := slices.BinarySearchFunc(j.Pieces, contained, func(piece Piece, offset uint32) int {
		return int(int64(piece.JoinedStart) - int64(offset))
	})
	if !found {
		i--
	}
	piece := j.Pieces[i]
	return piece.TextStart + min(offset-piece.JoinedStart, piece.Length)
}

// SourceRange maps a range of the joined text to a range of the bytes of the page, as TextRange and Page.MapTextRange
// do. The page must be the one that the text was made from. The result is 0 and 0 unless Options.TextMap was set.
func (j *JoinedText) SourceRange(page *Page, joinedStart, joinedEnd uint32) (sourceStart, sourceEnd uint32) {
	return page.MapTextRange(j.TextRange(joinedStart, joinedEnd))
}
