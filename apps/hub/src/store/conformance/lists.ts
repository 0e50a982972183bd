import { describe, expect, it } from "vitest";
import type { Store } from "../store.ts";
import type { Subject } from "../testing/subject.ts";

export function listsConformance(on: Subject): void {
  describe("lists of scans", () => {
    it("lists newest first before an id, and oldest first after one", async () => {
      const ids = [];
      for (const content of ["1", "2", "3", "4", "5"]) ids.push((await on.append({ content })).id);
      expect(await on.contents({}, { limit: 2 })).toStrictEqual(["5", "4"]);
      expect(await on.contents({}, { before: ids[3]!, limit: 2 })).toStrictEqual(["3", "2"]);
      expect(await on.contents({}, { before: ids[0]!, limit: 2 })).toStrictEqual([]);
      expect(await on.contents({}, { after: ids[1]!, limit: 2 })).toStrictEqual(["3", "4"]);
      expect(await on.contents({}, { after: 0, limit: 9 })).toStrictEqual([
        "1",
        "2",
        "3",
        "4",
        "5",
      ]);
      expect(await on.contents({}, { after: ids[4]!, limit: 2 })).toStrictEqual([]);
    });

    it("filters by inbox, source and time, alone and together, in both directions", async () => {
      const at = (second: number) => new Date(Date.UTC(2026, 4, 12, 12, 0, second));
      await on.append({ content: "a", inbox: "one", source: "nfc", receivedAt: at(1) });
      await on.append({ content: "b", inbox: "two", source: "code", receivedAt: at(2) });
      await on.append({ content: "c", inbox: "one", source: "code", receivedAt: at(3) });
      await on.append({ content: "d", inbox: "two", receivedAt: at(4) });
      const from = at(2).toISOString();
      const to = at(3).toISOString();
      const cases: [Parameters<Store["countScans"]>[0], string[]][] = [
        [{}, ["d", "c", "b", "a"]],
        [{ inbox: "one" }, ["c", "a"]],
        [{ inbox: "none" }, []],
        [{ source: "code" }, ["c", "b"]],
        [{ from }, ["d", "c", "b"]],
        [{ to }, ["b", "a"]],
        [{ from, to }, ["b"]],
        [{ from: "2026-05-12T14:00:02+02:00" }, ["d", "c", "b"]],
        [{ from: "2026-05-13" }, []],
        [{ inbox: "one", source: "code" }, ["c"]],
        [{ inbox: "two", from, to, source: "nfc" }, []],
      ];
      for (const [filter, expected] of cases) {
        expect(await on.contents(filter, { limit: 9 })).toStrictEqual(expected);
        expect(await on.contents(filter, { after: 0, limit: 9 })).toStrictEqual(
          expected.toReversed(),
        );
        expect(await on.store.countScans(filter)).toBe(expected.length);
      }
    });

    it("lists the scans of given ids, together with the rest of a filter", async () => {
      const ids: number[] = [];
      for (const content of ["a 1", "b 2", "a 3", "a 4"])
        ids.push((await on.append({ content })).id);
      const given = [ids[3]!, ids[1]!, ids[0]!, ids[0]!, 4711];
      expect(await on.contents({ ids: given }, { limit: 9 })).toStrictEqual(["a 4", "b 2", "a 1"]);
      expect(await on.contents({ ids: given }, { after: ids[0]!, limit: 1 })).toStrictEqual([
        "b 2",
      ]);
      expect(await on.contents({ ids: given, text: "a" }, { limit: 9 })).toStrictEqual([
        "a 4",
        "a 1",
      ]);
      expect(await on.contents({ ids: [] }, { limit: 9 })).toStrictEqual([]);
    });

    it("refuses a time that is none", async () => {
      for (const from of ["yesterday", "", "12.05.2026", "2026-13-01", "2026-05-12T25:00"]) {
        await expect(on.store.listScans({ from }, { limit: 1 })).rejects.toThrow(RangeError);
        await expect(on.store.countScans({ to: from })).rejects.toThrow(RangeError);
      }
    });

    it("knows the last scan of each source", async () => {
      expect(await on.store.lastScan("nfc")).toBeUndefined();
      await on.append({ content: "tag 1", source: "nfc" });
      await on.append({ content: "tag 2", source: "nfc" });
      await on.append({ content: "code", source: "code" });
      await on.append({ content: "neither" });
      expect((await on.store.lastScan("nfc"))?.content).toBe("tag 2");
      expect((await on.store.lastScan("code"))?.content).toBe("code");
    });

    it("says how many scans there are and what they take", async () => {
      await on.append({ content: "x".repeat(10_000) });
      const { scans, bytes } = await on.store.size();
      expect(scans).toBe(1);
      expect(bytes).toBeGreaterThan(10_000);
    });
  });
}
