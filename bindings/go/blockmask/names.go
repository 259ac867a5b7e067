package blockmask

// #include "bridge.h"
import "C"

import (
	"math/bits"
	"strings"
	"sync"
)

// names holds the names that the library gives to a set of numbers. It asks the library once, as a call to C costs more
// than the lookup.
type names struct {
	once sync.Once
	// By number, or by the position of a bit.
	table [64]string
	// One of BLOCKMASK_NAMES_, and whether its numbers are the bits of a set.
	list   C.uint32_t
	isBits bool
}

func (n *names) ask(number uint32) string {
	if n.isBits {
		number = 1 << number
	}
	return C.GoString(C.blockmask_name(n.list, C.uint32_t(number)))
}

func (n *names) of(number uint32) string {
	n.once.Do(func() {
		for i := range n.table {
			n.table[i] = n.ask(uint32(i))
		}
	})
	if number < uint32(len(n.table)) {
		return n.table[number]
	}
	return n.ask(number)
}

// The names of the bits of a set. The library names bits, so the position of a bit is what the table is indexed by.
func (n *names) ofBits(set uint32) []string {
	list := make([]string, 0, bits.OnesCount32(set))
	for ; set != 0; set &= set - 1 {
		list = append(list, n.of(uint32(bits.TrailingZeros32(set))))
	}
	return list
}

func joined(list []string) string { return strings.Join(list, ",") }

var (
	roleNames           = names{list: C.BLOCKMASK_NAMES_ROLE}
	fieldNames          = names{list: C.BLOCKMASK_NAMES_FIELD}
	typeNames           = names{list: C.BLOCKMASK_NAMES_TYPE}
	kindNames           = names{list: C.BLOCKMASK_NAMES_KIND}
	encodingSourceNames = names{list: C.BLOCKMASK_NAMES_ENCODING_SOURCE}
	pageLayoutNames     = names{list: C.BLOCKMASK_NAMES_PAGE_LAYOUT}
	layoutAreaNames     = names{list: C.BLOCKMASK_NAMES_LAYOUT_AREA}
	visualClassNames    = names{list: C.BLOCKMASK_NAMES_VISUAL}
	flagNames           = names{list: C.BLOCKMASK_NAMES_FLAG, isBits: true}
	truncationNames     = names{list: C.BLOCKMASK_NAMES_TRUNCATION, isBits: true}
	fallbackNames       = names{list: C.BLOCKMASK_NAMES_FALLBACK, isBits: true}
	hiddenNames         = names{list: C.BLOCKMASK_NAMES_HIDDEN, isBits: true}
	annotationNames     = names{list: C.BLOCKMASK_NAMES_ANNOTATION}
	groupNames          = names{list: C.BLOCKMASK_NAMES_GROUP}
	changeNames         = names{list: C.BLOCKMASK_NAMES_CHANGE}
	reasonNames         = names{list: C.BLOCKMASK_NAMES_REASON}
	languageNames       = names{list: C.BLOCKMASK_NAMES_LANGUAGE}
)

// String is the name of the role, such as "navigation"; "unknown" if the library does not know it.
func (r Role) String() string { return roleNames.of(uint32(r)) }

// String is the name of the field, such as "in-page-link"; "unknown" if the library does not know it.
func (f Field) String() string { return fieldNames.of(uint32(f)) }

// String is the name of the kind, such as "article"; "unknown" for KindNone, or if the library does not know it.
func (k PageKind) String() string { return kindNames.of(uint32(k)) }

// String is the name of the source, such as "meta"; "unknown" if the library does not know it.
func (s EncodingSource) String() string { return encodingSourceNames.of(uint32(s)) }

// String is the name of the layout, such as "article-with-comments"; "unknown" if the library does not know it.
func (l PageLayout) String() string { return pageLayoutNames.of(uint32(l)) }

// String is the name of the role, such as "comment"; "unknown" if the library does not know it.
func (r LayoutAreaRole) String() string { return layoutAreaNames.of(uint32(r)) }

// String is the name of the class, such as "paragraph"; "unknown" if the library does not know it.
func (c VisualClass) String() string { return visualClassNames.of(uint32(c)) }

// Names are the names of the flags in the set, such as "hidden"; "unknown" for each that the library does not know.
func (f BlockFlags) Names() []string { return flagNames.ofBits(uint32(f)) }

// String is the names of the flags, separated by commas.
func (f BlockFlags) String() string { return joined(f.Names()) }

// Names are the names of the limits in the set, such as "depth"; "unknown" for each that the library does not know.
func (t Truncation) Names() []string { return truncationNames.ofBits(uint32(t)) }

// String is the names of the limits, separated by commas.
func (t Truncation) String() string { return joined(t.Names()) }

// Names are the names of the fallbacks in the set, such as "comments"; "unknown" for each that the library does not know.
func (f Fallbacks) Names() []string { return fallbackNames.ofBits(uint32(f)) }

// String is the names of the fallbacks, separated by commas.
func (f Fallbacks) String() string { return joined(f.Names()) }

// Names are the names of the reasons in the set, such as "display"; "unknown" for each that the library does not know.
func (h HiddenReasons) Names() []string { return hiddenNames.ofBits(uint32(h)) }

// String is the names of the reasons, separated by commas.
func (h HiddenReasons) String() string { return joined(h.Names()) }
