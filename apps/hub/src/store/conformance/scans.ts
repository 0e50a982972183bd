import type { Scan } from "@scanhook/webhook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subject } from "../testing/subject.ts";

export function scansConformance(subject: Subject): void {
  describe("scans", () => {
    it("returns a scan as it was appended, with its body unchanged", async () => {
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
      const { id, repeat } = await subject.store.append({ ...stored, scan, body, receivedAt });
      expect(repeat).toBe(false);
      const expected = {
        id,
        ...stored,
        ...scan,
        receivedAt: receivedAt.toISOString(),
        repeats: 0,
      };
      expect(await subject.store.scan(id)).toStrictEqual({ ...expected, body });
      expect(await subject.store.listScans({}, { limit: 10 })).toStrictEqual([expected]);
    });

    it("leaves out fields that a scan does not have", async () => {
      const { id } = await subject.append();
      expect(Object.keys((await subject.store.scan(id))!).sort()).toStrictEqual(
        ["body", "content", "date", "id", "identifier", "inbox", "receivedAt", "repeats"].sort(),
      );
    });

    it("returns undefined for an unknown id", async () => {
      expect(await subject.store.scan(1)).toBeUndefined();
    });

    it("assigns increasing ids and never reuses one, even after the newest scan was deleted", async () => {
      await subject.store.addInbox({ name: "gone", open: true });
      const first = await subject.append({ content: "a" });
      const second = await subject.append({ content: "b", inbox: "gone" });
      await subject.store.removeInbox("gone", { scans: "delete" });
      const third = await subject.append({ content: "c" });
      expect(first.id).toBeLessThan(second.id);
      expect(second.id).toBeLessThan(third.id);
    });

    it.each<[string, Parameters<Subject["append"]>[0]]>([
      ["user", { user: "anna", tagType: "openPrintTag", structured: { material: "PLA" } }],
      ["address", { address: "192.0.2.7" }],
    ])("treats an equal scan of the same %s as a repeat of the first", async (_, scan) => {
      const first = await subject.append({ ...scan, body: "one" });
      const second = await subject.append({ ...scan, body: "two" });
      const third = await subject.append(scan);
      expect(second).toStrictEqual({ id: first.id, repeat: true });
      expect(third).toStrictEqual({ id: first.id, repeat: true });
      expect(await subject.store.scan(first.id)).toMatchObject({ repeats: 2, body: "one" });
      expect(await subject.store.countScans({})).toBe(1);
    });

    it("stores scans separately that differ in any part, or in who sent them", async () => {
      const base = { identifier: "AB", date: "2026-05-12T14:23:01Z", content: "C" };
      const different: Parameters<Subject["append"]>[0][] = [
        base,
        { ...base, inbox: "other" },
        { ...base, user: "anna" },
        { ...base, user: "ben" },
        { ...base, user: "192.0.2.7" },
        { ...base, address: "192.0.2.7" },
        { ...base, address: "2001:db8::7" },
        { ...base, tagType: "openPrintTag" },
        { ...base, tagType: "" },
        { ...base, tagType: "openPrintTag", structured: {} },
        { ...base, tagType: "openPrintTag", structured: { weight: 1 } },
        { ...base, structured: { weight: "1" } },
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
      const results = await Promise.all(different.map((scan) => subject.append(scan)));
      expect(results.filter(({ repeat }) => repeat)).toStrictEqual([]);
      expect(await subject.store.countScans({})).toBe(different.length);
    });

    it("stores each distinct scan once, whatever the order and number of repeats", async () => {
      const scan = fc.record({
        identifier: fc.constantFrom("04:01", "04:02"),
        content: fc.constantFrom("a", "b", "c"),
        inbox: fc.constantFrom("one", "two"),
      });
      let round = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(scan, { maxLength: 12 }),
          fc.boolean(),
          async (scans, isConcurrent) => {
            round += 1;
            const date = new Date(subject.time + round * 1000).toISOString();
            const before = await subject.store.countScans({});
            const results = [];
            if (isConcurrent)
              results.push(
                ...(await Promise.all(scans.map((scan) => subject.append({ ...scan, date })))),
              );
            else for (const scan of scans) results.push(await subject.append({ ...scan, date }));
            const distinct = new Set(scans.map((scan) => JSON.stringify(scan)));
            expect((await subject.store.countScans({})) - before).toBe(distinct.size);
            expect(new Set(results.map(({ id }) => id)).size).toBe(distinct.size);
            expect(results.filter(({ repeat }) => !repeat)).toHaveLength(distinct.size);
            const list = await subject.store.listScans({}, { limit: distinct.size || 1 });
            const repeats = list
              .slice(0, distinct.size)
              .reduce((sum, scan) => sum + scan.repeats, 0);
            expect(repeats).toBe(scans.length - distinct.size);
          },
        ),
        { numRuns: 25 },
      );
    });

    it("returns any content and body unchanged", async () => {
      let count = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: "grapheme" }),
          fc.string({ unit: "binary" }).map((text) => text.toWellFormed()),
          async (content, body) => {
            count += 1;
            const { id } = await subject.append({ content, body, identifier: `nr ${count}` });
            expect(await subject.store.scan(id)).toMatchObject({ content, body });
          },
        ),
        { numRuns: 40 },
      );
    });
  });
}
