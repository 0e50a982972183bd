import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Store } from "../store.ts";
import type { StoredScan } from "../stored-scan.ts";
import type { TagRecord } from "../tags.ts";
import { type Subject, toArrival } from "../testing/subject.ts";

const drill = "04:A2:7F:1B:5E:80:00";
const spool = "E0:04:01:08:66:2F:6F:BC";

export function tagsConformance(subject: Subject): void {
  const appendTagScan = (tag: string, content: string, overrides: object = {}) =>
    subject.append({ identifier: tag, source: "nfc", tag, content, ...overrides });
  const listIdentifiers = async (...list: Parameters<Store["tags"]>) =>
    (await subject.store.tags(...list)).map(({ identifier }) => identifier);

  describe("tags", () => {
    it("counts the scans of a tag in all inboxes, and returns its first and last time and its last scan", async () => {
      const timeAt = (second: number) => new Date(Date.UTC(2026, 4, 12, 12, 0, second));
      await appendTagScan(drill, "drill", { inbox: "gate", receivedAt: timeAt(1) });
      await appendTagScan(spool, "PLA", {
        tagType: "openPrintTag",
        structured: { color: "#0000FF" },
      });
      const lastAppended = await appendTagScan(drill, "drill again", {
        inbox: "shelf",
        receivedAt: timeAt(5),
      });
      const { body: _, ...lastScan } = (await subject.store.scan(lastAppended.id))!;
      expect(await subject.store.tag(drill)).toEqual({
        identifier: drill,
        revision: 1,
        scans: 2,
        firstSeenAt: timeAt(1).toISOString(),
        lastSeenAt: timeAt(5).toISOString(),
        lastScan,
      });
      expect(await subject.store.tag(spool)).toMatchObject({
        scans: 1,
        lastScan: { tagType: "openPrintTag", structured: { color: "#0000FF" } },
      });
      expect(await listIdentifiers({}, { limit: 9 })).toStrictEqual([drill, spool]);
    });

    it("returns no tag for scans without one, and undefined for an unknown tag", async () => {
      await subject.append({ identifier: drill, source: "nfc" });
      await subject.append({ content: "code", source: "code" });
      expect(await subject.store.tags({}, { limit: 9 })).toStrictEqual([]);
      expect(await subject.store.tag(drill)).toBeUndefined();
    });

    it("does not count repeats, neither alone nor in the same group as the scan they repeat", async () => {
      await appendTagScan(drill, "1");
      await appendTagScan(drill, "1");
      await Promise.all([
        appendTagScan(drill, "2"),
        appendTagScan(drill, "2"),
        appendTagScan(drill, "1"),
      ]);
      expect(await subject.store.tag(drill)).toMatchObject({
        scans: 2,
        lastScan: { content: "2" },
      });
    });

    it("names tags whether scanned or not, and forgets an unscanned tag when its name is removed", async () => {
      expect(await subject.store.nameTag(drill, "Drill 7")).toEqual({
        identifier: drill,
        name: "Drill 7",
        revision: 2,
        changedAt: subject.now().toISOString(),
        scans: 0,
      });
      await subject.store.nameTag(spool, "Drill 7");
      await appendTagScan(drill, "1");
      expect(await subject.store.nameTag(drill, "Drill 8 ")).toMatchObject({
        name: "Drill 8 ",
        scans: 1,
      });
      expect(await subject.store.tag(spool)).toMatchObject({ name: "Drill 7" });
      for (const tag of [drill, spool]) expect(await subject.store.unnameTag(tag)).toBe("removed");
      for (const tag of [drill, spool])
        expect(await subject.store.unnameTag(tag)).toBe("no-such-name");
      expect((await subject.store.tag(drill))!.name).toBeUndefined();
      expect(await subject.store.tag(spool)).toBeUndefined();
    });

    it("lists tags seen last first and unseen tags last, in pages", async () => {
      for (const tag of ["0C", "0A", "0D", "0B"])
        await appendTagScan(tag, "x", { date: `at ${tag}` });
      for (const tag of ["02", "01", "03"]) await subject.store.nameTag(tag, "prepared");
      await appendTagScan("0A", "again");
      const allIdentifiers = ["0A", "0B", "0D", "0C", "01", "02", "03"];
      expect(await listIdentifiers({}, { limit: 9 })).toStrictEqual(allIdentifiers);
      for (const limit of [1, 2, 3]) {
        const paged: TagRecord[] = [];
        for (let after = {}; ; ) {
          const page = await subject.store.tags({}, { limit, ...after });
          if (page.length === 0) break;
          paged.push(...page);
          const { identifier, lastScan } = page.at(-1)!;
          after = { after: { identifier, lastScan: lastScan?.id ?? 0 } };
        }
        expect(paged.map(({ identifier }) => identifier)).toStrictEqual(allIdentifiers);
      }
    });

    it("finds tags by the beginnings and ends of words in their name, identifier and last content", async () => {
      await appendTagScan(drill, "https://example.com/tools");
      await appendTagScan(spool, "PLA Grün");
      await subject.store.nameTag(drill, "Bohrmaschine Süd 7");
      await subject.store.nameTag("0A:0B", "prepared");
      const cases: [string, string[]][] = [
        ["bohr", [drill]],
        ["sud bohrmaschine", [drill]],
        ["bohrmaschine example", [drill]],
        ["maschine", [drill]],
        ["maschin", []],
        ["04:a2", [drill]],
        ["04a27f", [drill]],
        ["e0-04-01", [spool]],
        ["pla", [spool]],
        ["pla bohr", []],
        ["prep", ["0A:0B"]],
        ["0a0b", ["0A:0B"]],
        [`"`, [spool, drill, "0A:0B"]],
      ];
      for (const [text, expected] of cases) {
        expect(await listIdentifiers({ text }, { limit: 9 }), text).toStrictEqual(expected);
      }
      await appendTagScan(drill, "WIFI:");
      expect(await listIdentifiers({ text: "example" }, { limit: 9 })).toStrictEqual([]);
      await subject.store.nameTag(drill, "Drill");
      expect(await listIdentifiers({ text: "bohr" }, { limit: 9 })).toStrictEqual([]);
      await subject.store.unnameTag(drill);
      expect(await listIdentifiers({ text: "drill" }, { limit: 9 })).toStrictEqual([]);
      expect(await listIdentifiers({ text: "wifi" }, { limit: 9 })).toStrictEqual([drill]);
    });

    it("accepts any search text for tags", async () => {
      await appendTagScan(drill, "x");
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
          expect(Array.isArray(await subject.store.tags({ text }, { limit: 1 }))).toBe(true);
        }),
      );
    });
  });

  describe("scans of tags", () => {
    it("lists the scans of a tag in both directions with its current name", async () => {
      const first = await appendTagScan(drill, "1", { inbox: "gate" });
      await appendTagScan(spool, "2");
      await appendTagScan(drill, "3", { inbox: "shelf" });
      await subject.append({ content: "4" });
      const filter = { tag: drill };
      expect(await subject.contents(filter, { limit: 9 })).toStrictEqual(["3", "1"]);
      expect(await subject.contents(filter, { after: 0, limit: 9 })).toStrictEqual(["1", "3"]);
      expect(await subject.contents(filter, { after: first.id, limit: 9 })).toStrictEqual(["3"]);
      expect(await subject.contents({ ...filter, inbox: "gate" }, { limit: 9 })).toStrictEqual([
        "1",
      ]);
      expect(await subject.contents({ tag: "04:00" }, { limit: 9 })).toStrictEqual([]);
      expect(await subject.store.countScans(filter)).toBe(2);
      const toNames = (scans: StoredScan[]) => scans.map(({ tag, tagName }) => [tag, tagName]);
      for (const name of ["Drill 7", "Drill 8"]) {
        await subject.store.nameTag(drill, name);
        expect(toNames(await subject.store.listScans({}, { limit: 9 }))).toStrictEqual([
          [undefined, undefined],
          [drill, name],
          [spool, undefined],
          [drill, name],
        ]);
        expect((await subject.store.scan(first.id))?.tagName).toBe(name);
        expect((await subject.store.lastScan("nfc"))?.tagName).toBe(name);
        expect((await subject.store.tag(drill))?.lastScan?.tagName).toBe(name);
      }
    });

    it("finds scans once by the name of their tag, in pages and with other filters", async () => {
      for (const content of ["1", "drill 2", "3"]) await appendTagScan(drill, content);
      for (const content of ["4", "drill 5"])
        await appendTagScan(spool, content, { inbox: "shelf" });
      await subject.store.nameTag(drill, "Drill 7");
      const text = "drill";
      expect(await subject.contents({ text }, { limit: 9 })).toStrictEqual([
        "drill 5",
        "3",
        "drill 2",
        "1",
      ]);
      expect(await subject.contents({ text }, { limit: 2 })).toStrictEqual(["drill 5", "3"]);
      expect(await subject.contents({ text }, { after: 0, limit: 2 })).toStrictEqual([
        "1",
        "drill 2",
      ]);
      const [, second] = await subject.store.listScans({ text }, { limit: 2 });
      const nextPage = { before: second!.id, limit: 9 };
      expect(await subject.contents({ text }, nextPage)).toStrictEqual(["drill 2", "1"]);
      expect(await subject.store.countScans({ text })).toBe(4);
      expect(await subject.contents({ text: "7 dri" }, { limit: 9 })).toStrictEqual([
        "3",
        "drill 2",
        "1",
      ]);
      expect(await subject.contents({ text, inbox: "shelf" }, { limit: 9 })).toStrictEqual([
        "drill 5",
      ]);
      const tag = drill;
      expect(await subject.contents({ text, tag }, { limit: 1 })).toStrictEqual(["3"]);
      await subject.store.unnameTag(drill);
      expect(await subject.contents({ text: "7" }, { limit: 9 })).toStrictEqual([]);
    });

    it("deletes an unnamed tag with its last scan, and keeps a named one", async () => {
      for (const name of ["gone", "kept"]) await subject.store.addInbox({ name, open: true });
      await subject.store.nameTag(drill, "Drill 7");
      const remainingScan = await appendTagScan("0A", "left", { inbox: "kept" });
      await appendTagScan("0A", "newer", { inbox: "gone" });
      for (const tag of [drill, spool]) await appendTagScan(tag, "only", { inbox: "gone" });
      await subject.store.removeInbox("gone", { scans: "delete" });
      expect(await subject.store.tag(drill)).toEqual({
        identifier: drill,
        name: "Drill 7",
        revision: 2,
        changedAt: subject.now().toISOString(),
        scans: 0,
      });
      expect(await subject.store.tag(spool)).toBeUndefined();
      expect(await subject.store.tag("0A")).toMatchObject({
        scans: 1,
        lastScan: { id: remainingScan.id },
      });
      expect(await listIdentifiers({}, { limit: 9 })).toStrictEqual(["0A", drill]);
      expect(await listIdentifiers({ text: "newer" }, { limit: 9 })).toStrictEqual([]);
      expect(await listIdentifiers({ text: "left" }, { limit: 9 })).toStrictEqual(["0A"]);
      await appendTagScan(drill, "back");
      expect(await subject.store.tag(drill)).toMatchObject({ name: "Drill 7", scans: 1 });
    });

    it("keeps tags consistent with their scans whatever two processes store, name and delete", async () => {
      const otherStore = await subject.database.open();
      const inboxes = ["one", "two"];
      const tags = ["01", "02", "03"];
      const inbox = fc.constantFrom(...inboxes);
      const tag = fc.constantFrom(...tags);
      const content = fc.nat({ max: 7 }).map(String);
      const action = fc.oneof(
        { arbitrary: fc.record({ do: fc.constant("scan"), inbox, tag, content }), weight: 6 },
        fc.record({ do: fc.constantFrom("delete", "name", "unname"), inbox, tag, content }),
      );
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(action), { maxLength: 5 }), async (groups) => {
          round += 1;
          const named = new Map<string, string>();
          for (const group of groups) {
            const writes = group.map((action, n) => {
              const store = n % 2 ? subject.store : otherStore;
              if (action.do === "scan") {
                const scan = { identifier: action.tag, tag: action.tag, content: action.content };
                return store.append(toArrival({ ...scan, inbox: action.inbox, source: "nfc" }));
              }
              if (action.do === "delete")
                return store.removeInbox(action.inbox, { scans: "delete" });
              return undefined;
            });
            await Promise.all(writes);
            for (const action of group) {
              if (action.do === "name") {
                await otherStore.nameTag(action.tag, `name ${round}`);
                named.set(action.tag, `name ${round}`);
              } else if (action.do === "unname") {
                expect(await subject.store.unnameTag(action.tag)).toBe(
                  named.delete(action.tag) ? "removed" : "no-such-name",
                );
              }
            }
          }
          const scans = await subject.store.listScans({}, { limit: 1000 });
          const ofTag = (identifier: string) => scans.filter((scan) => scan.tag === identifier);
          const expected = tags.flatMap((identifier) => {
            const own = ofTag(identifier);
            const name = named.get(identifier);
            if (own.length === 0 && name === undefined) return [];
            return {
              identifier,
              name,
              scans: own.length,
              firstSeenAt: own.at(-1)?.receivedAt,
              lastSeenAt: own[0]?.receivedAt,
              lastScan: own[0],
            };
          });
          const tagRecords = await subject.store.tags({}, { limit: 9 });
          const listed = tagRecords.map(({ revision: _, changedAt: __, ...tag }) => tag);
          const byIdentifier = (
            a: Pick<TagRecord, "identifier">,
            b: Pick<TagRecord, "identifier">,
          ) => (a.identifier < b.identifier ? -1 : 1);
          expect(listed.toSorted(byIdentifier)).toEqual(expected);
          for (const { identifier, lastScan } of listed) {
            if (!lastScan) continue;
            const matchingTags = await subject.store.tags({ text: lastScan.content }, { limit: 9 });
            expect(matchingTags.map((tag) => tag.identifier)).toContain(identifier);
          }
          for (const name of inboxes) await subject.store.removeInbox(name, { scans: "delete" });
          for (const identifier of tags) await subject.store.unnameTag(identifier);
          expect(await subject.store.tags({}, { limit: 9 })).toStrictEqual([]);
        }),
        { numRuns: 25 },
      );
      await otherStore.close();
    });
  });
}
