import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Subject } from "../testing/subject.ts";

const dayMs = 86_400_000;
const firstDay = Date.parse("2026-05-12T00:00:00.000Z");

export function scanCountsConformance(subject: Subject): void {
  const byUser = { group: "user", limit: 99 } as const;

  describe("counts of received scans", () => {
    it("are kept per day in UTC, inbox and user, and a repeat does not count", async () => {
      const at = (time: string) => ({ receivedAt: new Date(time) });
      await Promise.all([
        subject.append({ content: "1", user: "anna", ...at("2026-05-12T23:59:59.999Z") }),
        subject.append({ content: "2", user: "anna", ...at("2026-05-13T00:00:00.000Z") }),
        subject.append({ content: "3", user: "anna", ...at("2026-05-13T12:00:00.000Z") }),
        subject.append({ content: "3", user: "anna", ...at("2026-05-13T12:00:01.000Z") }),
        subject.append({ content: "3", user: "ben", ...at("2026-05-13T12:00:00.000Z") }),
        subject.append({ content: "3", ...at("2026-05-13T12:00:00.000Z") }),
        subject.append({ content: "3", inbox: "gate", ...at("2026-05-13T12:00:00.000Z") }),
      ]);
      await subject.append({ content: "3", user: "ben", ...at("2026-05-14T12:00:00.000Z") });
      expect(await subject.store.listDayCounts({}, byUser)).toStrictEqual([
        { day: "2026-05-12", inbox: "scans", user: "anna", scans: 1 },
        { day: "2026-05-13", inbox: "gate", scans: 1 },
        { day: "2026-05-13", inbox: "scans", scans: 1 },
        { day: "2026-05-13", inbox: "scans", user: "anna", scans: 2 },
        { day: "2026-05-13", inbox: "scans", user: "ben", scans: 1 },
      ]);
      expect(await subject.store.listDayCounts({}, { group: "inbox", limit: 2 })).toStrictEqual([
        { day: "2026-05-12", inbox: "scans", scans: 1 },
        { day: "2026-05-13", inbox: "gate", scans: 1 },
      ]);
      expect(
        await subject.store.listDayCounts({ inbox: "scans" }, { group: "day", limit: 9 }),
      ).toStrictEqual([
        { day: "2026-05-12", scans: 1 },
        { day: "2026-05-13", scans: 4 },
      ]);
    });

    it("can be limited to days, an inbox and a user", async () => {
      for (const [index, user] of ["anna", "anna", "ben"].entries()) {
        const receivedAt = new Date(firstDay + index * dayMs);
        await subject.append({ content: String(index), user, receivedAt });
      }
      const count = (filter: Parameters<Subject["store"]["countReceived"]>[0]) =>
        subject.store.countReceived(filter);
      expect(await count({})).toBe(3);
      expect(await count({ user: "anna" })).toBe(2);
      expect(await count({ from: "2026-05-13" })).toBe(2);
      expect(await count({ to: "2026-05-13" })).toBe(1);
      expect(await count({ from: "2026-05-13", to: "2026-05-14", inbox: "scans" })).toBe(1);
      expect(await count({ inbox: "gate" })).toBe(0);
      await expect(count({ from: "2026-13-01" })).rejects.toThrow(RangeError);
      await expect(subject.store.listDayCounts({ to: "x" }, byUser)).rejects.toThrow(RangeError);
    });

    it("of an inbox outlive its scans and the inbox itself", async () => {
      await subject.store.addInbox({ name: "gate", open: true });
      const { id } = await subject.append({ inbox: "gate", content: "a" });
      await subject.append({ inbox: "gate", content: "b" });
      await subject.store.deleteScan(id);
      expect(await subject.store.inboxes()).toMatchObject([{ scans: 1, received: 2 }]);
      await subject.store.removeInbox("gate", { scans: "delete" });
      await subject.store.addInbox({ name: "gate", open: true });
      expect(await subject.store.inboxes()).toMatchObject([{ scans: 0, received: 2 }]);
    });

    it("never shrink and equal a plain model, as do the counts of contents, after any sequence of actions", async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
          round += 1;
          const model = await createModel(subject, round);
          for (const step of actions) {
            await model.apply(step);
            await model.check();
          }
        }),
        { numRuns: 15 },
      );
    });
  });

  describe("counts of contents", () => {
    it("have the contents with the most scans, first those seen last", async () => {
      const long = "long ".repeat(1000);
      const nulls = "a\u0000b";
      for (const content of ["once", long, "two", nulls, long, nulls, "two", long, `${long}!`]) {
        await subject.append({ content, date: new Date(subject.time++).toISOString() });
      }
      const counts = await subject.store.countContents({}, 3);
      expect(counts).toMatchObject({ distinct: 5, scans: 9, more: false });
      expect(counts.contents.map(({ content, scans }) => [content, scans])).toStrictEqual([
        [long, 3],
        ["two", 2],
        [nulls, 2],
      ]);
      expect(await subject.store.scan(counts.contents[0]!.newest)).toMatchObject({ content: long });
    });

    it("follow the filter, and leave out deleted scans", async () => {
      const ids: number[] = [];
      for (const content of ["red box", "red bag", "blue box", "red box"]) {
        const date = new Date(subject.time++).toISOString();
        ids.push((await subject.append({ content, date })).id);
      }
      await subject.store.deleteScan(ids[3]!);
      expect(await subject.store.countContents({ text: "red" }, 9)).toMatchObject({
        contents: [
          { content: "red bag", scans: 1 },
          { content: "red box", scans: 1 },
        ],
        scans: 2,
        more: false,
      });
      expect(await subject.store.countContents({ inbox: "none" }, 9)).toStrictEqual({
        contents: [],
        distinct: 0,
        scans: 0,
        more: false,
      });
    });

    it("read page after page", async () => {
      const appends = Array.from({ length: 2100 }, (_, n) =>
        subject.append({ content: String(n % 3), date: new Date(n).toISOString() }),
      );
      await Promise.all(appends);
      expect(await subject.store.countContents({}, 9)).toMatchObject({
        contents: [{ scans: 700 }, { scans: 700 }, { scans: 700 }],
        distinct: 3,
        scans: 2100,
        more: false,
      });
    });
  });
}

/** An action on the store. A pick is taken modulo the number of scans. */
const action = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("append" as const),
      scans: fc.array(
        fc.record({
          inbox: fc.constantFrom("a", "b"),
          user: fc.constantFrom(undefined, "anna", "ben"),
          content: fc.constantFrom("x", "y"),
          day: fc.nat(2),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
  },
  fc.record({ kind: fc.constant("delete" as const), pick: fc.nat(), forGood: fc.boolean() }),
  fc.record({ kind: fc.constant("restore" as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant("purge" as const), minutes: fc.nat(15) }),
  fc.record({
    kind: fc.constant("expire" as const),
    inbox: fc.constantFrom("a", "b"),
    keepScans: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant("remove-inbox" as const), inbox: fc.constantFrom("a", "b") }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

type ModelScan = {
  id: number;
  inbox: string;
  content: string;
  /** The fields that the scan and its resends have in common. */
  fingerprint: string;
  /** Undefined while the scan is stored. */
  deletedAt?: number;
};

/** Creates the inboxes of a round, and a model of their scans. */
async function createModel(subject: Subject, round: number) {
  const { store } = subject;
  const toInbox = (inbox: string) => `r${round}-${inbox}`;
  for (const inbox of ["a", "b"]) await store.addInbox({ name: toInbox(inbox), open: true });
  const receivedBefore = await store.countReceived({});
  let lastTotal = receivedBefore;
  const received = new Map<string, number>();
  /** The scans that are stored or can be restored, by id. */
  let scans: ModelScan[] = [];
  const isStored = ({ deletedAt }: ModelScan) => deletedAt === undefined;

  async function append({ scans: arrivals }: Action & { kind: "append" }): Promise<void> {
    const appended = await Promise.all(
      arrivals.map(({ inbox, user, content, day }) =>
        subject.append({
          inbox: toInbox(inbox),
          content,
          receivedAt: new Date(firstDay + day * dayMs),
          ...(user !== undefined && { user }),
        }),
      ),
    );
    for (const [index, { inbox: name, user = "", content, day }] of arrivals.entries()) {
      const inbox = toInbox(name);
      const { id, repeat } = appended[index]!;
      const fingerprint = [inbox, user, content].join(" ");
      const original = scans.find((scan) => isStored(scan) && scan.fingerprint === fingerprint);
      expect({ repeat, id }).toStrictEqual({
        repeat: original !== undefined,
        id: original?.id ?? id,
      });
      if (original) continue;
      scans.push({ id, inbox, content, fingerprint });
      const key = [new Date(firstDay + day * dayMs).toISOString().slice(0, 10), inbox, user].join(
        " ",
      );
      received.set(key, (received.get(key) ?? 0) + 1);
    }
    scans.sort((a, b) => a.id - b.id);
  }

  async function apply(action: Action): Promise<void> {
    if (action.kind === "append") return append(action);
    if (action.kind === "delete") {
      const stored = scans.filter(isStored);
      const scan = stored[action.pick % Math.max(stored.length, 1)];
      if (!scan) return;
      await store.deleteScan(scan.id, { forGood: action.forGood });
      if (action.forGood) scans = scans.filter((other) => other !== scan);
      else scan.deletedAt = subject.time;
    } else if (action.kind === "restore") {
      const deleted = scans.filter((scan) => !isStored(scan));
      const scan = deleted[action.pick % Math.max(deleted.length, 1)];
      if (!scan) return;
      await store.restoreScans({ ids: [scan.id] });
      const taken = scans.some(
        (other) => isStored(other) && other.fingerprint === scan.fingerprint,
      );
      if (taken) scan.fingerprint += ` ${scan.id}`;
      delete scan.deletedAt;
    } else if (action.kind === "purge") {
      subject.time += action.minutes * 60_000;
      await store.purgeExpired();
      scans = scans.filter(({ deletedAt = Infinity }) => deletedAt > subject.time - 10 * 60_000);
    } else if (action.kind === "expire") {
      const name = toInbox(action.inbox);
      await store.changeInbox(name, { keepScans: action.keepScans });
      while ((await store.expire(100)) > 0);
      await store.changeInbox(name, { keepScans: 0 });
      const stored = scans.filter((scan) => isStored(scan) && scan.inbox === name);
      const expired = new Set(stored.slice(0, -action.keepScans));
      scans = scans.filter((scan) => !expired.has(scan));
    } else {
      const name = toInbox(action.inbox);
      await store.removeInbox(name, { scans: "delete" });
      await store.addInbox({ name, open: true });
      scans = scans.filter(({ inbox }) => inbox !== name);
    }
  }

  async function check(): Promise<void> {
    let total = 0;
    for (const inbox of [toInbox("a"), toInbox("b")]) {
      const counts = await store.listDayCounts({ inbox }, { group: "user", limit: 99 });
      const expected = [...received].filter(([key]) => key.split(" ")[1] === inbox).sort();
      expect(
        counts.map(({ day, user = "", scans }) => [[day, inbox, user].join(" "), scans]),
      ).toStrictEqual(expected);
      total += await store.countReceived({ inbox });
      const stored = scans.filter((scan) => isStored(scan) && scan.inbox === inbox);
      const contents = await store.countContents({ inbox }, 9);
      expect(contents.scans).toBe(stored.length);
      for (const { content, scans: count } of contents.contents)
        expect(count).toBe(stored.filter((scan) => scan.content === content).length);
    }
    const all = await store.countReceived({});
    expect(all).toBe(receivedBefore + total);
    expect(all).toBeGreaterThanOrEqual(lastTotal);
    lastTotal = all;
  }

  return { apply, check };
}
