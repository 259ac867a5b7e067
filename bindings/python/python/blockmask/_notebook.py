"""How a page is shown in a notebook: its blocks, tinted by weight, with their roles and densities."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blockmask import Block, Page

#: More blocks than a reader looks through are left out, and so is the end of a long block.
MAX_BLOCKS = 200
MAX_CHARACTERS = 600

#: The weight, in quarters, that has the strongest tint; the text density that fills the bar.
FULL_WEIGHT = 12
FULL_DENSITY = 20.0

ROW = (
    '<div style="display:flex;gap:.6em;align-items:baseline;padding:.1em .4em;opacity:{opacity};'
    'background:rgba(255,176,0,{tint:.2f})">'
    '<code style="flex:none;width:11em;color:inherit;background:none;font-size:80%">{role} &middot; {field}</code>'
    '<span style="flex:none;width:4em;height:.6em;border:1px solid currentColor;opacity:.6" title="{density}">'
    '<span style="display:block;height:100%;width:{bar:.0f}%;background:currentColor"></span></span>'
    '<span dir="auto">{text}</span></div>'
)


def page_html(page: Page) -> str:
    """A page as HTML. All of its text is escaped."""
    kind = f" &middot; {escape(page.kind)}" if page.kind else ""
    head = f"<b>{escape(page.title or 'Page')}</b>{kind} &middot; {len(page.blocks)} blocks, {escape(page.encoding)}"
    if page.truncation:
        head += f" &middot; cut short by {escape(', '.join(sorted(page.truncation)))}"
    rows = [_row(block) for block in page.blocks[:MAX_BLOCKS]]
    if len(page.blocks) > MAX_BLOCKS:
        rows.append(f"<div>{len(page.blocks) - MAX_BLOCKS} more blocks</div>")
    return f'<div class="blockmask-page"><div style="padding:.4em">{head}</div>{"".join(rows)}</div>'


def _row(block: Block) -> str:
    text = block.text if len(block.text) <= MAX_CHARACTERS else block.text[:MAX_CHARACTERS] + "\u2026"
    return ROW.format(
        opacity="0.55" if block.is_template else "1",
        tint=0.0 if block.is_template else 0.5 * min(block.weight / FULL_WEIGHT, 1.0),
        role=escape(block.role),
        field=escape(block.field),
        density=f"{block.text_density:.1f} tokens a line, weight {block.weight / 4}",
        bar=100 * min(block.text_density / FULL_DENSITY, 1.0),
        text=escape(text),
    )
