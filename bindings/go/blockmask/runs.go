//go:build cgo

package blockmask

import "iter"

// Run is the text of a block, with its role and weight.
type Run struct {
	// Normalized text, never empty. It shares the memory of Page.Text.
	Text string
	// Where the text begins in Page.Text.
	TextStart uint32
	// Where it is in the bytes of the page: the first byte of its first character, and one past its last character.
	SourceStart, SourceEnd uint32
	// The weight of its words in an index: FullWeight is 1.0, 0 is searchable but unscored.
	Weight uint8
	Role   Role
}

// Runs iterates over the weighted runs of the page, one for each block, in source order, for loops over a term
// generator. There are none if Options.Omit leaves out the blocks.
func (p *Page) Runs() iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for i := range p.blocks {
			b := &p.blocks[i]
			if !yield(Run{b.Text(p), b.TextStart, b.SourceStart, b.SourceEnd, b.Weight, b.Role}) {
				return
			}
		}
	}
}
