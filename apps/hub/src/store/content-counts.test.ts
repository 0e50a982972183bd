import { describe, expect, it } from "vitest";
import { countContents, toContentKey } from "./content-counts.ts";
import type { ListedScan } from "./stored-scan.ts";

/**
 * Returns queries over scans with the ids from 1 to `count`, each with the last digit of its id as
 * content.
 */
function createQueries(count: number) {
  const toContent = (id: number) => String(id % 10);
  const read: number[] = [];
  return {
    read,
    findIds: async ({ before = count + 1, limit }: { before?: number; limit: number }) =>
      Array.from({ length: Math.min(limit, before - 1) }, (_, index) => before - 1 - index),
    readContents: async (ids: readonly number[]) => {
      read.push(...ids);
      const counts = ids.map((id) => ({ key: toContentKey(toContent(id)), scans: 1, newest: id }));
      return { counts, last: ids.at(-1)!, complete: true };
    },
    readScans: async (ids: readonly number[]) => ({
      scans: ids.map((id) => ({ id, content: toContent(id) }) as ListedScan),
      more: false,
    }),
  };
}

describe("a count per content", () => {
  it("counts the newest scans up to the limit, and says that more match", async () => {
    const queries = createQueries(5000);
    const counts = await countContents(queries, 2, { maxScans: 2500 });
    expect(counts).toEqual({
      contents: [
        { content: "0", scans: 250, newest: 5000 },
        { content: "9", scans: 250, newest: 4999 },
      ],
      distinct: 10,
      scans: 2500,
      more: true,
    });
    expect(queries.read.at(-1)).toBe(2501);
  });

  it("says that no more match when exactly as many scans match as it may count", async () => {
    const counts = await countContents(createQueries(2000), 1, { maxScans: 2000 });
    expect(counts).toMatchObject({ scans: 2000, more: false });
  });

  it("ends with the page during which the time runs out", async () => {
    let now = 0;
    const options = { maxMs: 5, now: () => now++ };
    const counts = await countContents(createQueries(50_000), 1, options);
    expect(counts).toMatchObject({ scans: 4000, more: true });
  });

  it("continues after the last scan that was read when a page ends early", async () => {
    const queries = createQueries(30);
    const readAll = queries.readContents;
    const readSome = (ids: readonly number[]) =>
      readAll(ids.slice(0, 7)).then((page) => ({ ...page, complete: ids.length <= 7 }));
    const counts = await countContents({ ...queries, readContents: readSome }, 1);
    expect(counts).toMatchObject({ scans: 30, distinct: 10, more: false });
    expect(queries.read).toHaveLength(30);
  });

  it("has different keys for a long text and for a short one that looks like its hash", () => {
    const long = "x".repeat(1000);
    expect(toContentKey(toContentKey(long).slice(1))).not.toBe(toContentKey(long));
  });
});
