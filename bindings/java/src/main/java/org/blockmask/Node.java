package org.blockmask;

import java.util.OptionalInt;

/**
 * A node of the tree of a page. The node and its descendants are the nodes from its index up to {@code subtreeEnd}.
 *
 * @param nodeKind what it is
 * @param nodeNamespace the namespace of an element
 * @param name the name of an element as in the DOM, such as {@code div} or {@code foreignObject}; of a document type; the
 *     target of a processing instruction; empty for other nodes
 * @param depth its depth; 0 for the document
 * @param parent the index of its parent; empty for the document
 * @param firstChild the index of its first child
 * @param nextSibling the index of its next sibling
 * @param subtreeEnd one past the index of its last descendant
 * @param source from its start tag to its end tag, in the bytes of the page
 * @param content what is between its tags
 * @param firstAttribute the index of its first attribute; the others follow, up to one that is the last
 * @param blocks the blocks that have characters in it
 * @param hasStartTag whether it has a start tag, or that is implied
 * @param hasEndTag whether it has an end tag
 */
public record Node(NodeKind nodeKind, Namespace nodeNamespace, String name, int depth, OptionalInt parent,
        OptionalInt firstChild, OptionalInt nextSibling, int subtreeEnd, Range source, Range content,
        OptionalInt firstAttribute, Range blocks, boolean hasStartTag, boolean hasEndTag) {
    static Node of(Table table, int i) {
        return new Node(NodeKind.of(table.getByte(i, "node_kind")), Namespace.of(table.getByte(i, "node_namespace")),
                name(table, i), table.getShort(i, "depth"), table.getIndex(i, "parent"), table.getIndex(i, "first_child"),
                table.getIndex(i, "next_sibling"), table.getInt(i, "subtree_end"), table.source(i),
                table.range(i, "content"), table.getIndex(i, "first_attribute"),
                new Range(table.getInt(i, "first_block"), table.getInt(i, "end_block")),
                table.getByte(i, "has_start_tag") != 0, table.getByte(i, "has_end_tag") != 0);
    }

    static String name(Table table, int i) {
        return NativeDocument.text(table.getAddress(i, "name").reinterpret(table.getInt(i, "name_length")));
    }
}
