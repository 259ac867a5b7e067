package blockmask

import "iter"

// Run is a text of one role and weight.
type Run struct {
	// Normalized text, never empty. It shares the memory of Page.Text.
	Text string
	// What its words should count: FullWeight is 1.0, 0 is searchable but unscored.
	Weight uint8
	Role   Role
	// Where it begins in the page's bytes, and in Page.Text.
	SourceOffset, TextOffset uint32
}

// Runs are the weighted texts of the page in the order of the source, one a block, for loops over a term generator.
// There are none if Options.Omit leaves the blocks out.
func (p *Page) Runs() iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for i := range p.blocks {
			block := &p.blocks[i]
			run := Run{block.Text(p), block.Weight, block.Role, block.SourceStart, block.TextStart}
			if !yield(run) {
				return
			}
		}
	}
}
