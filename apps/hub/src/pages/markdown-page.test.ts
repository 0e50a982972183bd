import fc from "fast-check";
import { expect, test } from "vitest";
import { readMarkdownPage, renderMarkdown } from "./markdown-page.ts";

test("a page has title, description and order of its frontmatter, or the title of its first heading", () => {
  expect(
    readMarkdownPage(
      "---\ntitle: On a laptop\ndescription: Scan.\nsidebar:\n  order: 20\n---\n\nText\n",
    ),
  ).toEqual({ title: "On a laptop", description: "Scan.", order: 20, text: "\nText\n" });
  expect(readMarkdownPage("# Title\n\nText\n")).toMatchObject({ title: "Title", text: "\nText\n" });
});

test("links lead to addresses or become text, and headings have the anchors of GitHub", () => {
  const toAddress = (path: string) => (path === "hub/backup.md" ? "/docs/hub/backup/" : undefined);
  const html = renderMarkdown(
    "## What is `kept`?\n\n## What is kept\n\n[a](../hub/backup.md#how) [b](../../LICENSE) [c](https://x.example/?a&b)\n",
    "start/laptop.md",
    toAddress,
  );
  expect(html).toContain('<h2 id="what-is-kept">What is <code>kept</code>?</h2>');
  expect(html).toContain('<h2 id="what-is-kept-1">');
  expect(html).toContain('<a href="/docs/hub/backup/#how">a</a> b');
  expect(html).toContain('<a href="https://x.example/?a&#38;b">c</a>');
});

test("any text is read and rendered, and never throws", () => {
  const part = fc.oneof(
    fc.string(),
    fc.constantFrom("---\n", "title: [", "# ", "](", "[a](%zz)", "![", "|-|\n", "```", "\n"),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const { text } = readMarkdownPage(parts.join(""));
      expect(typeof renderMarkdown(text, "a/b.md", () => undefined)).toBe("string");
    }),
  );
});
