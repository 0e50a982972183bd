import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DeliveryCounts, DeliveryState, DestinationState } from "../forwarding.ts";
import {
  addRoutedDestination,
  appendWithDeliveries,
  type RoutedDestination,
  toSettled,
} from "../testing/routed-destinations.ts";
import type { Subject } from "../testing/subject.ts";

const nodes = ["one", "two"] as const;
const states = ["pending", "delivered", "dead", "dropped"] as const;

type Node = (typeof nodes)[number];
type ModelDelivery = {
  id: number;
  /** The id of the first delivery of the same scan. */
  scan: number;
  way: number;
  state: DeliveryState;
  node?: Node;
  attempts: number;
  dueAt: number;
};

/** An action on the store. Ways are indexes in a list, and a pick is taken modulo the number of deliveries. */
const action = fc.oneof(
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
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

export function deliveryAccountingConformance(subject: Subject): void {
  describe("delivery counts", () => {
    it("keeps accepted = pending + delivered + dead + dropped, and every delivery as in a plain model, after any sequence of actions", async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (steps) => {
          round += 1;
          const model = await createModel(subject, round);
          for (const step of steps) await model.apply(step);
          await model.check();
        }),
        { numRuns: 30 },
      );
    });
  });
}

/** Creates three ways, the last of them ordered, and a model of the deliveries that go there. */
async function createModel(subject: Subject, round: number) {
  const ways: RoutedDestination[] = [];
  for (const n of [0, 1, 2])
    ways.push(await addRoutedDestination(subject, `r${round}-${n}`, { ordered: n === 2 }));
  const stateByWay: DestinationState[] = ["on", "on", "on"];
  const deliveries: ModelDelivery[] = [];

  function findClaimable(way: number, limit: number): ModelDelivery[] {
    const pending = deliveries.filter(
      (delivery) => delivery.way === way && delivery.state === "pending",
    );
    if (stateByWay[way] !== "on") return [];
    if (way === 2) {
      if (pending.some(({ node }) => node !== undefined)) return [];
      const wait = pending.findIndex(({ dueAt }) => dueAt > subject.time);
      return pending.slice(0, wait < 0 ? limit : Math.min(limit, wait));
    }
    return pending
      .filter(({ node, dueAt }) => node === undefined && dueAt <= subject.time)
      .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id)
      .slice(0, limit);
  }

  async function apply(action: Action): Promise<void> {
    if (action.what === "wait") subject.time += action.ms;
    else if (action.what === "scan") await appendScan(action);
    else if (action.what === "claim") await claim(action);
    else if (action.what === "settle") await settle(action);
    else if (action.what === "set") {
      stateByWay[action.way] = action.state;
      await subject.store.changeDestination(ways[action.way]!.name, { state: action.state });
    } else if (action.what === "leave") {
      await subject.store.releaseNode(action.node);
      for (const delivery of deliveries) if (delivery.node === action.node) delete delivery.node;
    } else if (action.what === "delete") await deleteScan(action);
    else await replayOrDrop(action);
  }

  async function deleteScan({ pick }: Action & { what: "delete" }): Promise<void> {
    if (deliveries.length === 0) return;
    const { id, scan } = deliveries[pick % deliveries.length]!;
    const stored = (await subject.store.delivery(id))!;
    expect(await subject.store.deleteScan(stored.scan)).toBe("deleted");
    for (const delivery of deliveries.filter((delivery) => delivery.scan === scan))
      deliveries.splice(deliveries.indexOf(delivery), 1);
  }

  async function appendScan({
    ways: wayIndexes,
    dropped,
    claimedBy,
  }: Action & { what: "scan" }): Promise<void> {
    if (wayIndexes.length === 0) return;
    const state = dropped ? "dropped" : "pending";
    const delivery = { state, ...(claimedBy === undefined ? {} : { claimedBy }) } as const;
    const ids = await appendWithDeliveries(
      subject,
      wayIndexes.map((way) => ways[way]!),
      { delivery },
    );
    for (const [n, id] of ids.entries()) {
      const node = state === "pending" && claimedBy !== undefined ? { node: claimedBy } : {};
      const scan = ids[0]!;
      deliveries.push({
        id,
        scan,
        way: wayIndexes[n]!,
        state,
        attempts: 0,
        dueAt: subject.time,
        ...node,
      });
    }
  }

  async function claim({ node, limits }: Action & { what: "claim" }): Promise<void> {
    const expected = limits.flatMap((limit, way) => findClaimable(way, limit));
    const requested = limits.map((limit, way) => ({ destination: ways[way]!.destination, limit }));
    const { claimed } = await subject.store.claim(node, requested);
    expect(sorted(claimed)).toStrictEqual(sorted(expected));
    for (const { id, attempts } of claimed) {
      const delivery = deliveries.find((candidate) => candidate.id === id)!;
      expect(attempts).toBe(delivery.attempts);
      delivery.node = node;
    }
  }

  async function settle({ node, picks, attempt }: Action & { what: "settle" }): Promise<void> {
    if (deliveries.length === 0) return;
    const chosen = new Map(
      picks.map(([pick, ...rest]) => [deliveries[pick % deliveries.length]!, rest]),
    );
    const settled = [...chosen].map(([{ id }, [state, ms]]) => {
      const { attempt: sentAttempt, ...rest } = toSettled(
        subject,
        id,
        state,
        new Date(subject.time + ms),
      );
      return { ...rest, ...(attempt && sentAttempt ? { attempt: sentAttempt } : {}) };
    });
    await subject.store.settle(node, settled);
    for (const [delivery, [state, ms]] of chosen) {
      if (delivery.node !== node) continue;
      delete delivery.node;
      delivery.state = state;
      delivery.dueAt = subject.time + ms;
      if (attempt) delivery.attempts += 1;
    }
  }

  async function replayOrDrop({
    what,
    way,
    state,
  }: Action & { what: "replay" | "drop" }): Promise<void> {
    const destination = way === undefined ? {} : { destination: ways[way]!.name };
    // Deliveries of earlier rounds are still in the store.
    const ids = deliveries.map(({ id }) => id);
    const filter = { ids, ...destination, ...(state === undefined ? {} : { state }) };
    const matching = deliveries.filter(
      (delivery) =>
        delivery.node === undefined &&
        (way === undefined || delivery.way === way) &&
        (state === undefined || delivery.state === state) &&
        (what === "replay" || delivery.state === "pending"),
    );
    const count =
      what === "drop"
        ? await subject.store.drop(filter)
        : (await subject.store.replay(filter)).count;
    expect(count).toBe(matching.length);
    for (const delivery of matching) {
      if (what === "drop") delivery.state = "dropped";
      else Object.assign(delivery, { state: "pending", attempts: 0, dueAt: subject.time });
    }
  }

  async function check(): Promise<void> {
    const counts = await subject.store.deliveryCounts();
    for (const [n, { name }] of ways.entries()) {
      const deliveriesOfWay = deliveries.filter(({ way }) => way === n);
      const count = (state: DeliveryState) =>
        deliveriesOfWay.filter((delivery) => delivery.state === state).length;
      const { oldestPendingAt, ...counted } = counts.find((record) => record.destination === name)!;
      expect(counted).toStrictEqual({
        destination: name,
        accepted: deliveriesOfWay.length,
        delivered: count("delivered"),
        dead: count("dead"),
        pending: count("pending"),
        dropped: count("dropped"),
      } satisfies DeliveryCounts);
      expect(oldestPendingAt !== undefined).toBe(count("pending") > 0);
      const listed = await subject.store.deliveries({ destination: name }, { limit: 999 });
      expect(listed.map(({ id, state, attempts }) => ({ id, state, attempts }))).toStrictEqual(
        deliveriesOfWay.map(({ id, state, attempts }) => ({ id, state, attempts })).reverse(),
      );
    }
  }

  return { apply, check };
}

function sorted(deliveries: readonly { id: number }[]): number[] {
  return deliveries.map(({ id }) => id).sort((a, b) => a - b);
}
