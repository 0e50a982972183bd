import fc from "fast-check";
import { expect, test } from "vitest";
import { anchorsOf, parseMarkdown } from "../markdown-tree.ts";
import { readPages } from "../pages.ts";
import { toArticles, toPlainText } from "./articles.ts";

test("converts a page to text with the offsets of its headings", () => {
  const { headings, text } = toPlainText(`First *words* and \`code\`.

## Set up

1. Take a [phone](app.md).
2. Scan ![a code](code.png)

<div>not this</div>

| Field | Type |
| --- | --- |
| \`url\` | text |

### Set up

\`\`\`sh
npx scanhook serve
\`\`\`
`);
  expect(text).toBe(
    "First words and code.\nSet up\nTake a phone.\nScan a code\nField Type\nurl text\nSet up\nnpx scanhook serve",
  );
  expect(headings).toEqual([
    { anchor: "set-up", text: "Set up", at: 22 },
    { anchor: "set-up-1", text: "Set up", at: text.lastIndexOf("Set up") },
  ]);
});

test("makes an article of every page, with the same anchors as the build", () => {
  const pages = readPages();
  const articles = toArticles(pages, { base: "/docs/" });
  expect(articles.map(({ url }) => url)).toEqual(pages.map(({ path }) => `/docs/${path}`));
  for (const [index, { url, headings, text }] of articles.entries()) {
    expect(text, url).toMatch(/\S/);
    for (const { text: heading, at } of headings) {
      expect(text.slice(at, at + heading.length), url).toBe(heading);
    }
    const anchors = anchorsOf(parseMarkdown(pages[index]!.markdown));
    for (const { anchor } of headings) expect(anchors, url).toContain(anchor);
  }
});

test("converts any Markdown, with headings in order", () => {
  const line = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("## A", "### A *b*", "- x", "| a |", "```", "---", "> q", "[a]: b", "<p>"),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const { headings, text } = toPlainText(lines.join("\n"));
      let lastOffset = -1;
      for (const { text: heading, at } of headings) {
        expect(at).toBeGreaterThan(lastOffset);
        expect(text.slice(at, at + heading.length)).toBe(heading);
        lastOffset = at;
      }
    }),
  );
});
