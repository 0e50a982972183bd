import { describe, expect, it } from "vitest";
import { maxListedText } from "../stored-scan.ts";
import type { Subject } from "../testing/subject.ts";

const kilobyte = 1024;

export function pagesConformance(subject: Subject): void {
  describe("pages of large scans", () => {
    const appendMany = async (count: number, toContent: (n: number) => string) => {
      for (let n = 1; n <= count; n++) await subject.append({ content: toContent(n) });
    };
    /** Reads all pages, and returns the number of scans in each. */
    const readAll = async (
      read: "readListPage" | "readExportPage",
      filter: { text?: string },
      maxBytes: number,
    ) => {
      const counts: number[] = [];
      const ids: number[] = [];
      for (let after = 0; ; ) {
        const page = { after, limit: 100, maxBytes };
        const { scans, more } = await subject.store[read](filter, page);
        counts.push(scans.length);
        ids.push(...scans.map(({ id }) => id));
        if (!more) return { counts, ids };
        after = ids.at(-1)!;
      }
    };

    for (const read of ["readListPage", "readExportPage"] as const) {
      it(`ends a page of ${read} with the scan that fills the bytes, and misses no scan`, async () => {
        await appendMany(7, (n) => `word ${n} ${"x".repeat(2 * kilobyte)}`);
        const all = (await subject.store.listScans({}, { after: 0, limit: 9 })).map(({ id }) => id);
        for (const filter of [{}, { text: "wor" }]) {
          expect(await readAll(read, filter, 5 * kilobyte)).toStrictEqual({
            counts: [3, 3, 1],
            ids: all,
          });
          expect((await readAll(read, filter, 1)).counts).toStrictEqual([1, 1, 1, 1, 1, 1, 1]);
          expect((await readAll(read, filter, 1024 * kilobyte)).counts).toStrictEqual([7]);
        }
        const [newest] = (await subject.store[read]({}, { limit: 9, maxBytes: 1 })).scans;
        expect(newest?.id).toBe(all.at(-1));
      });

      it(`tells for ${read} whether scans follow a page that is full`, async () => {
        await appendMany(3, (n) => `scan ${n}`);
        const page = (limit: number) => subject.store[read]({}, { limit });
        expect(await page(2)).toMatchObject({ more: true, scans: { length: 2 } });
        expect(await page(3)).toMatchObject({ more: false, scans: { length: 3 } });
        expect(await subject.store[read]({ inbox: "none" }, { limit: 3 })).toStrictEqual({
          scans: [],
          more: false,
        });
      });
    }

    it("cuts long texts in lists and says so, and keeps them whole elsewhere", async () => {
      const long = "🧵".repeat(maxListedText);
      const scan = { identifier: "04:01", tag: "04:01", source: "nfc" } as const;
      const { id } = await subject.append({ ...scan, content: `x${long}` });
      const { scans } = await subject.store.readListPage({}, { limit: 9 });
      // The cut would divide a surrogate pair, so one more character is left out.
      const cut = `x${"🧵".repeat(maxListedText / 2 - 1)}`;
      expect(scans).toMatchObject([{ id, content: cut, shortened: true }]);
      expect((await subject.store.tag("04:01"))?.lastScan).toStrictEqual(scans[0]);
      expect((await subject.store.scan(id))?.content).toBe(`x${long}`);
      const exported = await subject.store.readExportPage({}, { limit: 9 });
      expect(exported.scans).toMatchObject([{ content: `x${long}` }]);
    });

    it("leaves a long structured out of lists, and shows one of usual length", async () => {
      const structured = { color: "#ff0000" };
      await subject.append({ content: "short", structured });
      await subject.append({ content: "long", structured: { note: "x".repeat(20_000) } });
      const { scans } = await subject.store.readListPage({}, { after: 0, limit: 9 });
      expect(scans).toMatchObject([{ structured }, { content: "long", shortened: true }]);
      expect(scans[0]).not.toHaveProperty("shortened");
      expect(scans[1]).not.toHaveProperty("structured");
    });

    it("exports structured as it was sent, however numbers would be printed again", async () => {
      const structuredJson = '{"big":1e20,"small":-1.50,"nul":"\\u0000"}';
      const structured = JSON.parse(structuredJson);
      await subject.append({ structured, structuredJson });
      const { scans } = await subject.store.readExportPage({}, { limit: 9 });
      expect(scans).toMatchObject([{ structured: structuredJson }]);
      expect(await subject.store.listScans({}, { limit: 9 })).toMatchObject([{ structured }]);
    });

    it("ends a page of an audit trail early when its scans are large, and misses no scan", async () => {
      await subject.store.addInbox({ name: "a", open: true });
      await subject.store.changeInbox("a", { audit: true });
      const body = "x".repeat(600 * kilobyte);
      for (let n = 1; n <= 5; n++) await subject.append({ inbox: "a", content: `${n}`, body });
      const counts: number[] = [];
      for (let after = 0; ; ) {
        const rows = await subject.store.listChainRows("a", after, 100);
        if (rows.length === 0) break;
        counts.push(...rows.map(({ count }) => count));
        expect(rows.length).toBeLessThanOrEqual(2);
        after = rows.at(-1)!.scan.id;
      }
      expect(counts).toStrictEqual([1, 2, 3, 4, 5]);
    });
  });
}
