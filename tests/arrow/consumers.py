"""Batches of blockmask_export_arrow in programs that read Arrow: pyarrow, Polars and DuckDB, as far as they are installed.

    python consumers.py LIBRARY PAGE...

LIBRARY is the shared library. The pages, and some that fail, are exported and read back; pyarrow validates each batch in
full.
"""

import ctypes
import pathlib
import random
import sys

try:
    import pyarrow as pa
except ImportError:
    print("skipped: there is no pyarrow here")
    sys.exit()

COLUMNS_ALL = 4194303
MAX_INPUT = 1 << 20

I64, LARGE, I32 = pa.int64(), pa.large_string(), pa.int32()
RANGE = [("source_start", I64), ("source_end", I64)]
BOTH = [*RANGE, ("text_start", I64), ("text_end", I64)]


def struct(*fields, nullable=()):
    return pa.struct([pa.field(name, kind, nullable=name in nullable) for name, kind in fields])


def list_of(item):
    return pa.list_(pa.field("item", item, nullable=False))


BLOCK = struct(
    ("text", LARGE), *BOTH, ("role", LARGE), ("field", LARGE), ("weight", pa.int16()), ("is_template", pa.bool_()),
    ("probability", pa.float32()), ("heading_level", pa.int8()), ("tag_path", LARGE), ("tokens", I32),
    ("linked_tokens", I32), ("link_targets", I32), ("segment", I32), ("comment", I32), ("flags", list_of(LARGE)),
    ("block_type", LARGE), ("heading_path", list_of(I32)), ("list", I32), ("item", I32), ("number", I32), ("list_depth", I32),
    ("table", I32), ("row", I32), ("column", I32), ("row_span", I32), ("column_span", I32), ("is_header", pa.bool_()),
    ("quote_depth", I32), ("language", LARGE), ("direction", LARGE), ("formatted_text", LARGE),
    ("rule", I32),
    nullable=("tag_path", "segment", "comment", "list", "item", "number", "table", "row", "column", "row_span",
              "column_span", "is_header", "language", "direction", "formatted_text", "rule"),
)
FACT = struct(("value", LARGE), ("origin", LARGE), *RANGE)
DATE = struct(("date", LARGE), ("confidence", pa.float32()), ("origin", LARGE), *RANGE)
ROBOTS = struct(
    ("rules", list_of(LARGE)), ("max_snippet", I64), ("max_image_preview", LARGE), ("max_video_preview", I64),
    ("unavailable_after", LARGE),
    ("directives", list_of(struct(
        ("agent", LARGE), ("name", LARGE), ("value", LARGE), ("applies", pa.bool_()), ("origin", LARGE), *RANGE,
        nullable=("value", "source_start", "source_end")))),
    nullable=("max_snippet", "max_image_preview", "max_video_preview", "unavailable_after"),
)
FACTS = struct(
    ("robots", ROBOTS), ("canonical", FACT),
    ("alternates", list_of(struct(("language", LARGE), ("value", LARGE), ("origin", LARGE), *RANGE))),
    ("language", FACT), ("title", FACT), ("page_type", FACT), ("image", FACT), ("site_name", FACT),
    ("description", FACT), ("keywords", FACT), ("types", list_of(FACT)), ("authors", list_of(FACT)),
    ("published", DATE), ("modified", DATE),
    ("exclusions", list_of(struct(("rule", LARGE), ("scope", LARGE), *RANGE))),
    nullable=("canonical", "language", "title", "page_type", "image", "site_name", "description", "keywords",
              "published", "modified"),
)
SCHEMA = pa.schema([
    pa.field("status", LARGE, nullable=False),
    ("error", LARGE),
    ("main_text", LARGE),
    ("text", LARGE),
    ("title", LARGE),
    ("kind", LARGE),
    ("encoding", LARGE),
    ("is_recovered", pa.bool_()),
    ("truncation", list_of(LARGE)),
    ("blocks", list_of(BLOCK)),
    ("segments", list_of(struct(
        *BOTH, ("tokens", I32), ("linked_tokens", I32), ("lines", I32), ("text_density", pa.float64())))),
    ("main_regions", list_of(struct(*RANGE))),
    ("links", list_of(struct(
        *BOTH, ("target", LARGE), ("block", I32), ("address", LARGE), ("rel", LARGE),
        nullable=("target", "block", "address", "rel")))),
    ("fingerprint", struct(
        ("version", pa.int16()), ("is_valid", pa.bool_()), ("tokens", I32), ("sim_hash", I64),
        ("min_hashes", list_of(I64)), ("content_hash", I64), ("structure_hash", I64))),
    ("kind_probabilities", list_of(struct(("kind", LARGE), ("probability", pa.float32())))),
    ("main_html", LARGE),
    ("comments", list_of(struct(
        *RANGE, ("author", LARGE), ("date", LARGE), ("text", LARGE), ("parent", I32),
        nullable=("author", "date", "parent")))),
    ("images", list_of(struct(
        *RANGE, ("alt", LARGE), ("target", LARGE), ("block", I32), ("weight", pa.int16()), nullable=("block",)))),
    ("records", list_of(struct(*RANGE, ("first_block", I32), ("end_block", I32)))),
    ("facts", FACTS),
    ("headline", LARGE),
    ("annotations", list_of(struct(*BOTH, ("annotation_type", LARGE), ("block", I32), ("text", LARGE)))),
    ("fallbacks", list_of(LARGE)),
    ("groups", list_of(struct(
        *RANGE, ("group_kind", LARGE), ("probability", pa.float32()), ("is_main_list", pa.bool_()), ("items", list_of(struct(
            *RANGE, ("first_block", I32), ("end_block", I32), ("parent", I32), ("author", LARGE), ("date", LARGE),
            ("rating", LARGE), ("price", LARGE), nullable=("parent", "author", "date", "rating", "price"))))))),
])


class Input(ctypes.Structure):
    """blockmask_input, without hints."""

    _fields_ = [("size", ctypes.c_size_t), ("html", ctypes.c_char_p), ("length", ctypes.c_size_t),
                ("hints", ctypes.c_void_p)]


class Library:
    """The functions that are needed, and an analyzer."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.analyzer = ctypes.c_void_p()
        self.check(self.library.blockmask_create_analyzer(None, ctypes.byref(self.analyzer)))

    @staticmethod
    def check(status):
        assert status == 0, f"status {status}"

    def export(self, pages, columns=COLUMNS_ALL):
        """A record batch of pages, of which some may be None."""
        inputs = (Input * len(pages))(*[Input(ctypes.sizeof(Input), page, len(page or b"")) for page in pages])
        # Room for the two structs, of 9 and 10 words.
        schema, array = ctypes.create_string_buffer(72), ctypes.create_string_buffer(80)
        self.check(self.library.blockmask_export_arrow(
            self.analyzer, inputs, ctypes.c_size_t(len(pages)), ctypes.c_uint32(columns), schema, array))
        batch = pa.RecordBatch._import_from_c(ctypes.addressof(array), ctypes.addressof(schema))
        batch.validate(full=True)
        return batch


def random_pages(count):
    pieces = [b"<p>", b"</div>", b"<div class='a b'>", b"<a href='x?a&amp;b'>", b"<h2>", b"<nav>", b"<td>", b"\xff\x00",
              b"Zo\xc3\xab ", b"rain fell on the city for the third day ", b"<span hidden>", b"&eacute;", b"<title>T"]
    rng = random.Random(17)
    return [b"".join(rng.choices(pieces, k=rng.randrange(120))) for _ in range(count)]


def check_rows(pages, batch):
    """What holds for every row."""
    assert batch.num_rows == len(pages)
    rows = batch.to_pylist()
    for page, row in zip(pages, rows):
        if page is None:
            assert row["status"] == "missing" and row["error"] and row["blocks"] is None and row["text"] is None
            continue
        assert row["status"] == "ok" and row["error"] is None, row["error"]
        text = row["text"].encode()
        main = []
        for block in row["blocks"]:
            assert text[block["text_start"]:block["text_end"]].decode() == block["text"]
            assert 0 <= block["source_start"] <= block["source_end"] <= len(page)
            if not block["is_template"] or "headline" in block["flags"]:
                main.append(block["text"])
        assert row["main_text"] == "\n".join(main)
        assert len(row["fingerprint"]["min_hashes"]) == 8
    return rows


def check_polars(batch, rows):
    try:
        import polars
    except ImportError:
        print("skipped: there is no polars here")
        return
    frame = polars.from_arrow(batch)
    assert frame.to_dicts() == rows
    print(f"polars {polars.__version__} reads the same")


def check_duckdb(batch, rows):
    try:
        import duckdb
    except ImportError:
        print("skipped: there is no duckdb here")
        return
    found = duckdb.sql("select status, len(blocks), blocks[1].text, fingerprint.sim_hash from batch").fetchall()
    blocks = [row["blocks"] for row in rows]
    expected = [
        (row["status"], None if listed is None else len(listed), listed[0]["text"] if listed else None,
         (row["fingerprint"] or {}).get("sim_hash"))
        for row, listed in zip(rows, blocks)
    ]
    assert found == expected
    print(f"duckdb {duckdb.__version__} reads the same")


def main(path, *files):
    library = Library(path)
    pages = [pathlib.Path(file).read_bytes() for file in files] + [None, b""] + random_pages(500) + [None]
    batch = library.export(pages)
    assert batch.schema.equals(SCHEMA), batch.schema
    rows = check_rows(pages, batch)
    print(f"pyarrow {pa.__version__}: {batch.num_rows} rows, {batch.nbytes} bytes are valid")
    for count in (0, 1, 7, 8, 9):
        some = library.export(pages[-count:] if count else [])
        assert some.num_rows == count and some.schema.equals(SCHEMA)
        assert some.to_pylist() == rows[len(rows) - count:]
    only_null = library.export([None] * 9)
    assert only_null["blocks"].null_count == 9 and only_null["status"].null_count == 0
    assert library.export(pages, 0).schema.names == ["status", "error"]
    # Slices, and a column that outlives its batch.
    assert batch.slice(3, 4).to_pylist() == rows[3:7]
    blocks = library.export(pages)["blocks"]
    assert blocks.to_pylist() == [row["blocks"] for row in rows]
    check_polars(batch, rows)
    check_duckdb(batch, rows)


main(*sys.argv[1:])
