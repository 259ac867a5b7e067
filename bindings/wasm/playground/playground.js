// The playground: everything happens in the browser, and no page leaves it.

import { load } from './index.js';

const byId = id => document.getElementById(id);
const status = byId('status');
/** The page that is shown: text, or the bytes of a file. */
let page = null;

const blockmask = load();

async function show() {
  if (page === null) {
    status.textContent = 'no page yet';
    return;
  }
  const [mask, comments, charset] = ['mask', 'comments', 'charset'].map(id => byId(id).value);
  try {
    const start = performance.now();
    const html = (await blockmask).view(page.html, { name: page.name, mask, comments, charset: charset || undefined });
    status.textContent = `${page.name}, ${(performance.now() - start).toFixed(0)} ms`;
    byId('view').srcdoc = html;
  } catch (error) {
    status.textContent = error.message;
  }
}

async function open(file) {
  if (!file) return;
  page = { name: file.name, html: await file.arrayBuffer() };
  await show();
}

byId('file').addEventListener('change', event => open(event.target.files[0]));
byId('html').addEventListener('input', event => {
  page = { name: 'pasted HTML', html: event.target.value };
  show();
});
for (const id of ['mask', 'comments', 'charset']) byId(id).addEventListener('change', show);
byId('form').addEventListener('submit', event => {
  event.preventDefault();
  show();
});
document.addEventListener('dragover', event => {
  event.preventDefault();
  document.body.classList.add('over');
});
document.addEventListener('dragleave', () => document.body.classList.remove('over'));
document.addEventListener('drop', event => {
  event.preventDefault();
  document.body.classList.remove('over');
  open(event.dataTransfer.files[0]);
});
