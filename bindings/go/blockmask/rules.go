package blockmask

// #include "bridge.h"
import "C"

import "runtime"

// Rules are what the owner of a site knows about its pages, compiled from lines with selectors; docs/guides/rules.md explains
// them. Several goroutines may use them, for any analyzers.
type Rules struct {
	// In C's memory; freed by the garbage collector.
	compiled *C.blockmask_rules
}

// ReadRules compiles the text of a file of rules. The error of what is none is ErrBadArgument, and its message names line and
// column.
func ReadRules(file string) (*Rules, error) {
	r := &Rules{}
	text, length := cString(file)
	err := call(func() C.blockmask_status { return C.blockmask_read_rules(text, length, &r.compiled) })
	if err != nil {
		return nil, err
	}
	runtime.AddCleanup(r, func(compiled *C.blockmask_rules) { C.blockmask_free_rules(compiled) }, r.compiled)
	return r, nil
}

// SetRules sets the rules for the next pages; nil removes them. Reset does not change them.
func (a *Analyzer) SetRules(rules *Rules) error {
	var compiled *C.blockmask_rules
	if rules != nil {
		compiled = rules.compiled
	}
	err := a.do(func() C.blockmask_status { return C.blockmask_set_rules(a.analyzer, compiled) })
	runtime.KeepAlive(rules)
	return err
}

// BlockRules is for each block the index of the rule that decided whether it is content, or else of the last one that decided
// its role, field or weight, or None.
func (p *Page) BlockRules() (rules []uint32, err error) {
	err = p.read(func(document *C.blockmask_document) C.blockmask_status {
		var found C.blockmask_table
		status := C.blockmask_get_block_rules(document, &found)
		if status == C.BLOCKMASK_OK {
			rules = copyRows[uint32](&found)
			C.blockmask_free(found.rows)
		}
		return status
	})
	return rules, err
}
