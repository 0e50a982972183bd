import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxIndexedWords } from "../indexed-text.ts";
import type { Subject } from "../testing/subject.ts";

export function searchConformance(subject: Subject): void {
  describe("search", () => {
    it("finds scans by the beginnings and ends of words", async () => {
      const uuid = "3f2b1c9a-77de-4c1e-9b0a-1f2e3d4c5b6a";
      await subject.append({
        content: "https://example.com/Überraschung?lot=4711",
        identifier: uuid,
      });
      await subject.append({
        content: "WIFI:S:Gäste;T:WPA;;",
        identifier: "04:A2:B3:C4",
        user: "Zoë",
      });
      await subject.append({ content: "Grüße aus Łódź 東京", identifier: "E0:04:01" });
      const cases: [string, string[]][] = [
        ["example", ["https"]],
        ["EXAM", ["https"]],
        ["xample", ["https"]],
        ["xampl", []],
        ["ung", ["https"]],
        ["711", ["https"]],
        ["11", []],
        ["lot 711", ["https"]],
        ["ÄSTE", ["WIFI:"]],
        ["ódź", ["Grüße"]],
        ["b3c4", ["WIFI:"]],
        ["b3:c4", ["WIFI:"]],
        ["4d5b6a", []],
        ["lot 47", ["https"]],
        ["47 lot", ["https"]],
        ["lot wifi", []],
        ["uberr", ["https"]],
        ["überr", ["https"]],
        ["gaste", ["WIFI:"]],
        ["grus", ["Grüße"]],
        ["GRÜSSE lodz", ["Grüße"]],
        ["ｚｏｅ", ["WIFI:"]],
        ["ø", []],
        ["ＧＡ\u0308ste", ["WIFI:"]],
        ["grüß", ["Grüße"]],
        ["東", ["Grüße"]],
        ["zoe", ["WIFI:"]],
        [uuid, ["https"]],
        [uuid.slice(0, 20), ["https"]],
        ["3f2b1c9a77de", ["https"]],
        ["04:A2:B3", ["WIFI:"]],
        ["04a2", ["WIFI:"]],
        ["04-a2-b3-c4", ["WIFI:"]],
        ["e0:04", ["Grüße"]],
        ["example.com/überraschung", ["https"]],
      ];
      for (const [text, beginnings] of cases) {
        const foundBeginnings = (await subject.contents({ text }, { limit: 9 })).map((content) =>
          beginnings.find((beginning) => content.startsWith(beginning)),
        );
        expect(foundBeginnings, text).toStrictEqual(beginnings);
        expect(await subject.store.countScans({ text }), text).toBe(beginnings.length);
      }
    });

    it("finds scans and tags by the end of the number, the tag or its name", async () => {
      const tag = "04:A2:7F:1B:5E:80:00";
      await subject.append({ content: "4006381178495", tag, identifier: tag });
      await subject.append({ content: "4006381178495 x", tag: "04:01", identifier: "04:01" });
      await subject.store.nameTag(tag, "Akkuschrauber");
      for (const text of ["178495", "4006381178495"]) {
        expect(await subject.store.countScans({ text }), text).toBe(2);
        expect(await subject.store.tags({ text }, { limit: 9 }), text).toHaveLength(2);
      }
      for (const text of ["5e8000", "5E:80:00", "schrauber", "akku", "akku 5e8000 178495"]) {
        const tags = await subject.store.tags({ text }, { limit: 9 });
        expect(
          tags.map(({ identifier }) => identifier),
          text,
        ).toStrictEqual([tag]);
      }
      for (const text of ["5e8000", "schrauber"]) {
        expect(await subject.store.countScans({ text }), text).toBe(1);
      }
      expect(await subject.store.countScans({ text: "schraube" })).toBe(0);
    });

    it("indexes a limited part of a long text, and finds its scan by that", async () => {
      const words = Array.from({ length: 2000 }, (_, n) => `wort${n}ende`);
      const digits = "7".repeat(7089);
      await subject.append({ content: words.join(" ") });
      await subject.append({ content: digits, identifier: "x ".repeat(2000) });
      const last = maxIndexedWords - 1;
      for (const [text, count] of [
        ["wort0ende", 1],
        [`wort${last}ende`, 1],
        [`${last}ende`, 1],
        [`wort${maxIndexedWords}ende`, 0],
        [`${maxIndexedWords}ende`, 0],
        ["wort1999ende", 0],
        [digits.slice(0, 90), 1],
      ] as const) {
        expect(await subject.store.countScans({ text }), text).toBe(count);
      }
    });

    it("returns search results in pages and together with other filters", async () => {
      for (const number of [1, 2, 3, 4]) {
        await subject.append({ content: `box ${number}`, inbox: number % 2 ? "odd" : "even" });
      }
      expect(await subject.contents({ text: "box" }, { limit: 3 })).toStrictEqual([
        "box 4",
        "box 3",
        "box 2",
      ]);
      const [newest] = await subject.store.listScans({ text: "box" }, { limit: 1 });
      expect(
        await subject.contents({ text: "bo", inbox: "odd" }, { before: newest!.id, limit: 9 }),
      ).toStrictEqual(["box 3", "box 1"]);
      expect(
        await subject.contents({ text: "box", inbox: "even" }, { after: 0, limit: 9 }),
      ).toStrictEqual(["box 2", "box 4"]);
    });

    it("accepts any search text", async () => {
      await subject.append({ content: `quote " star * paren ( NEAR AND` });
      for (const text of [
        `"`,
        `""`,
        `*`,
        `a"`,
        `NEAR(`,
        `AND`,
        `OR OR`,
        `NOT`,
        `content:`,
        `^a`,
        `{a b}: c`,
        `-`,
        `+`,
        `\u0000`,
        `a\u0000b`,
        `"\u0000`,
        `'; DROP TABLE scans; --`,
        `\ud800`,
        `%`,
        `_`,
        " ",
        "",
        "((((((",
        "x ".repeat(5000),
        "y".repeat(5000),
        ":--:",
        "a-:",
        "ſ",
        "\u0301",
        "½",
        "ⅻ",
        "㍿",
      ]) {
        await subject.store.listScans({ text }, { limit: 1 });
        await subject.store.countScans({ text });
      }
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.string({ unit: "binary" }),
            fc.string({
              unit: fc.constantFrom(
                `"`,
                "*",
                "(",
                ")",
                ":",
                "^",
                "-",
                " ",
                "a",
                "AND",
                "NEAR",
                "{",
                "}",
                "+",
                "\0",
                "0",
              ),
            }),
          ),
          async (text) => {
            expect(Array.isArray(await subject.store.listScans({ text }, { limit: 1 }))).toBe(true);
          },
        ),
        { numRuns: 150 },
      );
      expect(await subject.contents({ text: `quote " star *` }, { limit: 1 })).toHaveLength(1);
    });

    it("finds every stored scan by each of its words", async () => {
      let count = 0;
      const word = fc.string({
        unit: fc.constantFrom(..."abcdefABCDEF0123456789äöüéñ"),
        minLength: 1,
      });
      await fc.assert(
        fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 5 }), async (words) => {
          count += 1;
          const { id } = await subject.append({
            content: words.join(" "),
            identifier: `nr ${count}`,
          });
          for (const text of [...words, words.join("  "), words[0]!.slice(0, 1)]) {
            const foundScans = await subject.store.listScans({ text }, { limit: 1000 });
            expect(foundScans.map((scan) => scan.id)).toContain(id);
          }
        }),
        { numRuns: 25 },
      );
    });
  });
}
