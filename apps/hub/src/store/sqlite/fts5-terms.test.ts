import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, it } from "vitest";
import { prepared, transaction } from "./database.ts";
import { readTerms } from "./fts5-terms.ts";

/**
 * Opens a table of words with pages of 64 bytes, so that a few rows fill many pages and segments,
 * and compares it with FTS5's list.
 */
function openWords() {
  const db = new DatabaseSync(":memory:", { defensive: false });
  db.exec(`CREATE VIRTUAL TABLE words USING fts5(content);
    CREATE VIRTUAL TABLE listed USING fts5vocab(words, row);
    INSERT INTO words (words, rank) VALUES ('pgsz', 64);`);
  const insert = db.prepare("INSERT INTO words (content) VALUES (?)");
  const listed = db.prepare("SELECT term FROM listed WHERE substr(term, 1, length(?1)) = ?1");
  return {
    db,
    add: (texts: readonly string[]) =>
      transaction(db, () => texts.forEach((text) => void insert.run(text))),
    delete: (id: number) => prepared(db, "DELETE FROM words WHERE rowid = ?").run(id),
    merge: (pages: number) =>
      prepared(db, "INSERT INTO words (words, rank) VALUES ('merge', ?)").run(pages),
    read: (beginning: string) => new Set(readTerms(db, "words", beginning)),
    list: (beginning: string) =>
      new Set(listed.all(beginning).map(({ term }) => term as string)) as ReadonlySet<string>,
  };
}

it("every term is found, whatever was added, deleted and merged", () => {
  const word = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."ab1"), minLength: 1, maxLength: 4 }),
    fc.constantFrom("a", "ab", "žluť", "abž", "日本", "a".repeat(90), "ab".repeat(150)),
  );
  const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ add: fc.array(text, { minLength: 1, maxLength: 40 }) }) },
    { weight: 1, arbitrary: fc.record({ delete: fc.integer({ min: 1, max: 100 }) }) },
    { weight: 2, arbitrary: fc.record({ merge: fc.integer({ min: -4, max: 20 }) }) },
  );
  const beginning = fc.string({ unit: fc.constantFrom(..."ab1"), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.array(beginning), (steps, beginnings) => {
      const words = openWords();
      const added = new Set<string>();
      for (const step of steps) {
        if ("add" in step) {
          words.add(step.add);
          for (const text of step.add)
            for (const word of text.split(" ")) added.add(word.replace("ž", "z"));
        } else if ("delete" in step) words.delete(step.delete);
        else words.merge(step.merge);
      }
      for (const beginning of ["a", "ab", ...beginnings]) {
        const read = words.read(beginning);
        const missing = words.list(beginning).difference(read);
        expect([...missing]).toEqual([]);
        // A term whose rows were all deleted stays until the next merge.
        for (const term of read) {
          expect(term?.startsWith(beginning)).toBe(true);
          expect(added).toContain(term);
        }
      }
      words.db.close();
    }),
    { numRuns: 300 },
  );
});

it("the terms after a word of many rows are found without its rows being read", () => {
  const words = openWords();
  words.add(Array.from({ length: 2000 }, (_, n) => `item ${n % 3 === 0 ? "items" : "other"}`));
  words.add(["item itemized"]);
  const pages = "SELECT count(*) AS pages FROM words_data";
  expect(words.db.prepare(pages).get()!.pages).toBeGreaterThan(200);
  expect(words.read("item")).toEqual(new Set(["item", "items", "itemized"]));
  // These pages only have rows, so the terms are the same without them.
  words.db.exec(
    "DELETE FROM words_data WHERE id NOT IN (SELECT (segid << 37) + (pgno >> 1) FROM words_idx)",
  );
  expect(words.read("item")).toEqual(new Set(["item", "items", "itemized"]));
  words.db.close();
});

it("a damaged page never hangs or throws, and says that it is damaged where it shows", () => {
  const words = openWords();
  words.add(["item items itemized", "other itch", `it${"e".repeat(90)}`]);
  const pages = words.db
    .prepare("SELECT id, block FROM words_data WHERE id > 10 ORDER BY id")
    .all() as { id: number; block: Uint8Array }[];
  const replacePage = words.db.prepare("UPDATE words_data SET block = ? WHERE id = ?");
  const cut = (block: Uint8Array) => fc.nat(block.length).map((end) => block.slice(0, end));
  const change = (block: Uint8Array) =>
    fc
      .array(fc.tuple(fc.nat(block.length - 1), fc.constantFrom(0, 0x80, 0xff, 0x7f, 5)))
      .map((bytes) => bytes.reduce((page, [at, byte]) => page.with(at, byte), block));
  const damage = fc.constantFrom(...pages).chain(({ id, block }) =>
    fc.record({
      id: fc.constant(id),
      before: fc.constant(block),
      after: fc.oneof(cut(block), change(block), fc.uint8Array({ maxLength: 80 })),
    }),
  );
  fc.assert(
    fc.property(damage, ({ id, before, after }) => {
      replacePage.run(after, id);
      expect([...readTerms(words.db, "words", "it")].length).toBeLessThan(100);
      replacePage.run(before, id);
    }),
    { numRuns: 500 },
  );
  // A header with the position of the list, and a list with a number that does not end.
  for (const page of [[], [0, 0, 0, 4, 0xff], [0, 0, 0, 4, 0x7f], [0, 0, 0, 4, 4, 0xff]]) {
    for (const { id } of pages) replacePage.run(Uint8Array.from(page), id);
    expect(words.read("it")).toEqual(new Set([undefined]));
  }
  words.db.close();
});
