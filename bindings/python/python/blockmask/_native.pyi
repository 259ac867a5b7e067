"""The compiled part of the package blockmask."""

import builtins
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, Protocol, Self, TypeAlias, final

from blockmask._types import Counts, Facts, Group, Options, PassageChange, Quality, TableCell, TextLanguage
from typing_extensions import Buffer, Unpack

__all__ = [
    "Analyzer",
    "Attribute",
    "Batch",
    "Block",
    "Comment",
    "Fingerprint",
    "Annotation",
    "Image",
    "JoinedText",
    "LayoutArea",
    "Link",
    "Node",
    "Page",
    "Passage",
    "Run",
    "Segment",
    "Selector",
    "SiteStats",
    "Tree",
    "VisualArea",
    "__version__",
    "_join",
    "_reduce_page",
    "_restore",
    "_restore_page",
    "analyze",
    "analyze_batch",
    "diff_passages",
    "extract",
    "parse",
]
__version__: str

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

_Arrow: TypeAlias = _ArrowArray | _ArrowStream

def extract(
    html: Buffer | str, *, charset: str | None = None, address: str | None = None, **options: Unpack[Options]
) -> str: ...
def analyze(
    html: Buffer | str, *, charset: str | None = None, address: str | None = None, **options: Unpack[Options]
) -> Page: ...
def parse(
    html: Buffer | str, *, context: str | None = None, charset: str | None = None, **options: Unpack[Options]
) -> Tree: ...
def diff_passages(old_ids: Sequence[int], new_ids: Sequence[int]) -> list[PassageChange]: ...
def analyze_batch(
    pages: _Arrow | Iterable[Buffer | str | None],
    *,
    charset: str | _Arrow | Sequence[str | None] | None = None,
    addresses: _Arrow | Sequence[str | None] | None = None,
    columns: Iterable[str] | None = None,
    **options: Unpack[Options],
) -> Batch: ...
def _join(page: Page, fields: tuple[str, ...] | None) -> JoinedText: ...
def _reduce_page(page: Page) -> tuple[Any, tuple[Any, ...]]: ...
def _restore(class_: str, fields: tuple[Any, ...], /) -> Any: ...
def _restore_page(
    html: bytes | str, charset: str | None, address: str | None, options: Options
) -> Page: ...

@final
class Analyzer:
    def __new__(cls, **options: Unpack[Options]) -> Self: ...
    options: Final[Options]
    def extract(self, html: Buffer | str, *, charset: str | None = None, address: str | None = None) -> str: ...
    def analyze(self, html: Buffer | str, *, charset: str | None = None, address: str | None = None) -> Page: ...
    def analyze_batch(
        self,
        pages: _Arrow | Iterable[Buffer | str | None],
        *,
        charset: str | _Arrow | Sequence[str | None] | None = None,
        addresses: _Arrow | Sequence[str | None] | None = None,
        columns: Iterable[str] | None = None,
    ) -> Batch: ...
    def cancel(self) -> None: ...
    def __getnewargs_ex__(self) -> tuple[tuple[()], Options]: ...

@final
class Batch:
    columns: Final[tuple[str, ...]]
    def to_pyarrow(self) -> Any: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __len__(self) -> int: ...

@final
class Page:
    html: Final[Any]
    text: Final[str]
    tree: Final[Tree]
    main_text: Final[str]
    title: Final[str | None]
    headline: Final[str | None]
    kind: Final[str | None]
    kind_probabilities: Final[dict[str, float]]
    encoding: Final[str]
    encoding_source: Final[str]
    truncation: Final[frozenset[str]]
    fallbacks: Final[frozenset[str]]
    is_recovered: Final[bool]
    parts: Final[frozenset[str]]
    blocks: Final[tuple[Block, ...]]
    segments: Final[tuple[Segment, ...]]
    main_regions: Final[tuple[slice[int, int, None], ...]]
    links: Final[tuple[Link, ...]]
    comments: Final[tuple[Comment, ...]]
    images: Final[tuple[Image, ...]]
    annotations: Final[tuple[Annotation, ...]]
    fingerprint: Final[Fingerprint]
    page_layout: Final[str | None]
    layout_areas: Final[tuple[LayoutArea, ...]]
    visual_areas: Final[tuple[VisualArea, ...]]
    def runs(self) -> list[Run]: ...
    def join_main_text(self) -> JoinedText: ...
    def join_fields(self, *fields: str) -> JoinedText: ...
    def map_text_offset(self, offset: int) -> int: ...
    def map_text_range(self, start: int, stop: int) -> slice[int, int, None]: ...
    def text_fragment(self, start: int, stop: int) -> str: ...
    def to_html(self) -> str: ...
    def to_markdown(self, *, links: bool = True, images: bool = False) -> str: ...
    def to_markdown_with_blocks(
        self, *, links: bool = True, images: bool = False
    ) -> tuple[str, list[tuple[int, slice[int, int, None]]], frozenset[str]]: ...
    def to_text(self) -> str: ...
    def passages(
        self,
        *,
        max_tokens: int = 256,
        overlap_tokens: int = 0,
        main_only: bool = False,
        token_starts: Sequence[int] | None = None,
    ) -> list[Passage]: ...
    def facts(
        self,
        *,
        x_robots_tag: str = "",
        agents: Sequence[str] | None = None,
        exclusion_attributes: Sequence[str] | None = None,
        headers: str = "",
        properties: bool = False,
    ) -> Facts: ...
    def records(self) -> list[tuple[slice[int, int, None], slice[int, int, None]]]: ...
    def groups(self) -> list[Group]: ...
    def table_cells(self) -> list[TableCell]: ...
    def quality(self) -> Quality: ...
    def page_language(self) -> TextLanguage: ...
    def block_languages(self) -> list[TextLanguage]: ...
    def counts(self) -> Counts: ...
    def block_counts(self) -> list[Counts]: ...
    def pruned_html(self) -> str: ...
    def cancel(self) -> None: ...
    def to_dict(self) -> dict[str, Any]: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, value: object, /) -> bool: ...

@final
class Tree:
    root: Final[Node]
    truncation: Final[frozenset[str]]
    def node_of(self, block: Block) -> Node: ...
    def select(self, selector: Selector | str, /) -> builtins.list[Node]: ...
    def __iter__(self) -> Iterator[Node]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Node: ...

@final
class Selector:
    def __new__(cls, selector: str, /) -> Selector: ...

@final
class Node:
    index: Final[int]
    kind: Final[str]
    name: Final[str]
    namespace: Final[str]
    depth: Final[int]
    parent: Final[Node | None]
    first_child: Final[Node | None]
    next_sibling: Final[Node | None]
    subtree_end: Final[int]
    children: Final[builtins.list[Node]]
    source: Final[slice[int, int, None]]
    start_tag: Final[slice[int, int, None] | None]
    content: Final[slice[int, int, None]]
    end_tag: Final[slice[int, int, None] | None]
    attributes: Final[tuple[Attribute, ...]]
    text: Final[str]
    public_id: Final[str | None]
    system_id: Final[str | None]
    blocks: Final[slice[int, int, None]]
    def get(self, name: str, default: str | None = None) -> str | None: ...
    def select(self, selector: Selector | str, /) -> builtins.list[Node]: ...
    def matches(self, selector: Selector | str, /) -> bool: ...
    def closest(self, selector: Selector | str, /) -> Node | None: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Attribute:
    name: Final[str]
    value: Final[str]
    name_source: Final[slice[int, int, None]]
    value_source: Final[slice[int, int, None]]

@final
class Block:
    index: Final[int]
    source_start: Final[int]
    source_end: Final[int]
    text: Final[str]
    text_start: Final[int]
    text_end: Final[int]
    tokens: Final[int]
    linked_tokens: Final[int]
    lines: Final[int]
    characters: Final[int]
    text_density: Final[float]
    link_density: Final[float]
    segment: Final[int | None]
    comment: Final[int | None]
    is_in_main_region: Final[bool]
    tag_path: Final[str]
    path_hash: Final[int]
    text_hash: Final[int]
    depth: Final[int]
    heading_level: Final[int]
    flags: Final[frozenset[str]]
    is_template: Final[bool]
    probability: Final[float]
    field: Final[str]
    weight: Final[int]
    link_targets: Final[int]
    rule: Final[int | None]
    role: Final[str]
    hidden_characters: Final[int]
    hidden_reasons: Final[frozenset[str]]
    block_type: Final[str]
    heading_path: Final[builtins.list[int]]
    list: Final[int | None]
    item: Final[int | None]
    number: Final[int | None]
    list_depth: Final[int]
    table: Final[int | None]
    row: Final[int | None]
    column: Final[int | None]
    row_span: Final[int | None]
    column_span: Final[int | None]
    is_header: Final[bool | None]
    quote_depth: Final[int]
    language: Final[str | None]
    direction: Final[str | None]
    formatted_text: Final[str | None]
    source: Final[slice[int, int, None]]
    text_range: Final[slice[int, int, None]]
    def __eq__(self, value: object, /) -> bool: ...

@final
class Segment:
    source_start: Final[int]
    source_end: Final[int]
    text: Final[str]
    text_start: Final[int]
    text_end: Final[int]
    tokens: Final[int]
    linked_tokens: Final[int]
    lines: Final[int]
    text_density: Final[float]
    source: Final[slice[int, int, None]]
    text_range: Final[slice[int, int, None]]
    def __eq__(self, value: object, /) -> bool: ...

@final
class Link:
    source_start: Final[int]
    source_end: Final[int]
    text: Final[str]
    text_start: Final[int]
    text_end: Final[int]
    target: Final[str]
    block: Final[int]
    address: Final[str | None]
    rel: Final[str]
    source: Final[slice[int, int, None]]
    text_range: Final[slice[int, int, None]]
    def __eq__(self, value: object, /) -> bool: ...

@final
class Comment:
    source_start: Final[int]
    source_end: Final[int]
    author: Final[str | None]
    date: Final[str | None]
    text: Final[str]
    parent: Final[int | None]
    source: Final[slice[int, int, None]]
    def __eq__(self, value: object, /) -> bool: ...

@final
class Image:
    source_start: Final[int]
    source_end: Final[int]
    alt: Final[str]
    target: Final[str]
    block: Final[int | None]
    weight: Final[int]
    source: Final[slice[int, int, None]]
    def __eq__(self, value: object, /) -> bool: ...

@final
class Annotation:
    source_start: Final[int]
    source_end: Final[int]
    annotation_type: Final[str]
    block: Final[int]
    text: Final[str]
    text_start: Final[int]
    text_end: Final[int]
    source: Final[slice[int, int, None]]
    text_range: Final[slice[int, int, None]]
    def __eq__(self, value: object, /) -> bool: ...

@final
class Passage:
    id: Final[int]
    context: Final[str]
    context_tokens: Final[int]
    text: Final[str]
    text_start: Final[int]
    text_end: Final[int]
    source_start: Final[int]
    source_end: Final[int]
    blocks: Final[tuple[int, int]]
    headings: Final[list[str]]
    tokens: Final[int]
    overlap_tokens: Final[int]
    roles: Final[dict[str, int]]
    source: Final[slice[int, int, None]]
    def __eq__(self, value: object, /) -> bool: ...

@final
class Run:
    text: Final[str]
    field: Final[str]
    weight: Final[int]
    role: Final[str]
    heading_level: Final[int]
    block: Final[int]
    text_start: Final[int]
    text_end: Final[int]
    source_start: Final[int]
    source_end: Final[int]
    source: Final[slice[int, int, None]]
    text_range: Final[slice[int, int, None]]
    def __eq__(self, value: object, /) -> bool: ...

@final
class LayoutArea:
    role: Final[str]
    source_start: Final[int]
    source_end: Final[int]
    text: Final[str]
    characters: Final[int]
    parent: Final[int | None]
    depth: Final[int]
    source: Final[slice[int, int, None]]
    def __eq__(self, value: object, /) -> bool: ...

@final
class VisualArea:
    visual_class: Final[str]
    probability: Final[float]
    source_start: Final[int]
    source_end: Final[int]
    text: Final[str]
    text_start: Final[int]
    text_end: Final[int]
    block: Final[int]
    hidden: Final[frozenset[str]]
    x: Final[int]
    y: Final[int]
    width: Final[int]
    height: Final[int]
    lines: Final[int]
    characters: Final[int]
    bold: Final[int]
    italic: Final[int]
    linked: Final[int]
    font_size: Final[float]
    color: Final[int]
    background: Final[int]
    luminance: Final[float]
    background_luminance: Final[float]
    source: Final[slice[int, int, None]]
    text_range: Final[slice[int, int, None]]
    def __eq__(self, value: object, /) -> bool: ...

@final
class Fingerprint:
    MIN_AGREEMENT: Final[int]
    def __new__(
        cls,
        version: int,
        is_valid: bool,
        tokens: int,
        min_hashes: Sequence[int],
        sim_hash: int,
        content_hash: int = 0,
        structure_hash: int = 0,
    ) -> Self: ...
    version: Final[int]
    is_valid: Final[bool]
    tokens: Final[int]
    min_hashes: Final[tuple[int, ...]]
    sim_hash: Final[int]
    content_hash: Final[int]
    structure_hash: Final[int]
    def is_near_duplicate(self, other: Fingerprint) -> bool: ...
    def similarity(self, other: Fingerprint) -> float: ...
    def distance(self, other: Fingerprint) -> int: ...
    def band_keys(self, rows: int) -> tuple[int, ...]: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class SiteStats:
    def __new__(cls, capacity: int | None = None, secret: int = 0) -> Self: ...
    @classmethod
    def from_bytes(cls, data: bytes | bytearray) -> Self: ...
    def to_bytes(self) -> bytes: ...
    def add(
        self,
        html: Page | Buffer | str,
        *,
        charset: str | None = None,
        address: str | None = None,
        **options: Unpack[Options],
    ) -> None: ...
    def merge(self, other: SiteStats) -> None: ...
    pages: Final[int]
    capacity: Final[int]
    def __eq__(self, value: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class JoinedText:
    text: Final[str]
    def text_range(self, start: int, stop: int) -> slice[int, int, None]: ...
    def source_range(self, start: int, stop: int) -> slice[int, int, None]: ...
    def __len__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
