import fc from "fast-check";
import { expect, test } from "vitest";
import { readPageSource } from "./page-source.ts";

function read(text: string) {
  const result = readPageSource(text);
  if (!result.ok) throw new Error(result.reason);
  return result.page;
}

test("reads the metadata from the frontmatter and removes it from the text", () => {
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

test("uses the first heading as title and the first sentence as description if there is no frontmatter", () => {
  expect(read("# Running *a* `hub`\n\nA hub is one\nprogram. It runs.\n")).toEqual({
    title: "Running a hub",
    description: "A hub is one program.",
    tags: [],
    markdown: "A hub is one\nprogram. It runs.\n",
  });
});

test("removes the title heading from the text, even if the title comes from the frontmatter", () => {
  const page = read("---\ntitle: Café\ndescription: Tea.\n---\n\n# Café ☕\n\nText with ü.\n");
  expect([page.title, page.markdown]).toEqual(["Café", "Text with ü.\n"]);
});

test.each([
  ["Only text.\n", /neither a title nor a heading/],
  ["---\ntitle: [\n---\n\nText.\n", /not valid YAML/],
  ["---\n- a\n---\n\nText.\n", /must be a YAML mapping/],
  ["---\ntitle: 7\n---\n\nText.\n", /“title” in its frontmatter has to be a text/],
  ["---\ntitle: a\nauthor: b\n---\n\nText.\n", /unknown key “author”; allowed are title/],
  ["---\ntitle: a\ntags: b\n---\n\nText.\n", /list of texts/],
  ["---\ntitle: a\ndate: tomorrow\n---\n\nText.\n", /2026-11-21/],
  ["---\ntitle: a\nsidebar: { order: first }\n---\n\nText.\n", /order, a number/],
])("refuses %j with a reason", (text, reason) => {
  expect(readPageSource(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test("returns a page or a reason for any text", () => {
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
