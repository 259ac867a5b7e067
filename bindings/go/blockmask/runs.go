//go:build cgo

package blockmask

import "iter"

// Run is the text of a block, with its field, role and weight.
type Run struct {
	// Normalized text, never empty. It shares the memory of Page.Text.
	Text string
	// Where it is in Page.Text.
	TextStart, TextEnd uint32
	// Where it is in the bytes of the page: the first byte of its first character, and one past its last character.
	SourceStart, SourceEnd uint32
	// The index of its block.
	Block uint32
	// What its words count in a ranking: UnitWeight is 1.0, 0 is not to be searched.
	Weight uint8
	Role   Role
	Field  Field
	// 1 to 6 inside h1 to h6, else 0.
	HeadingLevel uint8
}

// Runs iterates over the weighted runs of the page in source order, for loops over a term generator: one for each block
// that Options.Comments does not leave out. There are none if Options.Omit leaves out the blocks.
func (p *Page) Runs() iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for i := range p.blocks {
			b := &p.blocks[i]
			if b.Flags&FlagLeftOut != 0 {
				continue
			}
			run := Run{
				Text: b.Text(p), TextStart: b.TextStart, TextEnd: b.TextEnd, SourceStart: b.SourceStart,
				SourceEnd: b.SourceEnd, Block: uint32(i), Weight: b.Weight, Role: b.Role, Field: b.Field,
				HeadingLevel: b.HeadingLevel,
			}
			if !yield(run) {
				return
			}
		}
	}
}
