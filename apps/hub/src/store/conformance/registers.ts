import { beforeEach, describe, expect, it } from "vitest";
import { hubTexts } from "../../texts/hub-texts.ts";
import { verdictTexts } from "../../texts/verdict-texts.ts";
import { withDefaultLanguage } from "../default-language.ts";
import type { Arrival } from "../store.ts";
import { createGala, guest } from "../testing/gala.ts";
import { addRoutedDestination } from "../testing/routed-destinations.ts";
import type { Subject } from "../testing/subject.ts";

export function registersConformance(subject: Subject): void {
  const { find, importRows, toScan, scan, act, undo, exitAll, open } = createGala(subject);

  describe("registers", () => {
    beforeEach(open);

    it("admits a guest once, and says who, when and where", async () => {
      expect(await scan("T-1")).toMatchObject({
        ...{ result: "yes", code: "checked-in", word: "IN", title: "Ada Lovelace" },
        ...{ register: "gala", counts: { inside: 1 }, at: "2026-05-12T14:23:01.000Z" },
      });
      subject.time += 60_000;
      expect(await scan("T-1", "south")).toMatchObject({
        ...{ result: "no", code: "already-in", counts: { inside: 1 } },
        message: expect.stringMatching(/^NO\. Ada Lovelace is already in \(\d\d:\d\d, north\)\.$/),
      });
      expect(await scan("T-9")).toMatchObject({ result: "no", code: "unknown" });
      expect(await find()).toMatchObject({ entries: 2, inside: 1, admitted: 1, refused: 2 });
      expect(await subject.store.countRefused((await find()).id)).toStrictEqual({
        "already-in": 1,
        unknown: 1,
      });
      const [unknown, ...known] = await subject.store.movements((await find()).id, { limit: 9 });
      expect(unknown).toMatchObject({ code: "unknown", scanned: "T-9" });
      expect(known.map(({ scanned }) => scanned)).toEqual([undefined, undefined]);
    });

    it("says that a scan came late, in whichever form of ISO 8601 its time is", async () => {
      const rows = Array.from({ length: 8 }, (_, n) => guest(`L-${n}`, `Guest ${n}`));
      await importRows(...rows);
      const scanAt = async (code: string, date: string) => {
        const arrival = toScan(code);
        const { verdict } = await subject.store.append({
          ...arrival,
          scan: { ...arrival.scan, date },
        });
        return verdict!;
      };
      // The clock of the store shows 2026-05-12, 14:23:01 UTC.
      const late = ["20260512T132301Z", "2026-W20-2T13:23:01Z", "2026-132T13:23:01Z", "2026132"];
      for (const [n, date] of late.entries()) {
        expect(await scanAt(`L-${n}`, date)).toMatchObject({
          ...{ result: "look", code: "checked-in" },
          text: expect.stringContaining(", not now."),
        });
      }
      const now = ["20260512T142301Z", "2026W202T142301Z", "2026-132T14:23:01Z", "soon"];
      for (const [n, date] of now.entries()) {
        const { result, text } = await scanAt(`L-${n + late.length}`, date);
        expect([date, result, text.includes("not now")]).toEqual([date, "yes", false]);
      }
    });

    it("tells a repeat what the scan was told, and changes nothing", async () => {
      const arrival = toScan("T-1");
      const first = await subject.store.append(arrival);
      subject.time += 3_600_000;
      const later = await subject.store.append(arrival);
      expect(later).toStrictEqual({ id: first.id, repeat: true, verdict: first.verdict });
      const [second, third] = await Promise.all(
        [toScan("T-2"), toScan("T-2")].map((each) => subject.store.append(each)),
      );
      expect(second!.verdict!.code).toBe("checked-in");
      expect(third!.verdict!.code).toBe("just-now");
      const same = toScan("T-2", "south");
      const [one, two] = await Promise.all([same, same].map((each) => subject.store.append(each)));
      expect(two!.verdict).toStrictEqual(one!.verdict);
      expect(await find()).toMatchObject({ inside: 2, admitted: 2, refused: 1 });
    });

    it("decides in the language of each request, also together with others", async () => {
      const { unknown } = verdictTexts(hubTexts.languages.at(-1)!).common;
      const ask = (language?: string) =>
        subject.store.append({ ...toScan("T-9"), request: { kind: "scan", language } });
      const asked = [...hubTexts.languages, undefined, "xx"];
      const told = (await Promise.all(asked.map(ask))).map(({ verdict }) => verdict!.text);
      const texts = asked.map((language) => verdictTexts(language ?? "en").common.unknown);
      expect(told).toEqual(texts);
      const scan = { content: "T-9", action: "in", language: hubTexts.languages.at(-1)! } as const;
      const tried = await subject.store.tryScan((await find()).id, scan);
      expect(tried.text).toBe(unknown);
      const own = withDefaultLanguage(subject.store, hubTexts.languages.at(-1)!);
      expect((await own.append(toScan("T-9"))).verdict!.text).toBe(unknown);
      const named = { ...toScan("T-9"), request: { kind: "scan", language: "en" } as const };
      expect((await own.append(named)).verdict!.text).toBe("This code is not on the list.");
    });

    it("decides nothing for an inbox that feeds no register, and stores the scan", async () => {
      const appended = await subject.store.append(toScan("T-1", "unbound"));
      expect(appended).toStrictEqual({ id: expect.any(Number), repeat: false });
      expect((await subject.store.inbox("unbound"))!.answer).toBeUndefined();
      expect((await subject.store.inbox("exit"))!.answer).toBe("always-2xx");
      await subject.store.bindInbox("exit", undefined);
      expect((await subject.store.inbox("exit"))!.answer).toBeUndefined();
    });

    it("lets one of two processes admit a guest, however close their scans are", async () => {
      const other = await subject.database.open({ now: subject.now });
      const rows = Array.from({ length: 40 }, (_, n) => guest(`R-${n}`, `Guest ${n}`));
      await importRows(...rows);
      const codes: string[][] = [];
      for (const { keys } of rows) {
        const content = keys[0]!.slice(2);
        const both = await Promise.all([
          subject.store.append(toScan(content, "north")),
          other.append(toScan(content, "south")),
        ]);
        codes.push(both.map(({ verdict }) => verdict!.code).sort());
      }
      await other.close();
      expect(codes).toStrictEqual(rows.map(() => ["already-in", "checked-in"]));
      expect(await find()).toMatchObject({ inside: 40, admitted: 40, refused: 40 });
    });

    it("never lets more in than the capacity, whichever process the last one asks", async () => {
      const other = await subject.database.open({ now: subject.now });
      await subject.store.changeRegister("gala", { rules: { capacity: 7 } });
      const rows = Array.from({ length: 20 }, (_, n) => guest(`C-${n}`, `Guest ${n}`));
      await importRows(...rows);
      const appended = await Promise.all(
        rows.map((_, n) => (n % 2 ? other : subject.store).append(toScan(`C-${n}`))),
      );
      await other.close();
      const codes = appended.map(({ verdict }) => verdict!.code);
      expect(codes.filter((code) => code === "checked-in")).toHaveLength(7);
      expect(codes.filter((code) => code === "full")).toHaveLength(13);
      expect((await find()).inside).toBe(7);
    });

    it("follows a change of a guest or of the rules as soon as it is made, whichever process made it", async () => {
      const other = await subject.database.open({ now: subject.now });
      const rows = Array.from({ length: 30 }, (_, n) => guest(`D-${n}`, `Guest ${n}`));
      await importRows(...rows);
      const { id } = await find();
      const [ada] = await subject.store.entries(id, { limit: 1 });
      const pending = rows.map((_, n) => other.append(toScan(`D-${n}`)));
      await subject.store.changeEntry(id, ada!.id, { blocked: true });
      expect((await other.append(toScan("T-1"))).verdict!.code).toBe("blocked");
      await subject.store.changeRegister("gala", { rules: { closed: true } });
      expect((await other.append(toScan("T-2"))).verdict!.code).toBe("closed");
      const codes = (await Promise.all(pending)).map(({ verdict }) => verdict!.code);
      await other.close();
      const admitted = codes.filter((code) => code === "checked-in");
      expect(codes.filter((code) => code === "closed")).toHaveLength(30 - admitted.length);
      expect(await find()).toMatchObject({ inside: admitted.length, admitted: admitted.length });
    });

    it("checks out everybody who came in before a time, once, whichever process does it", async () => {
      const other = await subject.database.open({ now: subject.now });
      const rows = Array.from({ length: 40 }, (_, n) => guest(`E-${n}`, `Guest ${n}`));
      await importRows(...rows);
      for (const { keys } of rows) await scan(keys[0]!.slice(2));
      subject.time += 60_000;
      const before = subject.time;
      subject.time += 60_000;
      const late = await scan("T-1");
      const leaving = rows.slice(20).map((_, n) => other.append(toScan(`E-${n + 20}`, "exit")));
      const [verdict, again] = await Promise.all([
        exitAll(subject.store, before),
        exitAll(other, before),
      ]);
      await Promise.all(leaving);
      await other.close();
      expect(verdict).toMatchObject({ code: "everybody-out", word: "ALL OUT" });
      expect(again).toStrictEqual(verdict);
      expect(await find()).toMatchObject({ inside: 1, admitted: 41, refused: 0 });
      const { id } = await find();
      const journal = await subject.store.movements(id, { limit: 200 });
      const exits = journal.filter(({ action }) => action === "exit-all");
      expect(exits).toMatchObject([{ id: verdict!.movement, door: "everybody out" }]);
      const left = journal.filter(({ code }) => code === "checked-out").length;
      expect(verdict!.text).toBe(`Everybody is checked out: ${40 - left} guests.`);
      expect((await undo(verdict!.movement)).code).toBe("nothing-to-undo");
      expect((await undo(late.movement)).code).toBe("undone");
      expect((await scan("E-0")).code).toBe("checked-in");
      expect((await find()).inside).toBe(1);
    });

    it("undoes the last movement of a guest, once", async () => {
      const first = await scan("T-1");
      const refused = await scan("T-1", "south");
      expect((await undo(refused.movement)).code).toBe("nothing-to-undo");
      expect(await undo(first.movement)).toMatchObject({ result: "yes", code: "undone" });
      expect(await find()).toMatchObject({ inside: 0, admitted: 0 });
      expect((await undo(first.movement)).code).toBe("nothing-to-undo");
      expect((await undo(9_999_999)).code).toBe("no-such-movement");
      const second = await scan("T-1");
      expect(second.code).toBe("checked-in");
      subject.time += 60_000;
      expect((await scan("T-1", "exit")).code).toBe("checked-out");
      expect((await undo(second.movement)).code).toBe("changed-since");
    });

    it("changes the group, the note and the fields of a guest, and leaves out what it is not given", async () => {
      const { id } = await find();
      const [ada] = await subject.store.entries(id, { limit: 1 });
      const change = { group: "VIP", attention: "Bring the badge", fields: { table: "7" } };
      await subject.store.changeEntry(id, ada!.id, change);
      await subject.store.changeEntry(id, ada!.id, { label: "Ada King" });
      const changed = await subject.store.entry(id, ada!.id);
      expect(changed).toMatchObject({ ...change, label: "Ada King", keys: ada!.keys });
      await subject.store.changeEntry(id, ada!.id, { group: null, attention: null, fields: {} });
      const cleared = await subject.store.entry(id, ada!.id);
      expect(cleared).toMatchObject({ label: "Ada King", fields: {} });
      expect(cleared).not.toHaveProperty("group");
      expect(cleared).not.toHaveProperty("attention");
    });

    it("checks in by hand, and against the rules only when forced", async () => {
      const [ada] = await subject.store.entries((await find()).id, { limit: 1 });
      await subject.store.changeEntry((await find()).id, ada!.id, { blocked: true });
      expect((await scan("T-1")).code).toBe("blocked");
      expect((await act(ada!.id, "in")).code).toBe("blocked");
      expect(await act(ada!.id, "in", true)).toMatchObject({ code: "checked-in" });
      expect((await act(ada!.id, "in", true)).result).not.toBe("yes");
      expect((await act(ada!.id, "out")).code).toBe("checked-out");
      const journal = await subject.store.movements((await find()).id, {
        entry: ada!.id,
        limit: 10,
      });
      expect(journal.map(({ code, forced }) => [code, forced])).toStrictEqual([
        ["checked-out", false],
        ["just-now", true],
        ["checked-in", true],
        ["blocked", false],
        ["blocked", false],
      ]);
    });

    it("lists what was told after a movement, in order, and names nobody once it is emptied", async () => {
      const { id } = await find();
      const first = await scan("T-1");
      const told = [await scan("T-1", "south"), await scan("T-2")];
      const list = { after: first.movement, limit: 9 };
      expect(await subject.store.toldMovements(id, list)).toMatchObject([
        { id: told[0]!.movement, label: "Ada Lovelace", door: "south", verdict: told[0] },
        { id: told[1]!.movement, code: "checked-in", verdict: told[1] },
      ]);
      expect(await subject.store.toldMovements(id, { after: 0, limit: 1 })).toMatchObject([
        { id: first.movement, verdict: first },
      ]);
      await subject.store.emptyRegister(id);
      const later = await subject.store.toldMovements(id, list);
      expect(later).toMatchObject([{ verdict: { code: "already-in" } }, { code: "checked-in" }]);
      expect(JSON.stringify(later)).not.toMatch(/Ada|Alan/);
      expect(await subject.store.toldMovements(999_999, list)).toStrictEqual([]);
    });

    it("stores only the deliveries whose routes take the verdict, and shows it with the scan", async () => {
      const { store } = subject;
      const { route } = await addRoutedDestination(subject, "shop");
      const deliveries = [
        { route, state: "pending", verdicts: ["no unknown", "no already-in"] },
        { route, state: "pending" },
        { route, state: "pending", verdicts: ["yes checked-in"] },
      ] as const;
      const appendWith = (arrival: Arrival) => store.append({ ...arrival, deliveries });
      const appended = [
        await appendWith(toScan("T-1", "south")),
        ...(await Promise.all(
          [toScan("T-1"), toScan("T-9"), toScan("T-1", "exit")].map(appendWith),
        )),
        await appendWith(toScan("T-1", "unbound")),
      ];
      const stored = appended.map(({ deliveries }) => deliveries!.map(Boolean));
      const [refused, admitted, other] = [
        [true, true, false],
        [false, true, true],
        [false, true, false],
      ];
      expect(stored).toStrictEqual([admitted, refused, refused, other, other]);
      const counts = await store.deliveryCounts();
      expect(counts.map(({ pending }) => pending)).toStrictEqual([8]);
      const scans = await store.listScans({}, { limit: 9 });
      expect(scans.map(({ verdict }) => verdict?.code)).toStrictEqual([
        ...[undefined, "checked-out", "unknown", "already-in", "checked-in"],
      ]);
      expect(scans.at(-1)!.verdict).toMatchObject({ result: "yes", title: "Ada Lovelace" });
      await store.emptyRegister((await find()).id);
      const [last] = (await store.readListPage({}, { limit: 9 })).scans.slice(-1);
      expect(last!.verdict).toStrictEqual({ result: "yes", code: "checked-in" });
    });

    it("counts only what the verdict filter of a route takes for its oncePerMs", async () => {
      const { store } = subject;
      const oncePerMs = 60_000;
      const { route } = await addRoutedDestination(subject, "shop", {}, { oncePerMs });
      const append = async (door: string) => {
        const deliveries = [{ route, state: "pending", verdicts: ["yes checked-in"] }] as const;
        const { deliveries: ids } = await store.append({ ...toScan("T-1", door), deliveries });
        return ids![0] === 0 ? "not taken" : (await store.delivery(ids![0]!))!.state;
      };
      expect(await append("exit")).toBe("not taken");
      expect(await append("north")).toBe("pending");
      expect(await append("north")).toBe("not taken");
      expect(await append("exit")).toBe("not taken");
      expect(await append("north")).toBe("dropped");
      expect(await store.deliveryCounts()).toMatchObject([
        { accepted: 2, pending: 1, dropped: 1, repeated: 1 },
      ]);
    });

    it("tries a scan without storing anything", async () => {
      const { id } = await find();
      const tried = await subject.store.tryScan(id, { content: "T-1", action: "in" });
      expect(tried).toMatchObject({ code: "checked-in", movement: 0 });
      expect(await find()).toMatchObject({ inside: 0, admitted: 0 });
      expect(await subject.store.movements(id, { limit: 9 })).toStrictEqual([]);
    });

    it("tells the owner's own line, also to a repeat, and the standard one where it cannot", async () => {
      const { id } = await find();
      const endless = "{% for i in (1..9999) %}{{ entry.label }}{% endfor %}";
      const texts = { "checked-in": "Bienvenue {{ entry.label }} !", unknown: endless };
      await subject.store.changeRegister("gala", { rules: { texts } });
      const arrival = toScan("T-1");
      const { verdict } = await subject.store.append(arrival);
      expect(verdict).toMatchObject({
        ...{ text: "Bienvenue Ada Lovelace !", message: "YES. Bienvenue Ada Lovelace !" },
      });
      await subject.store.changeRegister("gala", { rules: {} });
      expect((await subject.store.append(arrival)).verdict).toStrictEqual(verdict);
      await subject.store.changeRegister("gala", { rules: { texts } });
      expect(await scan("T-9")).toMatchObject({ message: "NO. This code is not on the list." });
      expect(await subject.store.tryScan(id, { content: "T-9", action: "in" })).toMatchObject({
        message: "NO. This code is not on the list.",
        lineProblem: "The template was stopped because it does too much. Make it simpler.",
      });
    });

    it("tells a door what the rules show of a guest, and systems behind the hub all of it", async () => {
      const fields = { table: "7", mail: "ada@example.org" };
      await importRows(guest("T-1", "Ada Lovelace", { fields }));
      const arrival = toScan("T-1");
      const { id, verdict } = await subject.store.append(arrival);
      expect(verdict).toMatchObject({ facts: [["table", "7"]] });
      expect(verdict).not.toHaveProperty("hidden");
      expect((await subject.store.append(arrival)).verdict).toStrictEqual(verdict);
      const stored = await subject.store.scan(id);
      expect(stored!.verdict!.facts).toStrictEqual(Object.entries(fields));
      expect(stored!.verdict).not.toHaveProperty("hidden");
      await subject.store.changeRegister("gala", { rules: { shows: ["mail"] } });
      expect(await scan("T-1")).toMatchObject({ facts: [["mail", "ada@example.org"]] });
    });
  });
}
