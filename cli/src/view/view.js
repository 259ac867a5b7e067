
'use strict';
const view = JSON.parse(document.getElementById('data').textContent);
const byId = id => document.getElementById(id);
/** An element with properties, attributes (with a hyphen, or `role`) and children, which are elements or text. */
function make(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (key.includes('-')) element.setAttribute(key, value); else element[key] = value;
  }
  element.append(...children);
  return element;
}
/** Control characters, which could hide or reorder text, as characters that are seen; joiners only shape letters. */
const visible = text => text.replace(/[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
  c => c === '\t' ? ' ' : c < ' ' ? String.fromCharCode(0x2400 + c.charCodeAt(0)) : '\ufffd');
const state = { cut: view.cut === null ? 1.01 : view.cut, ownCut: true, selected: -1,
  roles: new Set(), order: [], mark: null, onlyDifferent: false };
const isKept = block => state.ownCut || !block.eligible ? block.kept : block.probability >= state.cut;
/** Of a comparison: how the other side judges each block. */
const { comparison } = view;
const differs = i => comparison !== null && comparison.blocks[i].differs;
const judgement = other => other ? `${other.kept ? 'kept' : 'left out'}, ${other.probability.toFixed(2)}` : 'absent';
const percent = value => (100 * value).toFixed(0) + ' %';

// The segments: the first and the last block of each.
const segmentBlocks = view.segments.map(() => [Infinity, -1]);
view.blocks.forEach((block, i) => {
  if (block.segment !== null) segmentBlocks[block.segment] = [Math.min(segmentBlocks[block.segment][0], i), i];
});
const maxDensity = view.segments.reduce((most, segment) => Math.max(most, segment.density), 1);
function segmentLabel(segment) {
  const [first, last] = segmentBlocks[segment], { tokens, density } = view.segments[segment];
  const blocks = first === last ? `block ${first}` : `blocks ${first} to ${last}`;
  return `Segment ${segment}: ${blocks}, ${tokens} token${tokens === 1 ? '' : 's'}, text density ${density.toFixed(2)}`;
}

// The list of blocks, in chunks that are filled when they come near the window.
const CHUNK = 50;
const list = byId('list');
const near = new IntersectionObserver(entries => {
  for (const entry of entries) if (entry.isIntersecting) fill(entry.target);
}, { root: list, rootMargin: '1500px' });
function buildList() {
  near.disconnect();
  state.order = view.blocks.map((_, i) => i).filter(i =>
    state.roles.has(view.blocks[i].role) && (differs(i) || !state.onlyDifferent));
  list.textContent = '';
  for (let first = 0; first < state.order.length; first += CHUNK) {
    const chunk = make('div', { className: 'chunk' });
    chunk.first = first;
    chunk.style.minHeight = 30 * Math.min(CHUNK, state.order.length - first) + 'px';
    list.append(chunk);
    near.observe(chunk);
  }
  if (!state.order.length) list.append(make('p', null, state.onlyDifferent ? 'No block of these roles is judged differently.' : 'No block has these roles.'));
}
function fill(chunk) {
  if (chunk.childElementCount) return;
  chunk.style.minHeight = '';
  const shown = state.order.slice(chunk.first, chunk.first + CHUNK);
  for (let at = 0; at < shown.length;) {
    const segment = view.blocks[shown[at]].segment, from = at;
    while (at < shown.length && view.blocks[shown[at]].segment === segment) at++;
    chunk.append(segmentGroup(segment, chunk.first + from, chunk.first + at));
  }
}
/** The blocks from one place of the list to before another, which are of one segment or of none, beside its band. */
function segmentGroup(segment, from, to) {
  const blocks = make('div', null, ...state.order.slice(from, to).map(blockButton));
  const band = make('div', { className: 'band', 'aria-hidden': true });
  const group = make('div', { className: 'segment' }, band, blocks);
  if (segment === null) return group;
  const label = segmentLabel(segment), segmentAt = at => view.blocks[state.order[at]]?.segment;
  band.append(make('span', null, String(segment)));
  band.title = label;
  band.style.setProperty('--density', .12 + .38 * Math.min(1, view.segments[segment].density / maxDensity));
  band.classList.toggle('begins', segmentAt(from - 1) !== segment);
  band.classList.toggle('ends', segmentAt(to) !== segment);
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', label);
  return group;
}
/** What is known of a block before its text: as it has a direction, `auto` of the block means the direction of the text. */
const tag = text => make('span', { className: 'tag', dir: 'ltr' }, text);
function blockButton(i) {
  const block = view.blocks[i];
  const label = tag(`${i} ${block.role} ${block.probability.toFixed(2)}`);
  const button = make('button', { type: 'button', className: 'block', tabIndex: -1, dir: 'auto' }, label, ' ');
  if (differs(i)) {
    button.classList.add('differs');
    button.append(tag(`other: ${judgement(comparison.blocks[i].other)}`), ' ');
  }
  button.append(visible(block.text));
  button.dataset.index = i;
  button.style.setProperty('--weight', Math.min(block.weight, 16) / 48);
  if (block.heading) button.classList.add('level-' + block.heading);
  mark(button);
  return button;
}
function mark(button) {
  const i = Number(button.dataset.index), kept = isKept(view.blocks[i]);
  button.classList.toggle('left-out', !kept);
  button.setAttribute('aria-current', String(i === state.selected));
  button.title = kept ? 'kept' : 'left out';
}
const marked = () => list.querySelectorAll('.block').forEach(mark);
list.addEventListener('click', event => {
  const button = event.target.closest('.block');
  if (button) select(Number(button.dataset.index), 'list');
});
list.addEventListener('keydown', event => {
  if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    event.preventDefault();
    select(neighborSegment(event.key === 'ArrowDown' ? 1 : -1), '');
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: 10, PageUp: -10 }[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const at = state.order.indexOf(state.selected) + step;
  select(state.order[Math.max(0, Math.min(at, state.order.length - 1))], '');
});

/** The first shown block of the next segment (`step` 1) or of the one before (-1). */
function neighborSegment(step) {
  const segmentAt = at => view.blocks[state.order[at]].segment;
  let at = state.order.indexOf(state.selected);
  const current = at < 0 ? null : segmentAt(at);
  do at += step; while (state.order[at] !== undefined && (segmentAt(at) === null || segmentAt(at) === current));
  if (state.order[at] === undefined) return undefined;
  while (at > 0 && segmentAt(at - 1) === segmentAt(at)) at--;
  return state.order[at];
}

// The selected block.
function select(i, from) {
  if (i === undefined || !view.blocks[i]) return;
  state.selected = i;
  state.mark = null;
  if (from !== 'list') showInList(i);
  marked();
  if (from !== 'source') scrollToUnit(view.blocks[i].range[0]);
  drawSource();
  markFacts();
  details(view.blocks[i], i);
  drawDensity();
}
function showInList(i) {
  const at = state.order.indexOf(i);
  const chunk = list.querySelectorAll('.chunk')[Math.floor(at / CHUNK)];
  if (at < 0 || !chunk) return;
  fill(chunk);
  chunk.querySelectorAll('.block')[at % CHUNK].scrollIntoView({ block: 'nearest' });
}
function details(block, i) {
  const row = (name, value) => make('tr', null, make('th', { scope: 'row' }, name), make('td', null, String(value)));
  const verdict = state.ownCut || !block.eligible ? block.verdict
    : `${isKept(block) ? 'Kept' : 'Left out'} at ${state.cut.toFixed(2)}: its probability is ${block.probability.toFixed(2)}.`;
  const facts = make('table', null, row('Role', block.role), row('Field', `${block.field}, weight ${block.weight}`),
    row('Bytes', `${block.bytes[0]} to ${block.bytes[1]}`), row('Tag path', visible(block.path)),
    row('Tokens', `${block.tokens}, ${percent(block.links)} in links`), row('Text density', block.density.toFixed(2)),
    row('Segment', block.segment === null ? 'none' : segmentLabel(block.segment).replace('Segment ', '')));
  if (block.rule !== null) facts.append(row('Rule', `${block.rule} of the site's owner`));
  if (comparison) {
    const { sides, blocks } = comparison, { other } = blocks[i];
    facts.append(row(visible(sides[0]), judgement(block)),
      row(visible(sides[1]), judgement(other) + (other && other.index !== i ? `, block ${other.index}` : '')));
  }
  const parts = [make('h2', null, `Block ${i}`), make('p', { className: isKept(block) ? 'good' : 'bad' }, verdict), facts];
  if (block.effects.length) {
    const effects = block.effects.map(([feature, value, effect]) => make('tr', null,
      make('td', { className: 'number ' + (effect < 0 ? 'bad' : 'good') }, (effect < 0 ? '' : '+') + effect.toFixed(2)),
      make('td', null, `${view.features[feature]}: ${value}`)));
    parts.push(make('h2', null, 'What moved its probability most, in log odds'), make('table', null, ...effects));
  }
  byId('details').replaceChildren(...parts);
}

// The source: rows of at most ROW_UNITS code units, of which those in the window are in the document.
const ROW_UNITS = 120, ROW_HEIGHT = 18, MAX_HEIGHT = 15e6;
const source = byId('source'), text = view.source;
const rowStarts = [0];
/** The line that begins with a row, or 0. */
const lineOfRow = [1];
for (let at = 0, lines = 1; at < text.length;) {
  const line = text.indexOf('\n', at);
  let end = line < 0 || line - at >= ROW_UNITS ? at + ROW_UNITS : line + 1;
  if (end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00) end++;
  at = Math.min(end, text.length);
  const begins = text[at - 1] === '\n';
  lines += begins;
  if (at < text.length) { rowStarts.push(at); lineOfRow.push(begins ? lines : 0); }
}
const height = Math.min(rowStarts.length * ROW_HEIGHT, MAX_HEIGHT);
const filler = make('div');
filler.style.height = height + 'px';
source.append(filler);
const sorted = view.blocks.map((block, i) => [...block.range, i]).sort((a, b) => a[0] - b[0]);
const maxEnds = [];
sorted.forEach(([, end], at) => maxEnds.push(Math.max(end, at ? maxEnds[at - 1] : 0)));
/** The first index for which `test` holds, if it holds for all after it. */
function firstWhere(length, test) {
  let low = 0, high = length;
  while (low < high) { const middle = (low + high) >> 1; if (test(middle)) high = middle; else low = middle + 1; }
  return low;
}
const MARKED = -2;
const shownRows = () => Math.ceil(source.clientHeight / ROW_HEIGHT) + 1;
function firstRow() {
  const room = Math.max(1, height - source.clientHeight), last = Math.max(0, rowStarts.length - shownRows() + 1);
  return height < MAX_HEIGHT ? Math.floor(source.scrollTop / ROW_HEIGHT) : Math.floor(source.scrollTop / room * last);
}
function scrollToUnit(unit) {
  const row = Math.max(0, firstWhere(rowStarts.length, i => rowStarts[i] > unit) - 4);
  const room = height - source.clientHeight, last = Math.max(1, rowStarts.length - shownRows() + 1);
  source.scrollTop = height < MAX_HEIGHT ? row * ROW_HEIGHT : row / last * room;
}
/** The block of each position of a row, or MARKED, as pieces [from, to, block or -1]. */
function pieces(from, to) {
  const marks = new Int32Array(to - from).fill(-1);
  for (let at = firstWhere(maxEnds.length, i => maxEnds[i] > from); at < sorted.length && sorted[at][0] < to; at++) {
    const [start, end, i] = sorted[at];
    if (end > from) marks.fill(i, Math.max(0, start - from), Math.min(to, end) - from);
  }
  const [start, end] = state.mark || [0, 0];
  if (start < to && end > from) marks.fill(MARKED, Math.max(0, start - from), Math.min(to, end) - from);
  const result = [];
  for (let at = 0; at < marks.length;) {
    let end = at + 1;
    while (end < marks.length && marks[end] === marks[at]) end++;
    result.push([from + at, from + end, marks[at]]);
    at = end;
  }
  return result;
}
const digits = String(lineOfRow.reduce((a, b) => Math.max(a, b), 1)).length;
function drawSource() {
  const first = firstRow(), rows = [];
  const shift = height < MAX_HEIGHT ? first * ROW_HEIGHT : source.scrollTop;
  for (let row = first; row < Math.min(first + shownRows(), rowStarts.length); row++) {
    const end = row + 1 < rowStarts.length ? rowStarts[row + 1] : text.length;
    const spans = pieces(rowStarts[row], end).map(([from, to, i]) => {
      const span = make('span', null, visible(text.slice(from, to).replace(/[\r\n]+$/, '')));
      if (i === MARKED) span.className = 'marked';
      else if (i >= 0) {
        span.className = i === state.selected ? 'of-block selected' : 'of-block';
        span.dataset.index = i;
      }
      return span;
    });
    const element = make('div', { className: 'row' }, make('span', { className: 'number' }, `${lineOfRow[row] || ''}`.padStart(digits) + ' '), ...spans);
    element.style.top = shift + (row - first) * ROW_HEIGHT + 'px';
    rows.push(element);
  }
  source.replaceChildren(filler, ...rows);
}
source.addEventListener('scroll', () => requestAnimationFrame(drawSource));
source.addEventListener('click', event => {
  const span = event.target.closest('[data-index]');
  if (span) select(Number(span.dataset.index), 'source');
});

// The facts.
function buildFacts() {
  const cell = (value, i) => view.facts[i].range === null ? make('span', { dir: 'auto' }, value)
    : make('button', { type: 'button', className: 'fact', dir: 'auto', 'data-fact': i, 'aria-pressed': false }, value);
  const rows = view.facts.map(({ name, value, origin }, i) => make('tr', null, make('th', { scope: 'row' }, name),
    make('td', null, cell(visible(value), i)), make('td', null, origin)));
  const facts = byId('facts');
  if (rows.length) facts.append(make('table', null, ...rows));
  if (view.more_facts) facts.append(make('p', null, `and ${view.more_facts} more`));
  if (!rows.length) facts.append(make('p', null, 'The page states none.'));
}
function markFacts() {
  for (const button of byId('facts').querySelectorAll('.fact')) {
    button.setAttribute('aria-pressed', String(view.facts[button.dataset.fact].range === state.mark));
  }
}
byId('facts').addEventListener('click', event => {
  const button = event.target.closest('.fact');
  if (!button) return;
  const { range } = view.facts[button.dataset.fact];
  state.mark = state.mark === range ? null : range;
  markFacts();
  if (state.mark) scrollToUnit(range[0]);
  drawSource();
});

// The other side of a comparison.
function buildComparison() {
  if (!comparison) return;
  const { sides, blocks, added, more_added } = comparison, [first, second] = sides.map(visible);
  const box = make('input', { type: 'checkbox', id: 'only-different' });
  box.addEventListener('change', () => { state.onlyDifferent = box.checked; buildList(); });
  const count = blocks.filter(({ differs }) => differs).length;
  byId('roles').before(make('label', null, box, ` Only differences (${count})`));
  byId('summary').append(` · ${first} compared with ${second}`);
  if (!added.length) return;
  const items = added.map(({ text, judgement: other }) =>
    make('li', { dir: 'auto' }, tag(`${other.index} ${judgement(other)}`), visible(text)));
  const section = make('section', { id: 'added', tabIndex: 0, 'aria-label': 'Main text of the other side only' },
    make('h2', null, `Only in ${second}`), make('ul', null, ...items));
  if (more_added) section.append(make('p', null, `and ${more_added} more`));
  byId('middle').append(section);
}

// The controls.
function buildControls() {
  byId('title').textContent = visible(view.title || view.file);
  const kinds = Object.entries(view.kinds).sort((a, b) => b[1] - a[1]).slice(0, 3);
  const facts = [visible(view.file), view.encoding, `${view.blocks.length} blocks`, `${view.segments.length} segments`];
  if (view.kind) facts.push('kind: ' + kinds.map(([kind, share]) => `${kind} ${percent(share)}`).join(', '));
  if (view.truncation.length) facts.push('cut short: ' + view.truncation.join(', '));
  byId('summary').textContent = facts.join(' · ');
  const counts = new Map();
  for (const block of view.blocks) counts.set(block.role, (counts.get(block.role) || 0) + 1);
  for (const [role, count] of [...counts].sort((a, b) => b[1] - a[1])) {
    state.roles.add(role);
    const box = make('input', { type: 'checkbox', checked: true, value: role });
    box.addEventListener('change', () => {
      if (box.checked) state.roles.add(role); else state.roles.delete(role);
      buildList();
    });
    byId('roles').append(make('label', null, box, ` ${role} (${count})`));
  }
  byId('cut').addEventListener('input', event => setCut(Number(event.target.value), false));
  byId('reset').addEventListener('click', () => setCut(view.cut === null ? 1.01 : view.cut, true));
  byId('controls').addEventListener('submit', event => event.preventDefault());
  byId('find').addEventListener('input', find);
}
function setCut(cut, isOwn) {
  state.cut = cut;
  state.ownCut = isOwn;
  byId('cut').value = cut;
  const kept = view.blocks.filter(isKept).length;
  byId('cut-value').textContent = `${cut > 1 ? 'none' : cut.toFixed(2)}: ${kept} of ${view.blocks.length} kept`;
  marked();
  if (state.selected >= 0) details(view.blocks[state.selected], state.selected);
  drawDensity();
}
const folded = text => text.toLowerCase().replace(/\s+/g, ' ').trim();
function find() {
  const words = folded(byId('find').value), found = byId('found');
  found.textContent = '';
  if (!words) return;
  const matches = view.blocks.flatMap((block, i) => folded(block.text).includes(words) ? [i] : []);
  if (matches.length) {
    found.textContent = `${matches.length} blocks`;
    select(matches[0], '');
    return;
  }
  const at = text.toLowerCase().indexOf(words);
  if (at >= 0) scrollToUnit(at);
  found.textContent = at < 0 ? 'not on this page'
    : 'in no block, but in the source: a script, a comment or an attribute';
}

// The plots.
function canvas(id) {
  const element = byId(id), ratio = window.devicePixelRatio || 1;
  element.width = element.clientWidth * ratio;
  element.height = element.clientHeight * ratio;
  const context = element.getContext('2d');
  context.clearRect(0, 0, element.width, element.height);
  const style = getComputedStyle(document.documentElement);
  return { context, width: element.width, height: element.height, color: name => style.getPropertyValue(name).trim() };
}
function drawDensity() {
  const { context, width, height, color } = canvas('density');
  const densities = view.blocks.map(block => block.density), most = densities.reduce((a, b) => Math.max(a, b), 1);
  const strip = height / 12, base = height - strip;
  const bar = width / Math.max(1, densities.length), top = density => base - density / most * (base - 4);
  // The segments: a strip below the bars, and the segment of the selected block behind them.
  let before = null, isOdd = false;
  view.blocks.forEach(({ segment }, i) => {
    if (segment === null) return;
    if (segment !== before) isOdd = !isOdd;
    before = segment;
    if (segment === view.blocks[state.selected]?.segment) {
      context.fillStyle = `rgb(${color('--tint')} / .25)`;
      context.fillRect(i * bar, 0, bar, base);
    }
    context.fillStyle = color(isOdd ? '--mark' : '--line');
    context.fillRect(i * bar, base + 2, bar, strip);
  });
  view.blocks.forEach((block, i) => {
    context.fillStyle = i === state.selected ? color('--bad') : isKept(block) ? color('--mark') : color('--line');
    context.fillRect(i * bar, top(block.density), Math.max(1, bar * .9), base - top(block.density));
  });
  context.strokeStyle = color('--text');
  context.beginPath();
  view.blocks.forEach((block, i) => {
    const segment = view.segments[block.segment];
    if (segment) { context.lineTo(i * bar, top(segment.density)); context.lineTo((i + 1) * bar, top(segment.density)); }
  });
  context.stroke();
}
function drawTagPaths() {
  const { context, width, height, color } = canvas('tag-paths');
  const { positions, step, symbols, codes, region } = view.tag_paths;
  const x = position => position / Math.max(1, positions) * width;
  context.fillStyle = `rgb(${color('--tint')} / .25)`;
  context.fillRect(x(region[0]), 0, Math.max(1, x(region[1]) - x(region[0])), height);
  context.fillStyle = color('--text');
  codes.forEach((code, at) => context.fillRect(x(at * step), height - code / Math.max(1, symbols) * (height - 3), 2, 2));
}
function drawPlots() { drawDensity(); drawTagPaths(); drawSource(); }

buildControls();
buildFacts();
buildComparison();
buildList();
setCut(state.cut, true);
drawPlots();
window.addEventListener('resize', drawPlots);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawPlots);
