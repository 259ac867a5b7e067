
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
/** Control characters, which could hide or reorder text, as characters that are seen. */
const visible = text => text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
  c => c === '\t' ? ' ' : c < ' ' ? String.fromCharCode(0x2400 + c.charCodeAt(0)) : '\ufffd');
const state = { cut: view.cut === null ? 1.01 : view.cut, ownCut: true, selected: -1, roles: new Set(), order: [] };
const isKept = block => state.ownCut ? block.kept : block.eligible && block.probability >= state.cut;
const percent = value => (100 * value).toFixed(0) + ' %';

// The list of blocks, in chunks that are filled when they come near the window.
const CHUNK = 50;
const list = byId('list');
const near = new IntersectionObserver(entries => {
  for (const entry of entries) if (entry.isIntersecting) fill(entry.target);
}, { root: list, rootMargin: '1500px' });
function buildList() {
  near.disconnect();
  state.order = view.blocks.map((_, i) => i).filter(i => state.roles.has(view.blocks[i].role));
  list.textContent = '';
  for (let first = 0; first < state.order.length; first += CHUNK) {
    const chunk = make('div', { className: 'chunk' });
    chunk.first = first;
    chunk.style.minHeight = 30 * Math.min(CHUNK, state.order.length - first) + 'px';
    list.append(chunk);
    near.observe(chunk);
  }
  if (!state.order.length) list.append(make('p', null, 'No block has these roles.'));
}
function fill(chunk) {
  if (chunk.childElementCount) return;
  chunk.style.minHeight = '';
  for (const i of state.order.slice(chunk.first, chunk.first + CHUNK)) chunk.append(blockButton(i));
}
function blockButton(i) {
  const block = view.blocks[i];
  const label = make('span', { className: 'tag' }, `${i} ${block.role} ${block.probability.toFixed(2)}`);
  const text = make('span', { dir: 'auto' }, visible(block.text));
  const button = make('button', { type: 'button', className: 'block', tabIndex: -1 }, label, text);
  button.dataset.index = i;
  button.style.setProperty('--weight', Math.min(block.weight, 16) / 48);
  if (block.segment % 2) button.classList.add('odd');
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
  const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: 10, PageUp: -10 }[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const at = state.order.indexOf(state.selected) + step;
  select(state.order[Math.max(0, Math.min(at, state.order.length - 1))], '');
});

// The selected block.
function select(i, from) {
  if (i === undefined || !view.blocks[i]) return;
  state.selected = i;
  if (from !== 'list') showInList(i);
  marked();
  if (from !== 'source') scrollToUnit(view.blocks[i].range[0]);
  drawSource();
  details(view.blocks[i], i);
  drawDensity();
}
function showInList(i) {
  const at = state.order.indexOf(i);
  const chunk = list.querySelectorAll('.chunk')[Math.floor(at / CHUNK)];
  if (at < 0 || !chunk) return;
  fill(chunk);
  chunk.children[at % CHUNK].scrollIntoView({ block: 'nearest' });
}
function details(block, i) {
  const row = (name, value) => make('tr', null, make('th', { scope: 'row' }, name), make('td', null, String(value)));
  const verdict = state.ownCut || !block.eligible ? block.verdict
    : `${isKept(block) ? 'Kept' : 'Left out'} at ${state.cut.toFixed(2)}: its probability is ${block.probability.toFixed(2)}.`;
  const facts = make('table', null, row('Role', block.role), row('Field', `${block.field}, weight ${block.weight}`),
    row('Bytes', `${block.bytes[0]} to ${block.bytes[1]}`), row('Tag path', visible(block.path)),
    row('Tokens', `${block.tokens}, ${percent(block.links)} in links`), row('Text density', block.density.toFixed(2)),
    row('Segment', block.segment === null ? 'none' : block.segment));
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
/** The block of each position of a row, as pieces [from, to, block or -1]. */
function pieces(from, to) {
  const marks = new Int32Array(to - from).fill(-1);
  for (let at = firstWhere(maxEnds.length, i => maxEnds[i] > from); at < sorted.length && sorted[at][0] < to; at++) {
    const [start, end, i] = sorted[at];
    if (end > from) marks.fill(i, Math.max(0, start - from), Math.min(to, end) - from);
  }
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
      if (i >= 0) {
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

// The controls.
function buildControls() {
  byId('title').textContent = visible(view.title || view.file);
  const kinds = Object.entries(view.kinds).sort((a, b) => b[1] - a[1]).slice(0, 3);
  const facts = [visible(view.file), view.encoding, `${view.blocks.length} blocks`, `${view.segments.length} segments`];
  if (view.kind) facts.push('kind: ' + kinds.map(([kind, share]) => `${kind} ${percent(share)}`).join(', '));
  if (view.truncation.length) facts.push('cut short: ' + view.truncation.join(', '));
  byId('facts').textContent = facts.join(' · ');
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
  const bar = width / Math.max(1, densities.length), top = density => height - density / most * (height - 4);
  view.blocks.forEach((block, i) => {
    context.fillStyle = i === state.selected ? color('--bad') : isKept(block) ? color('--mark') : color('--line');
    context.fillRect(i * bar, top(block.density), Math.max(1, bar * .9), height);
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
buildList();
setCut(state.cut, true);
drawPlots();
window.addEventListener('resize', drawPlots);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawPlots);
