import { describe, expect, it } from "vitest";
import {
  addRoutedDestination,
  appendWithDeliveries,
  claimIds,
  toSettled,
} from "../testing/routed-destinations.ts";
import { type Subject, toArrival } from "../testing/subject.ts";

const expiresMs = 30_000;
const oncePerMs = 30_000;

/** Specifies the options of routes for home automation: `expiresMs` and `oncePerMs`. */
export function triggersConformance(subject: Subject): void {
  const addLight = (change: Parameters<typeof addRoutedDestination>[2] = {}) =>
    addRoutedDestination(subject, "light", change, { expiresMs });
  const addOnce = () => addRoutedDestination(subject, "light", {}, { oncePerMs });
  const read = async (id: number | undefined) => (await subject.store.delivery(id!))!;
  const readState = async (id: number | undefined) => (await read(id)).state;

  describe("expiresMs", () => {
    it("drops a delivery that was not delivered in time, and says why", async () => {
      const light = await addLight();
      const [id] = await appendWithDeliveries(subject, [light]);
      const expiresAt = new Date(subject.time + expiresMs);
      expect(await read(id)).toMatchObject({
        state: "pending",
        expiresAt: expiresAt.toISOString(),
        dropped: undefined,
      });
      subject.time += expiresMs - 1;
      expect(await subject.store.dropExpired()).toStrictEqual({ count: 0, next: expiresAt });
      subject.time += 1;
      expect(await claimIds(subject, "node", light)).toStrictEqual([]);
      expect(await subject.store.dropExpired()).toStrictEqual({ count: 1, next: undefined });
      expect(await read(id)).toMatchObject({
        state: "dropped",
        expiresAt: undefined,
        dropped: { reason: "expired" },
        attempts: 0,
      });
      expect(await subject.store.deliveryCounts()).toMatchObject([
        { accepted: 1, pending: 0, dropped: 1, expired: 1, repeated: 0 },
      ]);
    });

    it("drops more at once than a batch has", async () => {
      const light = await addLight();
      const appended = Array.from({ length: 450 }, () => appendWithDeliveries(subject, [light]));
      await Promise.all(appended);
      subject.time += expiresMs;
      expect(await subject.store.dropExpired()).toMatchObject({ count: 450 });
      expect(await subject.store.deliveryCounts()).toMatchObject([{ dropped: 450, expired: 450 }]);
    });

    it("tells a claim when the delivery expires, and leaves a claimed one alone", async () => {
      const light = await addLight();
      const [id] = await appendWithDeliveries(subject, [light]);
      subject.time += 1000;
      const expiresInMs = expiresMs - 1000;
      const { claimed } = await subject.store.claim("node", [{ ...light, limit: 1 }]);
      expect(claimed).toMatchObject([{ id, expiresInMs }]);
      expect(await subject.store.claimOne("node", id!)).toMatchObject({ id, expiresInMs });
      subject.time += expiresMs;
      expect(await subject.store.dropExpired()).toMatchObject({ count: 0 });
      await subject.store.settle("node", [toSettled(subject, id!, "delivered")]);
      expect(await read(id)).toMatchObject({ state: "delivered", dropped: undefined });
    });

    it("holds for retries, a paused destination and a store that was closed", async () => {
      const light = await addLight();
      const [retried] = await appendWithDeliveries(subject, [light]);
      await claimIds(subject, "node", light);
      const dueAt = new Date(subject.time + 3_600_000);
      await subject.store.settle("node", [toSettled(subject, retried!, "pending", dueAt)]);
      await subject.store.changeDestination("light", { state: "held" });
      const [held] = await appendWithDeliveries(subject, [light]);
      subject.time += expiresMs;
      const otherStore = await subject.database.open({ now: subject.now });
      expect(await otherStore.dropExpired()).toMatchObject({ count: 2 });
      await otherStore.close();
      expect(await read(retried)).toMatchObject({ state: "dropped", log: [{ ms: 12 }] });
      expect(await readState(held)).toBe("dropped");
    });

    it("does not hold back the later deliveries of an ordered destination", async () => {
      const light = await addLight({ ordered: true });
      const [first] = await appendWithDeliveries(subject, [light]);
      await claimIds(subject, "node", light);
      const dueAt = new Date(subject.time + 3_600_000);
      await subject.store.settle("node", [toSettled(subject, first!, "pending", dueAt)]);
      subject.time += expiresMs - 1;
      const [second] = await appendWithDeliveries(subject, [light]);
      expect(await claimIds(subject, "node", light)).toStrictEqual([]);
      subject.time += 1;
      expect(await claimIds(subject, "node", light)).toStrictEqual([second]);
    });

    it("begins again with a replay and with sending by hand", async () => {
      const light = await addLight();
      const [id] = await appendWithDeliveries(subject, [light]);
      const { scan } = await read(id);
      const makeDue = [
        () => subject.store.replay({ ids: [id!] }),
        () => subject.store.sendScans(light.route, [scan], { again: "all" }),
      ];
      for (const again of makeDue) {
        subject.time += expiresMs;
        await subject.store.dropExpired();
        await again();
        expect(await read(id)).toMatchObject({
          state: "pending",
          dropped: undefined,
          expiresAt: new Date(subject.time + expiresMs).toISOString(),
        });
        expect(await subject.store.deliveryCounts()).toMatchObject([{ dropped: 0, expired: 0 }]);
      }
      const { id: other } = await subject.append({ content: "without a delivery" });
      await subject.store.sendScans(light.route, [other], { again: "all" });
      subject.time += expiresMs;
      expect(await subject.store.dropExpired()).toMatchObject({ count: 2 });
    });

    it("holds for deliveries that are made after a change of the route", async () => {
      const light = await addLight();
      const [before] = await appendWithDeliveries(subject, [light]);
      expect(await subject.store.changeRoute("light", { expiresMs: null })).toBe("changed");
      const { routes } = await subject.store.routing();
      expect(routes).toMatchObject([{ expiresMs: undefined, revision: 2 }]);
      const [after] = await appendWithDeliveries(subject, [light]);
      subject.time += expiresMs;
      await subject.store.dropExpired();
      expect([await readState(before), await readState(after)]).toStrictEqual([
        "dropped",
        "pending",
      ]);
    });

    it("drops a delivery that a clock which was ahead lets expire much too late", async () => {
      const light = await addLight();
      const right = subject.time;
      subject.time += 30 * 86_400_000;
      await appendWithDeliveries(subject, [light]);
      subject.time = right;
      expect(await subject.store.dropExpired()).toMatchObject({ count: 0 });
      await subject.store.repairTimes({ released: new Date(0), toleranceMs: 60_000 });
      expect(await subject.store.dropExpired()).toMatchObject({ count: 1 });
    });

    it("keeps its reason when the scan is deleted and restored", async () => {
      const light = await addLight();
      const [id] = await appendWithDeliveries(subject, [light]);
      subject.time += expiresMs;
      await subject.store.dropExpired();
      const { scan } = await read(id);
      await subject.store.deleteScan(scan, { forGood: false });
      expect(await subject.store.deliveryCounts()).toMatchObject([{ dropped: 0, expired: 0 }]);
      await subject.store.restoreScans({ ids: [scan] });
      expect(await read(id)).toMatchObject({ state: "dropped", dropped: { reason: "expired" } });
      expect(await subject.store.deliveryCounts()).toMatchObject([{ dropped: 1, expired: 1 }]);
    });
  });

  describe("oncePerMs", () => {
    const dropped = { state: "dropped", dropped: { reason: "repeated", withinMs: oncePerMs } };

    it("delivers the same content once within the span, and drops the rest", async () => {
      const light = await addOnce();
      const append = async (content: string) => {
        const [id] = await appendWithDeliveries(subject, [light], { content, date: nextDate() });
        return read(id);
      };
      expect(await append("on")).toMatchObject({ state: "pending" });
      subject.time += oncePerMs - 1;
      expect(await append("on")).toMatchObject(dropped);
      expect(await append("off")).toMatchObject({ state: "pending" });
      expect(await subject.store.deliveryCounts()).toMatchObject([
        { accepted: 3, pending: 2, dropped: 1, expired: 0, repeated: 1 },
      ]);
      // The span begins with the one that was delivered, not with the dropped one.
      subject.time += 1;
      expect(await append("on")).toMatchObject({ state: "pending" });
      expect(await append("on")).toMatchObject(dropped);
    });

    it("decides exactly about scans that several processes store at the same time", async () => {
      const light = await addOnce();
      const otherStore = await subject.database.open({ now: subject.now });
      const deliveries = [{ route: light.route, state: "pending" as const }];
      const appended = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          [subject.store, otherStore][index % 2]!.append(
            toArrival({ content: "on", date: nextDate(), deliveries }),
          ),
        ),
      );
      await otherStore.close();
      expect(appended.filter(({ repeat }) => repeat)).toStrictEqual([]);
      expect(await subject.store.deliveryCounts()).toMatchObject([
        { accepted: 40, pending: 1, dropped: 39, repeated: 39 },
      ]);
    });

    it("counts each route for itself, and none without the option", async () => {
      const [light, log, bell] = [
        await addOnce(),
        await addRoutedDestination(subject, "log"),
        await addRoutedDestination(subject, "bell", {}, { oncePerMs }),
      ];
      const append = (routed: (typeof light)[]) =>
        appendWithDeliveries(subject, routed, { content: "on", date: nextDate() });
      await append([light, log]);
      const ids = await append([light, log, bell]);
      const states = await Promise.all(ids.map(readState));
      expect(states).toStrictEqual(["dropped", "pending", "pending"]);
    });

    it("counts a tag without text by its UID, and no repeat of the same scan", async () => {
      const light = await addOnce();
      const append = async (tag: string | undefined, identifier: string, date = nextDate()) => {
        const change = { content: "", tag, identifier, date };
        const ids = await appendWithDeliveries(subject, [light], change);
        return ids && readState(ids[0]);
      };
      expect(await append("04:01", "04:01", "2026-05-12T15:00:00Z")).toBe("pending");
      expect(await append("04:01", "04:01", "2026-05-12T15:00:00Z")).toBeUndefined();
      expect(await append("04:02", "04:02")).toBe("pending");
      expect(await append("04:01", "04:01")).toBe("dropped");
      expect(await append(undefined, "hidden")).toBe("pending");
      expect(await append(undefined, "hidden")).toBe("dropped");
      expect(await subject.store.deliveryCounts()).toMatchObject([{ accepted: 5, repeated: 2 }]);
    });

    it("does not count what was never delivered", async () => {
      const light = await addRoutedDestination(
        subject,
        "light",
        {},
        { oncePerMs, expiresMs: 5000 },
      );
      const append = async (change = {}) => {
        const made = { content: "on", date: nextDate(), ...change };
        return (await appendWithDeliveries(subject, [light], made))[0]!;
      };
      const off = await append({ delivery: { state: "dropped" } });
      const expired = await append();
      expect(await read(off)).toMatchObject({ state: "dropped", dropped: undefined });
      subject.time += 5000;
      const dead = await append();
      await subject.store.dropExpired();
      expect(await readState(expired)).toBe("dropped");
      await subject.store.claimOne("node", dead);
      await subject.store.settle("node", [toSettled(subject, dead, "dead")]);
      const delivered = await append();
      await subject.store.claimOne("node", delivered);
      await subject.store.settle("node", [toSettled(subject, delivered, "delivered")]);
      expect(await readState(await append())).toBe("dropped");
    });

    it("holds with the span that the route has now, and until it is removed", async () => {
      const light = await addOnce();
      const append = async () => {
        const change = { content: "on", date: nextDate() };
        return readState((await appendWithDeliveries(subject, [light], change))[0]);
      };
      await append();
      subject.time += 10_000;
      await subject.store.changeRoute("light", { oncePerMs: 10_000 });
      expect(await append()).toBe("pending");
      expect(await append()).toBe("dropped");
      await subject.store.changeRoute("light", { oncePerMs: null });
      expect(await append()).toBe("pending");
    });

    it("sends by hand what it dropped, however often", async () => {
      const light = await addOnce();
      await appendWithDeliveries(subject, [light], { content: "on", date: nextDate() });
      const [id] = await appendWithDeliveries(subject, [light], {
        content: "on",
        date: nextDate(),
      });
      expect(await subject.store.replay({ ids: [id!] })).toMatchObject({ count: 1 });
      expect(await read(id)).toMatchObject({ state: "pending", dropped: undefined });
      const other = await subject.append({ content: "on", date: nextDate() });
      await subject.store.sendScans(light.route, [other.id], { again: "all" });
      expect(await subject.store.deliveryCounts()).toMatchObject([{ pending: 3, repeated: 0 }]);
    });

    it("keeps its reason when the scan is deleted and restored", async () => {
      const light = await addOnce();
      const append = () =>
        appendWithDeliveries(subject, [light], { content: "on", date: nextDate() });
      await append();
      const [id] = await append();
      const { scan } = await read(id);
      await subject.store.deleteScan(scan, { forGood: false });
      expect(await subject.store.deliveryCounts()).toMatchObject([{ dropped: 0, repeated: 0 }]);
      await subject.store.restoreScans({ ids: [scan] });
      expect(await read(id)).toMatchObject(dropped);
      expect(await subject.store.deliveryCounts()).toMatchObject([{ dropped: 1, repeated: 1 }]);
      await subject.store.sendScans(light.route, [scan], { again: "failed" });
      expect(await subject.store.deliveryCounts()).toMatchObject([{ dropped: 0, repeated: 0 }]);
      await subject.store.deleteScan(scan, { forGood: true });
      expect(await subject.store.deliveryCounts()).toMatchObject([{ dropped: 0, repeated: 0 }]);
    });

    it("takes a content again that was taken in the future of a clock that was set back", async () => {
      const light = await addOnce();
      const append = async () => {
        const change = { content: "on", date: nextDate() };
        return readState((await appendWithDeliveries(subject, [light], change))[0]);
      };
      await append();
      subject.time -= 3_600_000;
      expect(await append()).toBe("pending");
      expect(await append()).toBe("dropped");
    });
  });

  let dates = 0;
  /** Returns another date at each call, so that no scan is a repeat of another one. */
  function nextDate(): string {
    dates += 1000;
    return new Date(Date.UTC(2026, 4, 12) + dates).toISOString();
  }
}
