// Renders Markdown of hostile pages with commonmark.js and markdown-it, both with HTML allowed, and checks that no author
// of a page writes markup: `node markdown_renderers.mjs CASES MODULES`. CASES is what `pages_for_other_renderers` in
// markdown_is_safe.rs writes; commonmark and markdown-it are in the folder MODULES.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [cases, modules] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const commonmark = require("commonmark");
const markdownIt = require("markdown-it");

const plain = { parser: new commonmark.Parser(), renderer: new commonmark.HtmlRenderer({ safe: false }) };
const extended = markdownIt({ html: true, linkify: false });
// What it refuses itself is to be refused here.
extended.validateLink = () => true;
const renderers = {
  "commonmark.js": (markdown) => plain.renderer.render(plain.parser.parse(markdown)),
  "markdown-it": (markdown) => extended.render(markdown),
};

// The elements that Markdown has, and their attributes.
const ELEMENTS = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code strong em a br table thead tbody tr th td".split(" "));
const ATTRIBUTES = { a: /^href$/, img: /^(src|alt)$/, ol: /^start$/, code: /^class$/, th: /^style$/, td: /^style$/ };
const TAG = /<(\/?)([a-z0-9]+)((?:\s+[a-z-]+="[^"]*")*)\s*\/?>/g;

function fault(html, withImages) {
  for (const [, , name, attributes] of html.matchAll(TAG)) {
    if (!ELEMENTS.has(name) && !(withImages && name === "img")) return `an element ${name}`;
    for (const [, key, value] of attributes.matchAll(/([a-z-]+)="([^"]*)"/g)) {
      if (!ATTRIBUTES[name]?.test(key)) return `an attribute ${key} of ${name}`;
      if (/^[\s\p{Cc}]*(javascript|data|vbscript):/iu.test(value) && /^(href|src)$/.test(key)) return `a link to ${value}`;
    }
  }
  const rest = html.replace(TAG, "");
  return rest.includes("<") ? `markup at ${rest.slice(rest.indexOf("<")).slice(0, 40)}` : undefined;
}

let count = 0;
for (const line of readFileSync(cases, "utf8").trim().split("\n")) {
  const { html, markdown } = JSON.parse(line);
  markdown.forEach((text, withImages) => {
    for (const [name, render] of Object.entries(renderers)) {
      const rendered = render(text);
      const found = fault(rendered, Boolean(withImages));
      if (found) {
        console.error(`${name}: ${found}\n${html}\n\n${text}\n\n${rendered}`);
        process.exit(1);
      }
      count++;
    }
  });
}
console.log(`${count} renderings without markup of an author`);
