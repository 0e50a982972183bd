import fc from "fast-check";
import { expect, test } from "vitest";
import { readPageSource } from "./page-source.ts";

function read(text: string) {
  const result = readPageSource(text);
  if (!result.ok) throw new Error(result.reason);
  return result.page;
}

test("frontmatter says what a page is about, and is no part of its text", () => {
  const page = read(
    "---\ntitle: The payload\ndescription: What is posted.\ntags: [json, post]\nsidebar:\n  order: 2\n  label: Payload\n---\n\nFive keys.\n\n## Keys\n",
  );
  expect(page).toEqual({
    title: "The payload",
    description: "What is posted.",
    tags: ["json", "post"],
    order: 2,
    label: "Payload",
    markdown: "Five keys.\n\n## Keys\n",
  });
});

test("without frontmatter the first heading is the title and the first sentence the description", () => {
  expect(read("# Running *a* `hub`\n\nA hub is one\nprogram. It runs.\n")).toEqual({
    title: "Running a hub",
    description: "A hub is one program.",
    tags: [],
    markdown: "A hub is one\nprogram. It runs.\n",
  });
});

test("the heading that is the title is left out of the text, wherever the title comes from", () => {
  const page = read("---\ntitle: Café\ndescription: Tea.\n---\n\n# Café ☕\n\nText with ü.\n");
  expect([page.title, page.markdown]).toEqual(["Café", "Text with ü.\n"]);
});

test.each([
  ["Only text.\n", /neither a title nor a heading/],
  ["---\ntitle: [\n---\n\nText.\n", /no YAML/],
  ["---\n- a\n---\n\nText.\n", /list of names and values/],
  ["---\ntitle: 7\n---\n\nText.\n", /“title” in its frontmatter has to be a text/],
  ["---\ntitle: a\nauthor: b\n---\n\nText.\n", /has “author”; it may have title/],
  ["---\ntitle: a\ntags: b\n---\n\nText.\n", /list of texts/],
  ["---\ntitle: a\ndate: tomorrow\n---\n\nText.\n", /2026-11-21/],
  ["---\ntitle: a\nsidebar: { order: first }\n---\n\nText.\n", /order, a number/],
])("%j is refused with a sentence", (text, reason) => {
  expect(readPageSource(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test("whatever a file holds, it is a page or a sentence", () => {
  const parts = fc.constantFrom(
    "---\n",
    "# ",
    "\n\n",
    "title: a\n",
    "- ",
    "`",
    "ü☕",
    "[x](y)",
    "|",
  );
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(parts).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const result = readPageSource(text);
      if (!result.ok) expect(result.reason).toMatch(/\.$|:/s);
      else expect(typeof result.page.title).toBe("string");
    }),
  );
});
