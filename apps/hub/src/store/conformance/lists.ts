import { describe, expect, it } from "vitest";
import type { Store } from "../store.ts";
import type { Subject } from "../testing/subject.ts";

export function listsConformance(subject: Subject): void {
  describe("lists of scans", () => {
    it("lists newest first before an id, and oldest first after one", async () => {
      const ids = [];
      for (const content of ["1", "2", "3", "4", "5"])
        ids.push((await subject.append({ content })).id);
      expect(await subject.contents({}, { limit: 2 })).toStrictEqual(["5", "4"]);
      expect(await subject.contents({}, { before: ids[3]!, limit: 2 })).toStrictEqual(["3", "2"]);
      expect(await subject.contents({}, { before: ids[0]!, limit: 2 })).toStrictEqual([]);
      expect(await subject.contents({}, { after: ids[1]!, limit: 2 })).toStrictEqual(["3", "4"]);
      expect(await subject.contents({}, { after: 0, limit: 9 })).toStrictEqual([
        "1",
        "2",
        "3",
        "4",
        "5",
      ]);
      expect(await subject.contents({}, { after: ids[4]!, limit: 2 })).toStrictEqual([]);
    });

    it("filters scans by inbox, source and time, alone and combined, in both directions", async () => {
      const timeAt = (second: number) => new Date(Date.UTC(2026, 4, 12, 12, 0, second));
      await subject.append({ content: "a", inbox: "one", source: "nfc", receivedAt: timeAt(1) });
      await subject.append({ content: "b", inbox: "two", source: "code", receivedAt: timeAt(2) });
      await subject.append({ content: "c", inbox: "one", source: "code", receivedAt: timeAt(3) });
      await subject.append({ content: "d", inbox: "two", receivedAt: timeAt(4) });
      const from = timeAt(2).toISOString();
      const to = timeAt(3).toISOString();
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
        expect(await subject.contents(filter, { limit: 9 })).toStrictEqual(expected);
        expect(await subject.contents(filter, { after: 0, limit: 9 })).toStrictEqual(
          expected.toReversed(),
        );
        expect(await subject.store.countScans(filter)).toBe(expected.length);
      }
    });

    it("lists the scans with the given ids that match the rest of the filter", async () => {
      const ids: number[] = [];
      for (const content of ["a 1", "b 2", "a 3", "a 4"])
        ids.push((await subject.append({ content })).id);
      const requestedIds = [ids[3]!, ids[1]!, ids[0]!, ids[0]!, 4711];
      expect(await subject.contents({ ids: requestedIds }, { limit: 9 })).toStrictEqual([
        "a 4",
        "b 2",
        "a 1",
      ]);
      expect(
        await subject.contents({ ids: requestedIds }, { after: ids[0]!, limit: 1 }),
      ).toStrictEqual(["b 2"]);
      expect(await subject.contents({ ids: requestedIds, text: "a" }, { limit: 9 })).toStrictEqual([
        "a 4",
        "a 1",
      ]);
      expect(await subject.contents({ ids: [] }, { limit: 9 })).toStrictEqual([]);
    });

    it("rejects an invalid time with a RangeError", async () => {
      for (const from of ["yesterday", "", "12.05.2026", "2026-13-01", "2026-05-12T25:00"]) {
        await expect(subject.store.listScans({ from }, { limit: 1 })).rejects.toThrow(RangeError);
        await expect(subject.store.countScans({ to: from })).rejects.toThrow(RangeError);
      }
    });

    it("returns the last scan of each source", async () => {
      expect(await subject.store.lastScan("nfc")).toBeUndefined();
      await subject.append({ content: "tag 1", source: "nfc" });
      await subject.append({ content: "tag 2", source: "nfc" });
      await subject.append({ content: "code", source: "code" });
      await subject.append({ content: "neither" });
      expect((await subject.store.lastScan("nfc"))?.content).toBe("tag 2");
      expect((await subject.store.lastScan("code"))?.content).toBe("code");
    });

    it("returns the number of scans and the bytes they occupy", async () => {
      await subject.append({ content: "x".repeat(10_000) });
      const { scans, bytes } = await subject.store.size();
      expect(scans).toBe(1);
      expect(bytes).toBeGreaterThan(10_000);
    });
  });
}
