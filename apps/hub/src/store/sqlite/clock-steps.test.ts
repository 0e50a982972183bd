import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findMemory } from "../../../../../scripts/testing/memory-folder.ts";
import type { Store } from "../store.ts";
import { toDestination, toRoute } from "../testing/routed-destinations.ts";
import { toArrival } from "../testing/subject.ts";
import { openStore } from "./open.ts";

const minuteMs = 60_000;

let dir: string;
let store: Store;
let time: number;
let steady: number;
let destination: number;
let route: number;
beforeEach(async () => {
  dir = await mkdtemp(join(findMemory(), "scanhook-steps-"));
  time = Date.parse("2026-05-12T14:23:01Z");
  steady = 0;
  store = await openStore(dir, { now: () => new Date(time) });
  await store.addDestination(toDestination("light"));
  await store.addRoute(
    toRoute("light", { destination: "light", expiresMs: 30_000, oncePerMs: 30_000 }),
  );
  const routing = await store.routing();
  destination = routing.destinations[0]!.id;
  route = routing.routes[0]!.id;
  store.followClock(() => steady);
});
afterEach(async () => {
  await store.close();
  await rm(dir, { recursive: true });
});

const pass = (ms: number) => {
  time += ms;
  steady += ms;
};
let scans = 0;
const append = async (content: string) => {
  const deliveries = [{ route, state: "pending" as const }];
  const identifier = `scan ${scans++}`;
  const appended = await store.append(toArrival({ content, identifier, deliveries }));
  return appended.deliveries![0]!;
};
const read = async (id: number) => (await store.delivery(id))!;
const claim = async () =>
  (await store.claim("node", [{ destination, limit: 9 }])).claimed.map(({ id }) => id);

it.each([2 * minuteMs, -4 * minuteMs, 700, 86_400_000, -86_400_000])(
  "lets deliveries expire in their time, although the clock is set by %i ms",
  async (byMs) => {
    const early = await append("early");
    pass(20_000);
    const [late, retried] = [await append("late"), await append("retried")];
    await store.claimOne("node", retried);
    const dueAt = new Date(time + 9000);
    await store.settle("node", [{ id: retried, state: "pending", dueAt }]);
    time += byMs;
    // Stored after the step, which nothing has noticed before.
    const next = await append("next");
    pass(9999);
    expect(await store.dropExpired()).toMatchObject({ count: 0 });
    pass(1);
    expect(await store.dropExpired()).toMatchObject({ count: 1, next: new Date(time + 20_000) });
    expect(await read(early)).toMatchObject({ dropped: { reason: "expired" } });
    expect(await claim()).toStrictEqual([late, next, retried]);
    await store.releaseNode("node");
    pass(20_000);
    expect(await store.dropExpired()).toMatchObject({ count: 3, next: undefined });
  },
);

it("notices the step when it looks for what has expired or is due", async () => {
  await append("on");
  time += 2 * minuteMs;
  expect(await store.dropExpired()).toMatchObject({ count: 0 });
  time -= 4 * minuteMs;
  pass(30_000);
  expect(await claim()).toStrictEqual([]);
  expect(await store.dropExpired()).toMatchObject({ count: 1 });
});

it("gives a scan that was sent before the step the time of the clock until then", async () => {
  const appended = [append("before")];
  // The group leaves this thread in the next turn, and the step follows while it is on its way.
  for (let count = 0; count < 31; count++) appended.push(append(`before ${count}`));
  time += 2 * minuteMs;
  const dropped = store.dropExpired();
  await Promise.all(appended);
  expect(await dropped).toMatchObject({ count: 0 });
  expect((await read(await appended[0]!)).expiresAt).toBe(new Date(time + 30_000).toISOString());
});

it.each([2 * minuteMs, -4 * minuteMs])(
  "takes a content once within the span, although the clock is set by %i ms",
  async (byMs) => {
    await append("on");
    await claim();
    pass(10_000);
    time += byMs;
    expect((await read(await append("on"))).state).toBe("dropped");
    pass(20_000);
    expect((await read(await append("on"))).state).toBe("pending");
  },
);

it("writes nothing for a clock that drifts, until half a second has added up", async () => {
  const id = await append("on");
  const { expiresAt } = await read(id);
  for (let step = 0; step < 4; step++) {
    time += 100;
    await store.dropExpired();
  }
  expect((await read(id)).expiresAt).toBe(expiresAt);
  time += 100;
  await store.dropExpired();
  expect((await read(id)).expiresAt).toBe(new Date(Date.parse(expiresAt!) + 500).toISOString());
});

it("moves no delivery twice when the hub repairs times after a jump", async () => {
  const id = await append("on");
  const before = new Date(time);
  time += 86_400_000;
  await store.endClockFault({ since: before, before, after: new Date(time) }, 1);
  await store.dropExpired();
  expect((await read(id)).expiresAt).toBe(new Date(time + 30_000).toISOString());
});
