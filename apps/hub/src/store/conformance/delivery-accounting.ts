import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DeliveryCounts, DeliveryState } from "../deliveries.ts";
import type { DestinationState } from "../routing.ts";
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
  targetIndex: number;
  state: DeliveryState;
  node?: Node;
  attempts: number;
  dueAt: number;
  expiresAt: number;
  isExpired?: boolean;
};

/**
 * An action on the store. Targets are indexes in a list, and a pick is taken modulo the number of
 * deliveries.
 */
const action = fc.oneof(
  fc.record({
    kind: fc.constant("scan" as const),
    targets: fc.array(fc.nat(2), { maxLength: 4 }),
    dropped: fc.boolean(),
    claimedBy: fc.option(fc.constantFrom(...nodes), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant("claim" as const),
    node: fc.constantFrom(...nodes),
    limits: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)),
  }),
  fc.record({
    kind: fc.constant("settle" as const),
    node: fc.constantFrom(...nodes),
    picks: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...states), fc.nat(3000)), { maxLength: 3 }),
    attempt: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom("replay" as const, "drop" as const),
    targetIndex: fc.option(fc.nat(2), { nil: undefined }),
    state: fc.option(fc.constantFrom(...states), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant("set" as const),
    targetIndex: fc.nat(2),
    state: fc.constantFrom<DestinationState>("on", "on", "held", "dropping"),
  }),
  fc.record({ kind: fc.constant("delete" as const), pick: fc.nat(), forGood: fc.boolean() }),
  fc.record({ kind: fc.constant("restore" as const), pick: fc.nat() }),
  fc.record({ kind: fc.constant("leave" as const), node: fc.constantFrom(...nodes) }),
  fc.record({ kind: fc.constant("expire" as const) }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.nat(3000) }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

export function deliveryAccountingConformance(subject: Subject): void {
  describe("delivery counts", () => {
    it("keeps accepted = pending + delivered + dead + dropped, a total that never shrinks, and every delivery as in a plain model, after any sequence of actions", async () => {
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

const expiresMs = [undefined, 2500, 2500] as const;

/**
 * Creates three destinations with a route, the last of them ordered, and a model of the deliveries
 * to them. Those of the last two expire.
 */
async function createModel(subject: Subject, round: number) {
  const targets: RoutedDestination[] = [];
  for (const index of [0, 1, 2])
    targets.push(
      await addRoutedDestination(
        subject,
        `r${round}-${index}`,
        { ordered: index === 2 },
        { expiresMs: expiresMs[index] },
      ),
    );
  const stateByTarget: DestinationState[] = ["on", "on", "on"];
  const deliveries: ModelDelivery[] = [];
  /** The deleted scans that can be restored: their ids with their deliveries. */
  const deleted: { id: number; deliveries: ModelDelivery[] }[] = [];
  const deliveredTotals = [0, 0, 0];

  const toExpiry = (targetIndex: number) => subject.time + (expiresMs[targetIndex] ?? Infinity);

  function findClaimable(targetIndex: number, limit: number): ModelDelivery[] {
    const pending = deliveries.filter(
      (delivery) => delivery.targetIndex === targetIndex && delivery.state === "pending",
    );
    if (stateByTarget[targetIndex] !== "on") return [];
    if (targetIndex === 2) {
      if (pending.some(({ node }) => node !== undefined)) return [];
      const current = pending.filter(({ expiresAt }) => expiresAt > subject.time);
      const wait = current.findIndex(({ dueAt }) => dueAt > subject.time);
      return current.slice(0, wait < 0 ? limit : Math.min(limit, wait));
    }
    return pending
      .filter(
        ({ node, dueAt, expiresAt }) =>
          node === undefined && dueAt <= subject.time && expiresAt > subject.time,
      )
      .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id)
      .slice(0, limit);
  }

  async function apply(action: Action): Promise<void> {
    if (action.kind === "wait") subject.time += action.ms;
    else if (action.kind === "expire") await expire();
    else if (action.kind === "scan") await appendScan(action);
    else if (action.kind === "claim") await claim(action);
    else if (action.kind === "settle") await settle(action);
    else if (action.kind === "set") {
      stateByTarget[action.targetIndex] = action.state;
      await subject.store.changeDestination(targets[action.targetIndex]!.name, {
        state: action.state,
      });
    } else if (action.kind === "leave") {
      await subject.store.releaseNode(action.node);
      for (const delivery of deliveries) if (delivery.node === action.node) delete delivery.node;
    } else if (action.kind === "delete") await deleteScan(action);
    else if (action.kind === "restore") await restoreScan(action);
    else await replayOrDrop(action);
  }

  async function expire(): Promise<void> {
    await subject.store.dropExpired();
    for (const delivery of deliveries) {
      const { state, node, expiresAt } = delivery;
      if (state === "pending" && node === undefined && expiresAt <= subject.time)
        Object.assign(delivery, { state: "dropped", isExpired: true });
    }
  }

  async function deleteScan({ pick, forGood }: Action & { kind: "delete" }): Promise<void> {
    if (deliveries.length === 0) return;
    const { id, scan } = deliveries[pick % deliveries.length]!;
    const stored = (await subject.store.delivery(id))!;
    expect(await subject.store.deleteScan(stored.scan, { forGood })).toBe("deleted");
    const gone = deliveries.filter((delivery) => delivery.scan === scan);
    for (const delivery of gone) deliveries.splice(deliveries.indexOf(delivery), 1);
    if (!forGood) deleted.push({ id: stored.scan, deliveries: gone });
  }

  async function restoreScan({ pick }: Action & { kind: "restore" }): Promise<void> {
    const [scan] = deleted.splice(pick % Math.max(deleted.length, 1), 1);
    if (!scan) return;
    const ids = [scan.id];
    expect(await subject.store.restoreScans({ ids })).toMatchObject({ restored: ids });
    for (const { node: _, ...delivery } of scan.deliveries) deliveries.push(delivery);
    deliveries.sort((a, b) => a.id - b.id);
  }

  async function appendScan({
    targets: targetIndexes,
    dropped,
    claimedBy,
  }: Action & { kind: "scan" }): Promise<void> {
    if (targetIndexes.length === 0) return;
    const state = dropped ? "dropped" : "pending";
    const delivery = { state, ...(claimedBy === undefined ? {} : { claimedBy }) } as const;
    const ids = await appendWithDeliveries(
      subject,
      targetIndexes.map((targetIndex) => targets[targetIndex]!),
      { delivery },
    );
    for (const [index, id] of ids.entries()) {
      const node = state === "pending" && claimedBy !== undefined ? { node: claimedBy } : {};
      const scan = ids[0]!;
      deliveries.push({
        id,
        scan,
        targetIndex: targetIndexes[index]!,
        state,
        attempts: 0,
        dueAt: subject.time,
        expiresAt: toExpiry(targetIndexes[index]!),
        ...node,
      });
    }
  }

  async function claim({ node, limits }: Action & { kind: "claim" }): Promise<void> {
    const expected = limits.flatMap((limit, targetIndex) => findClaimable(targetIndex, limit));
    const requested = limits.map((limit, targetIndex) => ({
      destination: targets[targetIndex]!.destination,
      limit,
    }));
    const { claimed } = await subject.store.claim(node, requested);
    expect(toSortedIds(claimed)).toStrictEqual(toSortedIds(expected));
    for (const { id, attempts } of claimed) {
      const delivery = deliveries.find((candidate) => candidate.id === id)!;
      expect(attempts).toBe(delivery.attempts);
      delivery.node = node;
    }
  }

  async function settle({ node, picks, attempt }: Action & { kind: "settle" }): Promise<void> {
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
      if (state === "delivered") deliveredTotals[delivery.targetIndex]! += 1;
      delivery.dueAt = subject.time + ms;
      if (attempt) delivery.attempts += 1;
    }
  }

  async function replayOrDrop({
    kind,
    targetIndex,
    state,
  }: Action & { kind: "replay" | "drop" }): Promise<void> {
    const destination =
      targetIndex === undefined ? {} : { destination: targets[targetIndex]!.name };
    // Deliveries of earlier rounds are still in the store.
    const ids = deliveries.map(({ id }) => id);
    const filter = { ids, ...destination, ...(state === undefined ? {} : { state }) };
    const matching = deliveries.filter(
      (delivery) =>
        delivery.node === undefined &&
        (targetIndex === undefined || delivery.targetIndex === targetIndex) &&
        (state === undefined || delivery.state === state) &&
        (kind === "replay" || delivery.state === "pending"),
    );
    const count =
      kind === "drop"
        ? await subject.store.drop(filter)
        : (await subject.store.replay(filter)).count;
    expect(count).toBe(matching.length);
    for (const delivery of matching) {
      if (kind === "drop") delivery.state = "dropped";
      else {
        const expiresAt = toExpiry(delivery.targetIndex);
        const due = { attempts: 0, dueAt: subject.time, expiresAt, isExpired: false };
        Object.assign(delivery, { state: "pending", ...due });
      }
    }
  }

  async function check(): Promise<void> {
    const counts = await subject.store.deliveryCounts();
    for (const [index, { name }] of targets.entries()) {
      const deliveriesToTarget = deliveries.filter(({ targetIndex }) => targetIndex === index);
      const count = (state: DeliveryState) =>
        deliveriesToTarget.filter((delivery) => delivery.state === state).length;
      const { oldestPendingAt, ...counted } = counts.find((record) => record.destination === name)!;
      expect(counted).toStrictEqual({
        destination: name,
        accepted: deliveriesToTarget.length,
        delivered: count("delivered"),
        dead: count("dead"),
        pending: count("pending"),
        dropped: count("dropped"),
        expired: deliveriesToTarget.filter(({ isExpired }) => isExpired).length,
        repeated: 0,
        deliveredTotal: deliveredTotals[index]!,
      } satisfies DeliveryCounts);
      expect(oldestPendingAt !== undefined).toBe(count("pending") > 0);
      const listed = await subject.store.deliveries({ destination: name }, { limit: 999 });
      expect(listed.map(({ id, state, attempts }) => ({ id, state, attempts }))).toStrictEqual(
        deliveriesToTarget.map(({ id, state, attempts }) => ({ id, state, attempts })).reverse(),
      );
    }
  }

  return { apply, check };
}

function toSortedIds(deliveries: readonly { id: number }[]): number[] {
  return deliveries.map(({ id }) => id).sort((a, b) => a - b);
}
