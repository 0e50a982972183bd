import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Store, StoredScan, TagRecord } from "../store.ts";
import { type Subject, toArrival } from "../testing/subject.ts";

const drill = "04:A2:7F:1B:5E:80:00";
const spool = "E0:04:01:08:66:2F:6F:BC";

export function tagsConformance(on: Subject): void {
  const seen = (tag: string, content: string, more: object = {}) =>
    on.append({ identifier: tag, source: "nfc", tag, content, ...more });
  const identifiers = async (...list: Parameters<Store["tags"]>) =>
    (await on.store.tags(...list)).map(({ identifier }) => identifier);

  describe("tags", () => {
    it("says how often and when a tag was seen over all inboxes, and what it was read as last", async () => {
      const at = (second: number) => new Date(Date.UTC(2026, 4, 12, 12, 0, second));
      await seen(drill, "drill", { inbox: "gate", receivedAt: at(1) });
      await seen(spool, "PLA", { tagType: "openPrintTag", structured: { color: "#0000FF" } });
      const last = await seen(drill, "drill again", { inbox: "shelf", receivedAt: at(5) });
      const { body: _, ...lastScan } = (await on.store.scan(last.id))!;
      expect(await on.store.tag(drill)).toStrictEqual({
        identifier: drill,
        scans: 2,
        firstSeenAt: at(1).toISOString(),
        lastSeenAt: at(5).toISOString(),
        lastScan,
      });
      expect(await on.store.tag(spool)).toMatchObject({
        scans: 1,
        lastScan: { tagType: "openPrintTag", structured: { color: "#0000FF" } },
      });
      expect(await identifiers({}, { limit: 9 })).toStrictEqual([drill, spool]);
    });

    it("takes a scan without a tag for none, and a tag nobody knows for unknown", async () => {
      await on.append({ identifier: drill, source: "nfc" });
      await on.append({ content: "code", source: "code" });
      expect(await on.store.tags({}, { limit: 9 })).toStrictEqual([]);
      expect(await on.store.tag(drill)).toBeUndefined();
    });

    it("does not count a scan that came again, alone or beside its first", async () => {
      await seen(drill, "1");
      await seen(drill, "1");
      await Promise.all([seen(drill, "2"), seen(drill, "2"), seen(drill, "1")]);
      expect(await on.store.tag(drill)).toMatchObject({ scans: 2, lastScan: { content: "2" } });
    });

    it("knows tags by name, seen or not, until the name is taken away", async () => {
      expect(await on.store.nameTag(drill, "Drill 7")).toStrictEqual({
        identifier: drill,
        name: "Drill 7",
        scans: 0,
      });
      await on.store.nameTag(spool, "Drill 7");
      await seen(drill, "1");
      expect(await on.store.nameTag(drill, "Drill 8 ")).toMatchObject({
        name: "Drill 8 ",
        scans: 1,
      });
      expect(await on.store.tag(spool)).toMatchObject({ name: "Drill 7" });
      for (const tag of [drill, spool]) expect(await on.store.unnameTag(tag)).toBe(true);
      for (const tag of [drill, spool]) expect(await on.store.unnameTag(tag)).toBe(false);
      expect(await on.store.tag(drill)).not.toHaveProperty("name");
      expect(await on.store.tag(spool)).toBeUndefined();
    });

    it("lists those seen last first, then those never seen, in pages", async () => {
      for (const tag of ["0C", "0A", "0D", "0B"]) await seen(tag, "x", { date: `at ${tag}` });
      for (const tag of ["02", "01", "03"]) await on.store.nameTag(tag, "prepared");
      await seen("0A", "again");
      const all = ["0A", "0B", "0D", "0C", "01", "02", "03"];
      expect(await identifiers({}, { limit: 9 })).toStrictEqual(all);
      for (const limit of [1, 2, 3]) {
        const paged: TagRecord[] = [];
        for (let after = {}; ; ) {
          const page = await on.store.tags({}, { limit, ...after });
          if (page.length === 0) break;
          paged.push(...page);
          const { identifier, lastScan } = page.at(-1)!;
          after = { after: { identifier, lastScan: lastScan?.id ?? 0 } };
        }
        expect(paged.map(({ identifier }) => identifier)).toStrictEqual(all);
      }
    });

    it("finds tags by the beginnings of words in name, identifier and what was read last", async () => {
      await seen(drill, "https://example.com/tools");
      await seen(spool, "PLA Grün");
      await on.store.nameTag(drill, "Bohrmaschine Süd 7");
      await on.store.nameTag("0A:0B", "prepared");
      const cases: [string, string[]][] = [
        ["bohr", [drill]],
        ["sud bohrmaschine", [drill]],
        ["bohrmaschine example", [drill]],
        ["maschine", []],
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
        expect(await identifiers({ text }, { limit: 9 }), text).toStrictEqual(expected);
      }
      await seen(drill, "WIFI:");
      expect(await identifiers({ text: "example" }, { limit: 9 })).toStrictEqual([]);
      await on.store.nameTag(drill, "Drill");
      expect(await identifiers({ text: "bohr" }, { limit: 9 })).toStrictEqual([]);
      await on.store.unnameTag(drill);
      expect(await identifiers({ text: "drill" }, { limit: 9 })).toStrictEqual([]);
      expect(await identifiers({ text: "wifi" }, { limit: 9 })).toStrictEqual([drill]);
    });

    it("takes any search text", async () => {
      await seen(drill, "x");
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
          expect(Array.isArray(await on.store.tags({ text }, { limit: 1 }))).toBe(true);
        }),
      );
    });
  });

  describe("scans of tags", () => {
    it("are listed by their tag in both directions, with what it is called now", async () => {
      const first = await seen(drill, "1", { inbox: "gate" });
      await seen(spool, "2");
      await seen(drill, "3", { inbox: "shelf" });
      await on.append({ content: "4" });
      const filter = { tag: drill };
      expect(await on.contents(filter, { limit: 9 })).toStrictEqual(["3", "1"]);
      expect(await on.contents(filter, { after: 0, limit: 9 })).toStrictEqual(["1", "3"]);
      expect(await on.contents(filter, { after: first.id, limit: 9 })).toStrictEqual(["3"]);
      expect(await on.contents({ ...filter, inbox: "gate" }, { limit: 9 })).toStrictEqual(["1"]);
      expect(await on.contents({ tag: "04:00" }, { limit: 9 })).toStrictEqual([]);
      expect(await on.store.countScans(filter)).toBe(2);
      const names = (scans: StoredScan[]) => scans.map(({ tag, tagName }) => [tag, tagName]);
      for (const name of ["Drill 7", "Drill 8"]) {
        await on.store.nameTag(drill, name);
        expect(names(await on.store.listScans({}, { limit: 9 }))).toStrictEqual([
          [undefined, undefined],
          [drill, name],
          [spool, undefined],
          [drill, name],
        ]);
        expect((await on.store.scan(first.id))?.tagName).toBe(name);
        expect((await on.store.lastScan("nfc"))?.tagName).toBe(name);
        expect((await on.store.tag(drill))?.lastScan?.tagName).toBe(name);
      }
    });

    it("are found by the name of their tag, each once, in pages and with other filters", async () => {
      for (const content of ["1", "drill 2", "3"]) await seen(drill, content);
      for (const content of ["4", "drill 5"]) await seen(spool, content, { inbox: "shelf" });
      await on.store.nameTag(drill, "Drill 7");
      const text = "drill";
      expect(await on.contents({ text }, { limit: 9 })).toStrictEqual([
        "drill 5",
        "3",
        "drill 2",
        "1",
      ]);
      expect(await on.contents({ text }, { limit: 2 })).toStrictEqual(["drill 5", "3"]);
      expect(await on.contents({ text }, { after: 0, limit: 2 })).toStrictEqual(["1", "drill 2"]);
      const [, second] = await on.store.listScans({ text }, { limit: 2 });
      const rest = { before: second!.id, limit: 9 };
      expect(await on.contents({ text }, rest)).toStrictEqual(["drill 2", "1"]);
      expect(await on.store.countScans({ text })).toBe(4);
      expect(await on.contents({ text: "7 dri" }, { limit: 9 })).toStrictEqual([
        "3",
        "drill 2",
        "1",
      ]);
      expect(await on.contents({ text, inbox: "shelf" }, { limit: 9 })).toStrictEqual(["drill 5"]);
      const tag = drill;
      expect(await on.contents({ text, tag }, { limit: 1 })).toStrictEqual(["3"]);
      await on.store.unnameTag(drill);
      expect(await on.contents({ text: "7" }, { limit: 9 })).toStrictEqual([]);
    });

    it("take an unnamed tag along when they are deleted, and leave a named one behind", async () => {
      for (const name of ["gone", "kept"]) await on.store.addInbox({ name, open: true });
      await on.store.nameTag(drill, "Drill 7");
      const [left] = [await seen("0A", "left", { inbox: "kept" })];
      await seen("0A", "newer", { inbox: "gone" });
      for (const tag of [drill, spool]) await seen(tag, "only", { inbox: "gone" });
      await on.store.removeInbox("gone", { scans: "delete" });
      expect(await on.store.tag(drill)).toStrictEqual({
        identifier: drill,
        name: "Drill 7",
        scans: 0,
      });
      expect(await on.store.tag(spool)).toBeUndefined();
      expect(await on.store.tag("0A")).toMatchObject({ scans: 1, lastScan: { id: left.id } });
      expect(await identifiers({}, { limit: 9 })).toStrictEqual(["0A", drill]);
      expect(await identifiers({ text: "newer" }, { limit: 9 })).toStrictEqual([]);
      expect(await identifiers({ text: "left" }, { limit: 9 })).toStrictEqual(["0A"]);
      await seen(drill, "back");
      expect(await on.store.tag(drill)).toMatchObject({ name: "Drill 7", scans: 1 });
    });

    it("make the same tags whatever two processes store, name and delete in any order", async () => {
      const other = await on.place.open();
      const inboxes = ["one", "two"];
      const tags = ["01", "02", "03"];
      const inbox = fc.constantFrom(...inboxes);
      const tag = fc.constantFrom(...tags);
      const content = fc.nat({ max: 7 }).map(String);
      const step = fc.oneof(
        { arbitrary: fc.record({ do: fc.constant("scan"), inbox, tag, content }), weight: 6 },
        fc.record({ do: fc.constantFrom("delete", "name", "unname"), inbox, tag, content }),
      );
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(step), { maxLength: 5 }), async (groups) => {
          round += 1;
          const named = new Map<string, string>();
          for (const group of groups) {
            const done = group.map((one, n) => {
              const store = n % 2 ? on.store : other;
              if (one.do === "scan") {
                const scan = { identifier: one.tag, tag: one.tag, content: one.content };
                return store.append(toArrival({ ...scan, inbox: one.inbox, source: "nfc" }));
              }
              if (one.do === "delete") return store.removeInbox(one.inbox, { scans: "delete" });
              return undefined;
            });
            await Promise.all(done);
            for (const one of group) {
              if (one.do === "name") {
                await other.nameTag(one.tag, `name ${round}`);
                named.set(one.tag, `name ${round}`);
              } else if (one.do === "unname") {
                expect(await on.store.unnameTag(one.tag)).toBe(named.delete(one.tag));
              }
            }
          }
          const scans = await on.store.listScans({}, { limit: 1000 });
          const ofTag = (identifier: string) => scans.filter((scan) => scan.tag === identifier);
          const expected = tags.flatMap((identifier) => {
            const own = ofTag(identifier);
            const name = named.get(identifier);
            if (own.length === 0 && name === undefined) return [];
            return {
              identifier,
              ...(name === undefined ? {} : { name }),
              scans: own.length,
              ...(own.length === 0
                ? {}
                : {
                    firstSeenAt: own.at(-1)!.receivedAt,
                    lastSeenAt: own[0]!.receivedAt,
                    lastScan: own[0]!,
                  }),
            };
          });
          const listed = await on.store.tags({}, { limit: 9 });
          const byIdentifier = (a: TagRecord, b: TagRecord) =>
            a.identifier < b.identifier ? -1 : 1;
          expect(listed.toSorted(byIdentifier)).toStrictEqual(expected);
          for (const { identifier, lastScan } of listed) {
            if (!lastScan) continue;
            const found = await on.store.tags({ text: lastScan.content }, { limit: 9 });
            expect(found.map((one) => one.identifier)).toContain(identifier);
          }
          for (const one of inboxes) await on.store.removeInbox(one, { scans: "delete" });
          for (const one of tags) await on.store.unnameTag(one);
          expect(await on.store.tags({}, { limit: 9 })).toStrictEqual([]);
        }),
        { numRuns: 25 },
      );
      await other.close();
    });
  });
}
