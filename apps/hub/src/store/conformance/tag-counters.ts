import { beforeEach, describe, expect, it } from "vitest";
import type { SunReading } from "../../registers/sun.ts";
import type { Store } from "../store.ts";
import { createGala, guest } from "../testing/gala.ts";
import type { Subject } from "../testing/subject.ts";

const ada = "04:DE:5F:1E:AC:C0:40";
const alan = "04:95:8C:AA:5C:5E:80";

export function tagCountersConformance(subject: Subject): void {
  const { find, importRows, toScan, act, undo, open } = createGala(subject);
  const rules = { reentry: "always", keys: { sun: {} } } as const;

  function toTagScan(sun: SunReading, door?: string) {
    // The content is no key here, whatever it is.
    return { ...toScan("T-1", door), request: { kind: "scan", sun } as const };
  }

  async function scanTag(
    uid: string,
    counter: number,
    { door = "north", store = subject.store } = {},
  ) {
    const { verdict } = await store.append(toTagScan({ ok: true, uid, counter }, door));
    return verdict!;
  }

  describe("tags that cannot be copied", () => {
    beforeEach(async () => {
      await open();
      await subject.store.changeRegister("gala", { rules });
      const [one, two] = [ada, alan].map((uid) => ({ keys: [`u:${uid}`] }));
      await importRows(guest("T-3", "Ada King", one), guest("T-4", "Alan Mathison", two));
    });

    it("finds a guest by the UID that the link proves, and by nothing else", async () => {
      expect(await scanTag(ada, 1)).toMatchObject({ code: "checked-in", title: "Ada King" });
      expect(await scanTag("04:00:00:00:00:00:01", 1)).toMatchObject({ code: "unknown" });
      for (const code of ["unsigned", "not-genuine", "no-key"] as const) {
        const { verdict } = await subject.store.append(toTagScan({ ok: false, code }));
        expect(verdict).toMatchObject({
          result: "no",
          code,
          message: expect.stringMatching(/^NO\./),
        });
        expect(verdict!.title).toBeUndefined();
      }
      // A request from before the rule proves nothing.
      expect((await subject.store.append(toScan("T-1"))).verdict).toMatchObject({ code: "no-key" });
      expect((await find()).inside).toBe(1);
    });

    it("refuses a counter that is not above the last one, with when and where that was", async () => {
      expect(await scanTag(ada, 7)).toMatchObject({ code: "checked-in" });
      subject.time += 60_000;
      for (const counter of [7, 6]) {
        const verdict = await scanTag(ada, counter, { door: "south" });
        expect(verdict).toMatchObject({ result: "no", code: "seen-before", title: "Ada King" });
        expect(verdict.text).toMatch(/used before \(\d\d:\d\d, north\)/);
        expect(verdict.times).toContain(verdict.text.match(/\d\d:\d\d/)![0]);
      }
      expect(await scanTag(ada, 8, { door: "south" })).toMatchObject({ code: "checked-in" });
      expect((await scanTag(ada, 8)).text).toMatch(/south/);
      expect(await scanTag(alan, 7)).toMatchObject({ code: "checked-in" });
      const [, newest] = await subject.store.movements((await find()).id, { limit: 2 });
      expect(newest).toMatchObject({ code: "seen-before", label: "Ada King", door: "north" });
    });

    it("tells the same scan again what it was told, whatever was scanned since", async () => {
      const arrival = toTagScan({ ok: true, uid: ada, counter: 3 });
      const first = await subject.store.append(arrival);
      expect(await scanTag(ada, 4)).toMatchObject({ code: "checked-in" });
      const again = await subject.store.append(arrival);
      expect(again).toStrictEqual({ id: first.id, repeat: true, verdict: first.verdict });
      const same = toTagScan({ ok: true, uid: alan, counter: 1 });
      const both = await Promise.all([same, same].map((each) => subject.store.append(each)));
      expect(both.map(({ verdict }) => verdict!.code)).toEqual(["checked-in", "checked-in"]);
    });

    it("counts a link that the other rules refuse, so that it is of no use later", async () => {
      await subject.store.changeRegister("gala", { rules: { ...rules, closed: true } });
      expect(await scanTag(ada, 5)).toMatchObject({ code: "closed" });
      await subject.store.changeRegister("gala", { rules });
      expect(await scanTag(ada, 5)).toMatchObject({ code: "seen-before" });
      expect(await scanTag(ada, 6)).toMatchObject({ code: "checked-in" });
    });

    it("keeps the counter through tries, acts, undoing, an import, deleted scans and an empty list", async () => {
      const { id } = await find();
      const sun = { ok: true, uid: ada, counter: 9 } as const;
      const trial = { content: "T-1", action: "in", sun } as const;
      expect(await subject.store.tryScan(id, trial)).toMatchObject({ code: "checked-in" });
      const { movement } = await scanTag(ada, 9);
      expect(await subject.store.tryScan(id, trial)).toMatchObject({ code: "seen-before" });
      expect(await undo(movement)).toMatchObject({ code: "undone" });
      const [entry] = await subject.store.entries(id, { text: "Ada King", limit: 1 });
      expect(await act(entry!.id, "in")).toMatchObject({ code: "checked-in" });
      await importRows(guest("T-3", "Ada Byron", { keys: [`u:${ada}`] }));
      const scans = (await subject.store.movements(id, { limit: 9 })).map(({ scan }) => scan!);
      await subject.store.deleteScans(scans, { forGood: true });
      expect(await scanTag(ada, 9)).toMatchObject({ code: "seen-before", title: "Ada Byron" });
      await subject.store.emptyRegister(id);
      expect(await scanTag(ada, 9)).toMatchObject({ code: "seen-before" });
      expect(await scanTag(ada, 10)).toMatchObject({ code: "unknown" });
    });

    it("is seen by every register that has the same guests", async () => {
      await subject.store.addRegister({
        name: "hall",
        kind: "check-in",
        rules,
        entriesFrom: "gala",
      });
      await subject.store.bindInbox("south", {
        register: "hall",
        action: "in",
        answer: "negotiated",
      });
      expect(await scanTag(ada, 2)).toMatchObject({ register: "gala", code: "checked-in" });
      const hall = { door: "south" };
      expect(await scanTag(ada, 2, hall)).toMatchObject({ register: "hall", code: "seen-before" });
      expect(await scanTag(ada, 3, hall)).toMatchObject({ register: "hall", code: "checked-in" });
    });

    it("accepts a counter once, however close two processes get it", async () => {
      const other: Store = await subject.database.open({ now: subject.now });
      const codes: string[][] = [];
      for (let counter = 1; counter <= 30; counter++) {
        subject.time += 60_000;
        const both = await Promise.all([
          scanTag(ada, counter),
          scanTag(ada, counter, { door: "south", store: other }),
        ]);
        codes.push(both.map(({ code }) => code).sort());
      }
      await other.close();
      expect(codes).toStrictEqual(codes.map(() => ["checked-in", "seen-before"]));
    });

    it("keeps the sealed keys of a register apart from what it tells of it", async () => {
      const { store } = subject;
      expect(await store.registerSecrets("gala")).toEqual({});
      await store.changeRegister("gala", { secrets: { fileKey: "1.a.b", metaKey: "1.a.c" } });
      expect((await find()).secrets).toEqual(["fileKey", "metaKey"]);
      expect((await store.inbox("north"))!.sun).toEqual({
        register: "gala",
        rule: {},
        sealed: { fileKey: "1.a.b", metaKey: "1.a.c" },
      });
      await store.changeRegister("gala", { secrets: { metaKey: null }, title: "Gala" });
      expect(await store.registerSecrets("gala")).toEqual({ fileKey: "1.a.b" });
      expect((await store.inbox("north"))!.sun!.sealed).toEqual({ fileKey: "1.a.b" });
      await store.changeRegister("gala", { rules: {}, secrets: { fileKey: null } });
      expect((await store.inbox("north"))!.sun).toBeUndefined();
      expect((await find()).secrets).toEqual([]);
      const added = {
        name: "club",
        kind: "check-in",
        rules,
        secrets: { fileKey: "1.d.e" },
      } as const;
      expect(await store.addRegister(added)).toBe("added");
      expect((await find("club")).secrets).toEqual(["fileKey"]);
    });
  });
}
