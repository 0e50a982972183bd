import { describe, expect, it } from "vitest";
import type { Delivery } from "../forwarding.ts";
import type { Subject } from "../testing/subject.ts";
import { addWay, attempted, claimIds, passOn, type Way } from "./way.ts";

/** What a person asks for: deliveries once more, or not at all. */
export function replayConformance(on: Subject): void {
  const stateOf = async (id: number) => (await on.store.delivery(id))?.state;
  const settle = async (id: number, state: Delivery["state"]) => {
    await on.store.claimOne("node", id);
    await on.store.settle("node", [attempted(on, id, state)]);
  };

  describe("replay", () => {
    it("makes due now whatever passes, with no attempts yet", async () => {
      const shop = await addWay(on, "shop");
      const made: number[] = [];
      for (const state of ["delivered", "dead", "pending", "dropped"] as const) {
        const [id] = await passOn(on, [shop]);
        made.push(id!);
        await on.store.claimOne("node", id!);
        await on.store.settle("node", [attempted(on, id!, state, new Date(on.time + 60_000))]);
      }
      on.time += 1000;
      const one = { count: 1, destinations: new Set([shop.destination]) };
      expect(await on.store.replay({ state: "dead" })).toStrictEqual(one);
      expect(await on.store.replay({ ids: made.slice(0, 1) })).toStrictEqual(one);
      const none = { count: 0, destinations: new Set() };
      expect(await on.store.replay({ destination: "none" })).toStrictEqual(none);
      expect(await claimIds(on, "node", shop)).toStrictEqual([made[0], made[1]]);
      expect((await on.store.replay({})).count).toBe(2);
      const dueAt = on.now().toISOString();
      for (const id of made)
        expect(await on.store.delivery(id)).toMatchObject({ state: "pending", attempts: 0 });
      expect(await on.store.delivery(made[2]!)).toMatchObject({ dueAt, log: [{ ms: 12 }] });
      expect(await claimIds(on, "node", shop)).toStrictEqual(made.slice(2));
      expect(await on.store.deliveryCounts()).toMatchObject([{ accepted: 4, pending: 4 }]);
    });

    it("answers the destinations of what it made due, and of nothing else", async () => {
      const [shop, log, mail] = [
        await addWay(on, "shop"),
        await addWay(on, "log"),
        await addWay(on, "mail"),
      ];
      const ids = await passOn(on, [shop, log, mail], { delivery: { state: "dropped" } });
      const [waiting] = await passOn(on, [log]);
      await on.store.claimOne("node", waiting!);
      expect(await on.store.replay({ ids: [...ids.slice(0, 1), waiting!] })).toStrictEqual({
        count: 1,
        destinations: new Set([shop.destination]),
      });
      expect(await on.store.replay({ state: "dropped" })).toStrictEqual({
        count: 2,
        destinations: new Set([log.destination, mail.destination]),
      });
    });

    it("takes a time range over very many, and so does drop", async () => {
      const ways: Way[] = [];
      for (let n = 0; n < 4; n++) ways.push(await addWay(on, `way-${n}`));
      const at = (minute: number) => ({ receivedAt: new Date(Date.UTC(2026, 4, 12, 12, minute)) });
      const all = await Promise.all(
        Array.from({ length: 330 }, (_, n) =>
          passOn(on, ways, { ...at(Math.trunc(n / 10)), delivery: { state: "dropped" } }),
        ),
      );
      const range = { from: "2026-05-12T12:01:00Z", to: "2026-05-12T12:31:00Z" };
      expect(await on.store.replay({ ...range, state: "dropped" })).toStrictEqual({
        count: 1200,
        destinations: new Set(ways.map(({ destination }) => destination)),
      });
      expect(await stateOf(all[9]![3]!)).toBe("dropped");
      expect(await stateOf(all[10]![0]!)).toBe("pending");
      expect(await stateOf(all[309]![3]!)).toBe("pending");
      expect(await stateOf(all[310]![0]!)).toBe("dropped");
      await claimIds(on, "node", ways[0]!, 50);
      expect(await on.store.drop({ to: "2026-05-12T12:21:00Z", destination: "way-0" })).toBe(150);
      expect(await on.store.drop({ ...range, state: "dead" })).toBe(0);
      expect(await on.store.drop({})).toBe(1000);
      const counts = await on.store.deliveryCounts();
      expect(counts.map(({ accepted, pending, dropped }) => [accepted, pending, dropped])).toEqual([
        [330, 50, 280],
        [330, 0, 330],
        [330, 0, 330],
        [330, 0, 330],
      ]);
    });

    it("and drop refuse a time that is none", async () => {
      await expect(on.store.replay({ from: "yesterday" })).rejects.toThrow(RangeError);
      await expect(on.store.drop({ to: "" })).rejects.toThrow(RangeError);
    });
  });

  describe("drop", () => {
    it("takes what is pending and not under way, and leaves the rest as it is", async () => {
      const shop = await addWay(on, "shop");
      const [[a], [b], [c], [d]] = [
        await passOn(on, [shop]),
        await passOn(on, [shop]),
        await passOn(on, [shop]),
        await passOn(on, [shop]),
      ];
      await settle(a!, "delivered");
      await on.store.claimOne("node", b!);
      expect(await on.store.drop({ ids: [a!, b!, c!] })).toBe(1);
      expect(await Promise.all([a!, b!, c!, d!].map(stateOf))).toStrictEqual([
        "delivered",
        "pending",
        "dropped",
        "pending",
      ]);
      await on.store.settle("node", [attempted(on, b!, "delivered")]);
      expect(await stateOf(b!)).toBe("delivered");
      expect(await claimIds(on, "node", shop)).toStrictEqual([d]);
    });
  });
}
