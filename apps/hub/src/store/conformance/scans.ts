import type { Scan } from "@scanhook/webhook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subject } from "../testing/subject.ts";

export function scansConformance(on: Subject): void {
  describe("scans", () => {
    it("gives back what was appended, the body character for character", async () => {
      const scan: Scan = {
        identifier: "04:A2:B3:C4:D5:E6:F7",
        date: "2026-05-12T16:23:01.250+02:00",
        content: "PLA, blau\u001d\u0000 – 🧵\r\n\ttab",
        tagType: "openPrintTag",
        structured: { material: "PLA", color: "#0000FF", extra: [1, { deep: null }] },
      };
      const body = `\uFEFF{\r\n  "content" : "whatever came" }\n`;
      const receivedAt = new Date("2026-05-12T14:23:02.345Z");
      const stored = { inbox: "scans", user: "phone", source: "nfc" as const };
      const { id, repeat } = await on.store.append({ ...stored, scan, body, receivedAt });
      expect(repeat).toBe(false);
      const expected = {
        id,
        ...stored,
        ...scan,
        receivedAt: receivedAt.toISOString(),
        repeats: 0,
      };
      expect(await on.store.scan(id)).toStrictEqual({ ...expected, body });
      expect(await on.store.listScans({}, { limit: 10 })).toStrictEqual([expected]);
    });

    it("leaves out what a scan does not have", async () => {
      const { id } = await on.append();
      expect(Object.keys((await on.store.scan(id))!).sort()).toStrictEqual(
        ["body", "content", "date", "id", "identifier", "inbox", "receivedAt", "repeats"].sort(),
      );
    });

    it("knows no scan by an id that was never given", async () => {
      expect(await on.store.scan(1)).toBeUndefined();
    });

    it("gives growing ids, and never one twice, also after the newest were deleted", async () => {
      await on.store.addInbox({ name: "gone", open: true });
      const first = await on.append({ content: "a" });
      const second = await on.append({ content: "b", inbox: "gone" });
      await on.store.removeInbox("gone", { scans: "delete" });
      const third = await on.append({ content: "c" });
      expect(first.id).toBeLessThan(second.id);
      expect(second.id).toBeLessThan(third.id);
    });

    it("takes the same identifier, date and content in the same inbox as a repeat of the first", async () => {
      const first = await on.append({ body: "one" });
      const again = await on.append({ body: "two", user: "other" });
      const third = await on.append();
      expect(again).toStrictEqual({ id: first.id, repeat: true });
      expect(third).toStrictEqual({ id: first.id, repeat: true });
      expect(await on.store.scan(first.id)).toMatchObject({ repeats: 2, body: "one" });
      expect(await on.store.countScans({})).toBe(1);
    });

    it("keeps scans apart that differ in inbox, identifier, date or content, however little", async () => {
      const base = { identifier: "AB", date: "2026-05-12T14:23:01Z", content: "C" };
      const different: Parameters<Subject["append"]>[0][] = [
        base,
        { ...base, inbox: "other" },
        { ...base, identifier: "A", date: "B2026-05-12T14:23:01Z" },
        { ...base, identifier: "ab" },
        { ...base, date: "2026-05-12T14:23:01.000Z" },
        { ...base, content: "C " },
        { ...base, content: "C\u0000" },
        { ...base, content: "Ç" },
        { ...base, content: "C\u0327" },
        { ...base, content: "\ud800" },
        { ...base, content: "\ud801" },
        { ...base, content: "\ufffd" },
      ];
      const results = await Promise.all(different.map((one) => on.append(one)));
      expect(results.filter(({ repeat }) => repeat)).toStrictEqual([]);
      expect(await on.store.countScans({})).toBe(different.length);
    });

    it("stores the same set whatever the order and however often each scan came", async () => {
      const scan = fc.record({
        identifier: fc.constantFrom("04:01", "04:02"),
        content: fc.constantFrom("a", "b", "c"),
        inbox: fc.constantFrom("one", "two"),
      });
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(scan, { maxLength: 12 }), fc.boolean(), async (scans, atOnce) => {
          round += 1;
          const date = new Date(on.time + round * 1000).toISOString();
          const before = await on.store.countScans({});
          const results = [];
          if (atOnce)
            results.push(...(await Promise.all(scans.map((one) => on.append({ ...one, date })))));
          else for (const one of scans) results.push(await on.append({ ...one, date }));
          const distinct = new Set(scans.map((one) => JSON.stringify(one)));
          expect((await on.store.countScans({})) - before).toBe(distinct.size);
          expect(new Set(results.map(({ id }) => id)).size).toBe(distinct.size);
          expect(results.filter(({ repeat }) => !repeat)).toHaveLength(distinct.size);
          const list = await on.store.listScans({}, { limit: distinct.size || 1 });
          const repeats = list.slice(0, distinct.size).reduce((sum, one) => sum + one.repeats, 0);
          expect(repeats).toBe(scans.length - distinct.size);
        }),
        { numRuns: 25 },
      );
    });

    it("gives any text back as it came", async () => {
      let count = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: "grapheme" }),
          fc.string({ unit: "binary" }).map((text) => text.toWellFormed()),
          async (content, body) => {
            count += 1;
            const { id } = await on.append({ content, body, identifier: `nr ${count}` });
            expect(await on.store.scan(id)).toMatchObject({ content, body });
          },
        ),
        { numRuns: 40 },
      );
    });
  });
}
