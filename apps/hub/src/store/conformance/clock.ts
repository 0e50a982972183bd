import { describe, expect, it } from "vitest";
import type { NewChange } from "../changes.ts";
import { createLending } from "../testing/lending.ts";
import {
  addRoutedDestination,
  appendWithDeliveries,
  claimIds,
  toSettled,
} from "../testing/routed-destinations.ts";
import type { Subject } from "../testing/subject.ts";

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;
const released = new Date("2026-04-01T00:00:00Z");
const toleranceMs = 60_000;

export function clockConformance(subject: Subject): void {
  const right = Date.parse("2026-05-12T14:23:01.000Z");
  const append = (content: string) =>
    subject.append({ inbox: "door", content, receivedAt: subject.now() });
  const addInbox = async () => {
    await subject.store.addInbox({ name: "door", open: true });
    await subject.store.changeInbox("door", { keepDays: 2 });
  };
  const expireAndList = async () => {
    while ((await subject.store.expire(100)) > 0);
    return (await subject.contents({ inbox: "door" }, { limit: 99 })).toReversed();
  };
  const repair = () => subject.store.repairTimes({ released, toleranceMs });
  /**
   * Sets the clock while the hub runs. `since` is the time of the last jump or the start, by the
   * clock before.
   */
  const setClock = async (
    time: number,
    { since, firstScan }: { since: number; firstScan: number },
  ) => {
    const before = subject.now();
    subject.time = time;
    await subject.store.endClockFault(
      { since: new Date(since), before, after: subject.now() },
      firstScan,
    );
  };

  describe("a clock that is wrong", () => {
    it("deletes no scan that came while it was behind before its days are over", async () => {
      await addInbox();
      await append("before");
      subject.time = right - 20 * yearMs;
      expect(await repair()).toBeUndefined();
      await subject.store.beginClockFault();
      await subject.store.beginClockFault();
      await append("wrong 1");
      await append("wrong 2");
      expect(await subject.store.clockFaults()).toEqual([{ firstScan: 2 }]);
      await setClock(right + dayMs, { since: right - 20 * yearMs, firstScan: 2 });
      const correctedAt = new Date(right + dayMs).toISOString();
      expect(await subject.store.clockFaults()).toEqual([
        { firstScan: 2, lastScan: 3, correctedAt },
      ]);
      await append("after");
      expect(await expireAndList()).toEqual(["before", "wrong 1", "wrong 2", "after"]);
      subject.time = right + 2.5 * dayMs;
      expect(await expireAndList()).toEqual(["wrong 1", "wrong 2", "after"]);
      expect(await subject.store.countExpiring("door", { keepDays: 1 })).toMatchObject({
        scans: 3,
      });
      subject.time = right + 3.5 * dayMs;
      expect(await expireAndList()).toEqual([]);
    });

    it("does so too when it is corrected while the hub is stopped", async () => {
      await addInbox();
      subject.time = right - 20 * yearMs;
      await subject.store.beginClockFault();
      await append("wrong");
      subject.time = right;
      expect(await repair()).toBeUndefined();
      await append("after");
      expect(await expireAndList()).toEqual(["wrong", "after"]);
      subject.time = right + 2.5 * dayMs;
      expect(await expireAndList()).toEqual([]);
    });

    it("keeps scans that came while it was ahead for their days, and says so once", async () => {
      await addInbox();
      await append("before");
      subject.time = right + 10 * yearMs;
      await append("wrong");
      const latest = subject.now().toISOString();
      subject.time = right;
      expect(await repair()).toBe(latest);
      expect(await repair()).toBeUndefined();
      await append("after");
      expect(await subject.store.clockFaults()).toEqual([
        { firstScan: 2, lastScan: 2, correctedAt: new Date(right).toISOString() },
      ]);
      subject.time = right + 1.5 * dayMs;
      expect(await expireAndList()).toEqual(["before", "wrong", "after"]);
      subject.time = right + 2.5 * dayMs;
      expect(await subject.store.countExpiring("door", { keepDays: 2 })).toMatchObject({
        scans: 3,
      });
      expect(await expireAndList()).toEqual([]);
    });

    it("deletes no scan early that only a clock behind calls one of the future", async () => {
      await addInbox();
      await append("right");
      subject.time = right - 20 * dayMs;
      expect(await repair()).toBe(new Date(right).toISOString());
      subject.time = right + dayMs;
      await repair();
      expect(await expireAndList()).toEqual(["right"]);
      subject.time = right + 2.5 * dayMs;
      expect(await expireAndList()).toEqual([]);
    });

    it("leaves no retry due in ten years", async () => {
      const gate = await addRoutedDestination(subject, "gate");
      const [delivery] = await appendWithDeliveries(subject, [gate]);
      expect(await claimIds(subject, "node", gate)).toEqual([delivery]);
      const dueAt = new Date(right + 10 * yearMs);
      await subject.store.settle("node", [toSettled(subject, delivery!, "pending", dueAt)]);
      expect(await claimIds(subject, "node", gate)).toEqual([]);
      await repair();
      expect(await claimIds(subject, "node", gate)).toEqual([delivery]);
    });

    it("moves sessions and deletions of its time with the correction, and no others", async () => {
      const expiresAt = (days: number) => new Date(subject.time + days * dayMs);
      await subject.store.addSession({
        hash: "before",
        person: 1,
        method: "password",
        expiresAt: expiresAt(30),
      });
      subject.time = right - 20 * yearMs;
      await subject.store.addSession({
        hash: "wrong",
        person: 1,
        method: "password",
        expiresAt: expiresAt(30),
      });
      const { id } = await append("wrong");
      await subject.store.deleteScans([id], { deletion: "one" });
      await setClock(right, { since: right - 20 * yearMs, firstScan: 1 });
      expect(await subject.store.session("before")).toMatchObject({
        createdAt: new Date(right).toISOString(),
        expiresAt: new Date(right + 30 * dayMs).toISOString(),
      });
      expect(await subject.store.session("wrong")).toMatchObject({
        createdAt: new Date(right).toISOString(),
        expiresAt: new Date(right + 30 * dayMs).toISOString(),
      });
      expect(await subject.store.purgeExpired()).toBe(0);
      expect(await subject.store.restoreScans({ deletion: "one" })).toMatchObject({
        restored: [id],
      });
    });

    it("deletes no changes early that were journaled in its time", async () => {
      const change = { by: "Ada", via: "page", subject: "inbox", action: "added", fields: [] };
      const add = (name: string) => subject.store.addChange({ ...change, name } as NewChange);
      await subject.store.setChangesKeepDays(2);
      await add("before");
      subject.time = right - 20 * yearMs;
      await add("wrong");
      await setClock(right + dayMs, { since: right - 20 * yearMs, firstScan: 1 });
      expect(await subject.store.removeOldChanges()).toBe(0);
      subject.time = right + 2.5 * dayMs;
      expect(await subject.store.removeOldChanges()).toBe(1);
      const left = await subject.store.changes({}, { limit: 9 });
      expect(left).toMatchObject([{ name: "wrong", at: new Date(right + dayMs).toISOString() }]);
    });

    it("is not seen in the times of an earlier release", async () => {
      subject.time = Date.parse("2026-02-01T00:00:00Z");
      const { open, scanAll, changeRules, careOf } = createLending(subject);
      await open();
      await changeRules({ loanFor: "36 hours" });
      await scanAll("lend", "ADA", "DRILL");
      const dueAt = subject.time + 1.5 * dayMs;
      expect(await careOf("Drill")).toMatchObject({ dueAt });
      const expiresAt = new Date(subject.time + 30 * dayMs);
      await subject.store.addSession({ hash: "h", person: 1, method: "password", expiresAt });
      subject.time = right;
      await repair();
      expect(await careOf("Drill")).toMatchObject({ dueAt });
      expect(await subject.store.session("h")).toBeUndefined();
    });

    it("moves the dates of loans of its time with the correction, and none that a person chose", async () => {
      const wrong = right - 20 * yearMs;
      const { open, scanAll, setDue, changeRules, careOf } = createLending(subject);
      const chosen = Date.parse("2026-06-30T12:00:00Z");
      const lendBoth = async () => {
        await scanAll("return", "DRILL", "SAW");
        await scanAll("lend", "ADA", "DRILL", "SAW");
        await setDue("Saw", chosen);
      };
      const dates = async () => [(await careOf("Drill"))!.dueAt, (await careOf("Saw"))!.dueAt];
      await open();
      await changeRules({ loanFor: "36 hours" });
      subject.time = wrong;
      await lendBoth();
      expect(await dates()).toEqual([wrong + 1.5 * dayMs, chosen]);
      subject.time = wrong + 1000;
      await setClock(right, { since: wrong, firstScan: 1 });
      expect(await dates()).toEqual([right - 1000 + 1.5 * dayMs, chosen]);
      subject.time = wrong;
      await lendBoth();
      subject.time = right;
      await repair();
      expect(await dates()).toEqual([right + 1.5 * dayMs, chosen]);
    });
  });
}
