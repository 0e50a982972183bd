import { beforeEach, describe, expect, it } from "vitest";
import { article, createStoreroom } from "../testing/storeroom.ts";
import type { Subject } from "../testing/subject.ts";

export function stockImportsConformance(subject: Subject): void {
  const storeroom = createStoreroom(subject);
  const { find, scan, toScan, entries, idOf } = storeroom;

  describe("an import into a stock", () => {
    beforeEach(storeroom.open);

    it("and scans of the same unknown codes in another process make one entry of each code", async () => {
      const other = await subject.database.open({ now: subject.now });
      const { id } = await find();
      const screws = await idOf("Screws");
      await scan("add", "P-A");
      const expected: string[] = [];
      for (let round = 0; round < 40; round++) {
        const codes = Array.from({ length: 6 }, (_, n) => `NEW-${round}-${n}`);
        const [byHand, second, ...listed] = codes as [string, string, ...string[]];
        const rows = listed.map((code) => article(code, `Article ${code}`));
        const [added, changed, statuses, ...scanned] = await Promise.all([
          subject.store.addEntry(id, article(byHand, "By hand")),
          subject.store.changeKeys(id, screws, { remove: [], add: [`t:${second}`] }),
          subject.store.importEntries(id, rows, { label: "second", dry: false }),
          ...codes.map((code) => other.append(toScan("add", code))),
        ]);
        expect(scanned.filter(({ verdict }) => verdict!.result === "no")).toEqual([]);
        expect(statuses.filter((status) => status === "conflict" || status === "same")).toEqual([]);
        const isTaken = { taken: `t:${byHand}`, by: byHand };
        expect([isTaken, { id: expect.any(Number) }]).toContainEqual(added);
        const label = changed === "changed" ? "Screws" : second;
        expected.push(...listed.map((code) => `t:${code} Article ${code}`));
        expected.push(`t:${byHand} ${"id" in Object(added) ? "By hand" : byHand}`);
        expected.push(`t:${second} ${label}`);
      }
      await other.close();
      const found = (await entries()).flatMap(({ keys, label }) =>
        keys.filter((key) => key.startsWith("t:NEW")).map((key) => `${key} ${label}`),
      );
      expect(found.sort()).toEqual(expected.sort());
    });
  });
}
