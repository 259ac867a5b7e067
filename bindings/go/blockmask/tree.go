package blockmask

// #cgo noescape blockmask_compile_selector
// #cgo nocallback blockmask_compile_selector
// #cgo noescape blockmask_select
// #cgo nocallback blockmask_select
// #cgo noescape blockmask_closest
// #cgo nocallback blockmask_closest
// #cgo noescape bridge_parse
// #cgo nocallback bridge_parse
// #include "bridge.h"
import "C"

import "runtime"

// NodeKind is what a node of a tree is. Newer libraries may return numbers that are not listed here.
type NodeKind uint8

// The kinds of nodes.
const (
	NodeDocument NodeKind = C.BLOCKMASK_NODE_DOCUMENT
	NodeDoctype  NodeKind = C.BLOCKMASK_NODE_DOCTYPE
	NodeElement  NodeKind = C.BLOCKMASK_NODE_ELEMENT
	// Adjacent texts are one text node of the DOM.
	NodeText                  NodeKind = C.BLOCKMASK_NODE_TEXT
	NodeComment               NodeKind = C.BLOCKMASK_NODE_COMMENT
	NodeProcessingInstruction NodeKind = C.BLOCKMASK_NODE_PROCESSING_INSTRUCTION
)

// Namespace is the namespace of an element.
type Namespace uint8

// The namespaces.
const (
	NamespaceHTML   Namespace = C.BLOCKMASK_NAMESPACE_HTML
	NamespaceSVG    Namespace = C.BLOCKMASK_NAMESPACE_SVG
	NamespaceMathML Namespace = C.BLOCKMASK_NAMESPACE_MATHML
)

// Node is a node of the tree of a page. Source offsets count bytes of the page as it was passed in. A node and its
// descendants are the nodes from its index up to SubtreeEnd.
type Node struct {
	// The name of an element as in the DOM, such as div or foreignObject; of a document type; the target of a processing
	// instruction. Empty for other nodes.
	Name          string
	NodeKind      NodeKind
	NodeNamespace Namespace
	// Depth in the tree; 0 for the document.
	Depth uint16
	// Indices of other nodes, or None.
	Parent, FirstChild, NextSibling uint32
	// One past the index of the last descendant.
	SubtreeEnd uint32
	// From the first byte of the start tag to one past the end tag, and what is between them. Of a comment, with and without
	// its delimiters.
	SourceStart, ContentStart, ContentEnd, SourceEnd uint32
	// The index of its first attribute, or None. The others follow, up to one that IsLast.
	FirstAttribute uint32
	// The blocks that have characters in it.
	FirstBlock, EndBlock uint32
	// Whether it has these tags, or they are implied.
	HasStartTag, HasEndTag bool
}

// Attribute is an attribute of an element; Page.AttributeValue gives its value, decoded.
type Attribute struct {
	// Its name as in the DOM, such as class, viewBox or xlink:href.
	Name string
	// Whether it is the last one of its element.
	IsLast bool
	// Where its name and its value are written, the value without quotes.
	NameSourceStart, NameSourceEnd   uint32
	ValueSourceStart, ValueSourceEnd uint32
}

// Parse parses a page and does nothing else: the result has a tree, and no text, blocks or mask. context is empty for a
// whole document; for a fragment it is the name of the element whose content it is, such as body, td or "svg path", and the
// nodes are children of the document. The limits of the options apply.
func (a *Analyzer) Parse(input Input, context string) (*Page, error) {
	var found C.struct_bridge_page
	html, length := cBytes(input.HTML)
	charset, charsetLength := cString(input.Charset)
	name, nameLength := cString(context)
	err := a.do(func() C.blockmask_status {
		return C.bridge_parse(a.analyzer, a.spare.take(), html, length, charset, charsetLength, name, nameLength, &found)
	})
	if err != nil {
		return nil, err
	}
	return newPage(a, &found), nil
}

// Nodes are the nodes of the tree in document order; the first is the document.
func (p *Page) Nodes() (nodes []Node, err error) {
	err = p.rows(C.BLOCKMASK_TABLE_NODES, func(found *C.blockmask_table) {
		nodes = make([]Node, 0, found.count)
		for row := range rowsOf[C.blockmask_node](found) {
			nodes = append(nodes, Node{
				Name:     copyString(row.name, C.size_t(row.name_length)),
				NodeKind: NodeKind(row.node_kind), NodeNamespace: Namespace(row.node_namespace), Depth: uint16(row.depth),
				Parent: uint32(row.parent), FirstChild: uint32(row.first_child), NextSibling: uint32(row.next_sibling),
				SubtreeEnd:  uint32(row.subtree_end),
				SourceStart: uint32(row.source_start), ContentStart: uint32(row.content_start),
				ContentEnd: uint32(row.content_end), SourceEnd: uint32(row.source_end),
				FirstAttribute: uint32(row.first_attribute),
				FirstBlock:     uint32(row.first_block), EndBlock: uint32(row.end_block),
				HasStartTag: row.has_start_tag != 0, HasEndTag: row.has_end_tag != 0,
			})
		}
	})
	return nodes, err
}

// Attributes are the attributes of all elements, to which Node.FirstAttribute refers.
func (p *Page) Attributes() (attributes []Attribute, err error) {
	err = p.rows(C.BLOCKMASK_TABLE_ATTRIBUTES, func(found *C.blockmask_table) {
		attributes = make([]Attribute, 0, found.count)
		for row := range rowsOf[C.blockmask_attribute](found) {
			attributes = append(attributes, Attribute{
				Name: copyString(row.name, C.size_t(row.name_length)), IsLast: row.is_last != 0,
				NameSourceStart: uint32(row.name_source_start), NameSourceEnd: uint32(row.name_source_end),
				ValueSourceStart: uint32(row.value_source_start), ValueSourceEnd: uint32(row.value_source_end),
			})
		}
	})
	return attributes, err
}

// Reads a table, one of BLOCKMASK_TABLE_, whose rows refer to memory of the document.
func (p *Page) rows(which C.uint32_t, read func(found *C.blockmask_table)) error {
	return p.read(func(document *C.blockmask_document) C.blockmask_status {
		var found C.blockmask_table
		status := C.blockmask_get_table(document, which, &found)
		if status == C.BLOCKMASK_OK {
			read(&found)
		}
		return status
	})
}

// BlockNodes is for each block the index of the element that contains it.
func (p *Page) BlockNodes() ([]uint32, error) { return table[uint32](p, C.BLOCKMASK_TABLE_BLOCK_NODES) }

// NodeText is the text of a text or a comment, decoded, or the data of a processing instruction; empty for other nodes.
func (p *Page) NodeText(node int) (string, error) {
	return p.stringOf(C.BLOCKMASK_STRING_NODE_TEXT, node)
}

// AttributeValue is the value of an attribute, decoded.
func (p *Page) AttributeValue(attribute int) (string, error) {
	return p.stringOf(C.BLOCKMASK_STRING_ATTRIBUTE_VALUE, attribute)
}

// Selector is a compiled CSS selector: of Selectors Level 4 what a document without scripts and users has. Several
// goroutines may use it, on any pages.
type Selector struct {
	// In C's memory; freed by the garbage collector.
	compiled *C.blockmask_selector
}

// CompileSelector compiles a selector, such as "main > article h2". The error of what is none is ErrBadArgument, and its
// message names the byte.
func CompileSelector(selector string) (*Selector, error) {
	s := &Selector{}
	text, length := cString(selector)
	err := call(func() C.blockmask_status { return C.blockmask_compile_selector(text, length, &s.compiled) })
	if err != nil {
		return nil, err
	}
	runtime.AddCleanup(s, func(compiled *C.blockmask_selector) { C.blockmask_free_selector(compiled) }, s.compiled)
	return s, nil
}

// Select is the indices of the nodes below a node, or of the whole page for node 0, that a selector matches, in document
// order. :scope is the node. The error is ErrLimitReached if a crafted selector takes too many steps.
func (p *Page) Select(selector *Selector, node uint32) (nodes []uint32, err error) {
	err = p.read(func(document *C.blockmask_document) C.blockmask_status {
		var found C.blockmask_table
		status := C.blockmask_select(document, selector.compiled, C.uint32_t(node), &found)
		if status == C.BLOCKMASK_OK {
			nodes = copyRows[uint32](&found)
			C.blockmask_free(found.rows)
		}
		return status
	})
	runtime.KeepAlive(selector)
	return nodes, err
}

// Matches is whether a selector matches a node.
func (p *Page) Matches(selector *Selector, node uint32) (bool, error) {
	closest, err := p.Closest(selector, node)
	return err == nil && closest == node, err
}

// Closest is the node itself, or the innermost one around it, that a selector matches, or None.
func (p *Page) Closest(selector *Selector, node uint32) (uint32, error) {
	var closest C.uint32_t
	err := p.read(func(document *C.blockmask_document) C.blockmask_status {
		return C.blockmask_closest(document, selector.compiled, C.uint32_t(node), &closest)
	})
	runtime.KeepAlive(selector)
	return uint32(closest), err
}
