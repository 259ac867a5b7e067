"""Pages as documents of LangChain, LlamaIndex, unstructured and docling, from the JSON of the command line.

`passages` are lines of `blockmask passages --format jsonl --text-fragments`, `page` is a line of
`blockmask blocks --format jsonl`. Each function needs the package that it is named after.
"""

import itertools


def metadata(page, passage):
    """What finds the passage again: its place, its headings, and the link to it."""
    names = ("source_start", "source_end", "headings", "tokens")
    link = passage.get("text_fragment", "")
    return {"source": page["file"] + link, "title": page["title"] or "", **{name: passage[name] for name in names}}


def text(passage):
    """The text with its context in front, which is what to embed."""
    return "\n".join(part for part in (passage["context"], passage["text"]) if part)


def langchain(page):
    from langchain_core.documents import Document

    return [
        Document(id=f"{page['file']}#{p['id']}", page_content=text(p), metadata=metadata(page, p))
        for p in page["passages"]
    ]


def llama_index(page):
    from llama_index.core.schema import TextNode

    return [
        TextNode(id_=f"{page['file']}#{p['id']}", text=text(p), metadata=metadata(page, p)) for p in page["passages"]
    ]


def main_units(page):
    """The main blocks by unit: the rows of a table are one, and all other blocks one each."""
    kept = [block for block in page["blocks"] if not block["is_template"] or "headline" in block["flags"]]

    def key(block):
        return ("table", block["table"]) if "table" in block else ("block", block["text_start"])

    for (kind, _), blocks in itertools.groupby(kept, key):
        yield kind, list(blocks)


def rows(blocks):
    """The cells of a table, row by row: a list of texts for each cell that begins in the row."""
    return [list(row) for _, row in itertools.groupby(blocks, lambda block: block["row"])]


def unstructured(page):
    from unstructured.documents import elements

    classes = {"heading": elements.Title, "list-item": elements.ListItem, "code": elements.CodeSnippet}
    made = []
    for kind, blocks in main_units(page):
        about = elements.ElementMetadata(filename=page["file"])
        if kind == "table":
            lines = (" | ".join(block["text"] for block in row) for row in rows(blocks))
            made.append(elements.Table("\n".join(lines), metadata=about))
            continue
        block = blocks[0]
        if block["block_type"] == "heading":
            about.category_depth = block["heading_level"] - 1
        element = classes.get(block["block_type"], elements.NarrativeText)
        made.append(element(block.get("formatted_text", block["text"]), metadata=about))
    return made


def docling(page):
    from docling_core.types.doc import DoclingDocument, TableCell, TableData
    from docling_core.types.doc.labels import DocItemLabel

    document = DoclingDocument(name=page["title"] or page["file"])
    for kind, blocks in main_units(page):
        if kind == "table":
            cells = [
                TableCell(
                    text=block["text"], column_header=block["is_header"] and block["row"] == blocks[0]["row"],
                    row_header=block["is_header"] and block["row"] != blocks[0]["row"],
                    row_span=block["row_span"], col_span=block["column_span"],
                    start_row_offset_idx=block["row"], end_row_offset_idx=block["row"] + block["row_span"],
                    start_col_offset_idx=block["column"], end_col_offset_idx=block["column"] + block["column_span"],
                )
                for block in blocks
            ]
            rows_end = max(cell.end_row_offset_idx for cell in cells)
            columns_end = max(cell.end_col_offset_idx for cell in cells)
            document.add_table(TableData(table_cells=cells, num_rows=rows_end, num_cols=columns_end))
            continue
        block = blocks[0]
        written = block.get("formatted_text", block["text"])
        match block["block_type"]:
            case "heading":
                document.add_heading(written, level=max(1, block["heading_level"]))
            case "code":
                document.add_code(written)
            case _:
                document.add_text(DocItemLabel.TEXT, written)
    return document
