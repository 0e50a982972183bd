import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DeliveryCounts, DeliveryState, DestinationState } from "../forwarding.ts";
import type { Subject } from "../testing/subject.ts";
import { addWay, attempted, passOn, type Way } from "./way.ts";

const nodes = ["one", "two"] as const;
const states = ["pending", "delivered", "dead", "dropped"] as const;

type Node = (typeof nodes)[number];
type Model = {
  id: number;
  /** All of one scan have the same. */
  scan: number;
  way: number;
  state: DeliveryState;
  node?: Node;
  attempts: number;
  dueAt: number;
};

/** One thing somebody does; ways are places in a list, picks are taken modulo what there is. */
const deed = fc.oneof(
  fc.record({
    what: fc.constant("scan" as const),
    ways: fc.array(fc.nat(2), { maxLength: 4 }),
    dropped: fc.boolean(),
    claimedBy: fc.option(fc.constantFrom(...nodes), { nil: undefined }),
  }),
  fc.record({
    what: fc.constant("claim" as const),
    node: fc.constantFrom(...nodes),
    limits: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)),
  }),
  fc.record({
    what: fc.constant("settle" as const),
    node: fc.constantFrom(...nodes),
    picks: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...states), fc.nat(3000)), { maxLength: 3 }),
    attempt: fc.boolean(),
  }),
  fc.record({
    what: fc.constantFrom("replay" as const, "drop" as const),
    way: fc.option(fc.nat(2), { nil: undefined }),
    state: fc.option(fc.constantFrom(...states), { nil: undefined }),
  }),
  fc.record({
    what: fc.constant("set" as const),
    way: fc.nat(2),
    state: fc.constantFrom<DestinationState>("on", "on", "held", "dropping"),
  }),
  fc.record({ what: fc.constant("delete" as const), pick: fc.nat() }),
  fc.record({ what: fc.constant("leave" as const), node: fc.constantFrom(...nodes) }),
  fc.record({ what: fc.constant("wait" as const), ms: fc.nat(3000) }),
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

export function sumsConformance(on: Subject): void {
  describe("accepted is delivered, dead, pending and dropped", () => {
    it("whatever is done in any order, and every delivery is where a plain model has it", async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(deed, { maxLength: 40 }), async (deeds) => {
          round += 1;
          const world = await createWorld(on, round);
          for (const one of deeds) await world.does(one);
          await world.check();
        }),
        { numRuns: 30 },
      );
    });
  });
}

/** Three ways, the last of them ordered, and what should become of all that goes there. */
async function createWorld(on: Subject, round: number) {
  const ways: Way[] = [];
  for (const n of [0, 1, 2]) ways.push(await addWay(on, `r${round}-${n}`, { ordered: n === 2 }));
  const set: DestinationState[] = ["on", "on", "on"];
  const all: Model[] = [];

  function claimable(way: number, limit: number): Model[] {
    const pending = all.filter((one) => one.way === way && one.state === "pending");
    if (set[way] !== "on") return [];
    if (way === 2) {
      if (pending.some(({ node }) => node !== undefined)) return [];
      const wait = pending.findIndex(({ dueAt }) => dueAt > on.time);
      return pending.slice(0, wait < 0 ? limit : Math.min(limit, wait));
    }
    return pending
      .filter(({ node, dueAt }) => node === undefined && dueAt <= on.time)
      .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id)
      .slice(0, limit);
  }

  async function does(one: Deed): Promise<void> {
    if (one.what === "wait") on.time += one.ms;
    else if (one.what === "scan") await scan(one);
    else if (one.what === "claim") await claim(one);
    else if (one.what === "settle") await settle(one);
    else if (one.what === "set") {
      set[one.way] = one.state;
      await on.store.changeDestination(ways[one.way]!.name, { state: one.state });
    } else if (one.what === "leave") {
      await on.store.leave(one.node);
      for (const delivery of all) if (delivery.node === one.node) delete delivery.node;
    } else if (one.what === "delete") await deleteScan(one);
    else await replayOrDrop(one);
  }

  async function deleteScan({ pick }: Deed & { what: "delete" }): Promise<void> {
    if (all.length === 0) return;
    const { id, scan } = all[pick % all.length]!;
    const stored = (await on.store.delivery(id))!;
    expect(await on.store.deleteScan(stored.scan)).toBe("deleted");
    for (const one of all.filter((one) => one.scan === scan)) all.splice(all.indexOf(one), 1);
  }

  async function scan({ ways: to, dropped, claimedBy }: Deed & { what: "scan" }): Promise<void> {
    if (to.length === 0) return;
    const state = dropped ? "dropped" : "pending";
    const delivery = { state, ...(claimedBy === undefined ? {} : { claimedBy }) } as const;
    const ids = await passOn(
      on,
      to.map((way) => ways[way]!),
      { delivery },
    );
    for (const [n, id] of ids.entries()) {
      const node = state === "pending" && claimedBy !== undefined ? { node: claimedBy } : {};
      const scan = ids[0]!;
      all.push({ id, scan, way: to[n]!, state, attempts: 0, dueAt: on.time, ...node });
    }
  }

  async function claim({ node, limits }: Deed & { what: "claim" }): Promise<void> {
    const expected = limits.flatMap((limit, way) => claimable(way, limit));
    const wanted = limits.map((limit, way) => ({ destination: ways[way]!.destination, limit }));
    const { claimed } = await on.store.claim(node, wanted);
    expect(sorted(claimed)).toStrictEqual(sorted(expected));
    for (const { id, attempts } of claimed) {
      const delivery = all.find((one) => one.id === id)!;
      expect(attempts).toBe(delivery.attempts);
      delivery.node = node;
    }
  }

  async function settle({ node, picks, attempt }: Deed & { what: "settle" }): Promise<void> {
    if (all.length === 0) return;
    const chosen = new Map(picks.map(([pick, ...rest]) => [all[pick % all.length]!, rest]));
    const settled = [...chosen].map(([{ id }, [state, ms]]) => {
      const { attempt: made, ...rest } = attempted(on, id, state, new Date(on.time + ms));
      return { ...rest, ...(attempt && made ? { attempt: made } : {}) };
    });
    await on.store.settle(node, settled);
    for (const [delivery, [state, ms]] of chosen) {
      if (delivery.node !== node) continue;
      delete delivery.node;
      delivery.state = state;
      delivery.dueAt = on.time + ms;
      if (attempt) delivery.attempts += 1;
    }
  }

  async function replayOrDrop({
    what,
    way,
    state,
  }: Deed & { what: "replay" | "drop" }): Promise<void> {
    const destination = way === undefined ? {} : { destination: ways[way]!.name };
    // Other rounds have left theirs in the store.
    const ids = all.map(({ id }) => id);
    const filter = { ids, ...destination, ...(state === undefined ? {} : { state }) };
    const found = all.filter(
      (one) =>
        one.node === undefined &&
        (way === undefined || one.way === way) &&
        (state === undefined || one.state === state) &&
        (what === "replay" || one.state === "pending"),
    );
    const count =
      what === "drop" ? await on.store.drop(filter) : (await on.store.replay(filter)).count;
    expect(count).toBe(found.length);
    for (const one of found) {
      if (what === "drop") one.state = "dropped";
      else Object.assign(one, { state: "pending", attempts: 0, dueAt: on.time });
    }
  }

  async function check(): Promise<void> {
    const counts = await on.store.deliveryCounts();
    for (const [n, { name }] of ways.entries()) {
      const mine = all.filter(({ way }) => way === n);
      const count = (state: DeliveryState) => mine.filter((one) => one.state === state).length;
      const { oldestPendingAt, ...counted } = counts.find((one) => one.destination === name)!;
      expect(counted).toStrictEqual({
        destination: name,
        accepted: mine.length,
        delivered: count("delivered"),
        dead: count("dead"),
        pending: count("pending"),
        dropped: count("dropped"),
      } satisfies DeliveryCounts);
      expect(oldestPendingAt !== undefined).toBe(count("pending") > 0);
      const listed = await on.store.deliveries({ destination: name }, { limit: 999 });
      expect(listed.map(({ id, state, attempts }) => ({ id, state, attempts }))).toStrictEqual(
        mine.map(({ id, state, attempts }) => ({ id, state, attempts })).reverse(),
      );
    }
  }

  return { does, check };
}

function sorted(deliveries: readonly { id: number }[]): number[] {
  return deliveries.map(({ id }) => id).sort((a, b) => a - b);
}
