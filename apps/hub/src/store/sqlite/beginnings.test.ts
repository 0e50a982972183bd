import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { replaceBeginnings } from "./beginnings.ts";
import { openForWriting, prepared, transaction } from "./database.ts";
import { migrate } from "./migrate.ts";
import { toMatch } from "./search.ts";

const folder = mkdtempSync(join(tmpdir(), "scanhook-beginnings-"));
const db = openForWriting(join(folder, "words.db"), { busyMs: 1000 });
const find = (match: string) =>
  prepared(db, "SELECT rowid FROM scan_words WHERE scan_words MATCH ? ORDER BY rowid").all(match);
const add = (content: string) =>
  prepared(db, "INSERT INTO scan_words (content, ends) VALUES (?, ?)").run(
    content,
    Array.from(content).reverse().join(""),
  );

/** 39 words begin with "a", and four of them with "ab". */
const words = [
  ...Array.from({ length: 36 }, (_, n) => `a${n.toString(36)}x`),
  ...["ab", "abc", "abd", "é", "žluť", "日本", 'say "ab"'],
];

beforeAll(() => {
  migrate(db, () => new Date());
  transaction(db, () => words.forEach((word, n) => void add(`${word} ${words[(n * 7) % 40]}`)));
});
afterAll(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

it("a beginning of few words becomes these words, and one of many is left", () => {
  expect(replaceBeginnings(db, `content : "AB"*`)).toBe(
    `content : ("ab" OR "abc" OR "abd" OR "abx")`,
  );
  expect(replaceBeginnings(db, `content : "a"*`)).toBe(`content : "a"*`);
  expect(replaceBeginnings(db, `content : "nothing"*`)).toBe(`content : "nothing"*`);
});

it("the same scans are found for any text", () => {
  const typed = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."abcdx01 :-\"é'*") }),
    fc.constantFrom(...words, "ab x", "3 ab"),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const match = toMatch(text);
      if (match === undefined) return;
      expect(find(replaceBeginnings(db, match))).toStrictEqual(find(match));
    }),
    { numRuns: 500 },
  );
});

it("a beginning is left to FTS5 while the index is damaged", () => {
  const damaging = new DatabaseSync(join(folder, "words.db"), { defensive: false });
  try {
    damaging.exec("BEGIN; UPDATE scan_words_data SET block = x'00000004ff' WHERE id > 10");
    expect(replaceBeginnings(damaging, `content : "ab"*`)).toBe(`content : "ab"*`);
  } finally {
    damaging.close();
  }
  expect(replaceBeginnings(db, `content : "ab"*`)).toContain(`"abx"`);
});
