import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { plausibleTime, released } from "../released.ts";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { toDestination, toRoute } from "../store/testing/routed-destinations.ts";
import { toArrival } from "../store/testing/subject.ts";
import { openClockWatch } from "./clock-watch.ts";

const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;
const right = released.getTime() + 30 * 24 * hourMs;

let dir: string;
let store: Store;
let time: number;
let uptimeMs: number;
beforeEach(async () => {
  dir = await mkdtemp(join(findMemory(), "scanhook-clock-"));
  time = right;
  uptimeMs = 12_000;
  store = await openStore(dir, { now: () => new Date(time) });
});
afterEach(async () => {
  await store.close();
  await rm(dir, { recursive: true });
});

/** The time goes on by itself. */
const pass = (ms: number) => {
  time += ms;
  uptimeMs += ms;
};
const open = () =>
  openClockWatch({
    store,
    log: { warn: () => {}, error: (...line: unknown[]) => expect(line).toBeUndefined() } as never,
    now: () => new Date(time),
    steadyMs: () => uptimeMs,
    // Each check is asked for.
    everyMs: 1e9,
  });
const append = () =>
  store.append({
    ...{ inbox: "door", body: "{}", receivedAt: new Date(time) },
    scan: { identifier: crypto.randomUUID(), date: "2026-05-12T14:23:01Z", content: "one" },
  });
const state = async () => (await store.alerts()).find(({ subject }) => subject === "clock")?.state;

test("the release is that of the changelog", () => {
  const text = readFileSync(new URL("../../../../CHANGELOG.md", import.meta.url), "utf8");
  const [day] = /(?<=^## \d+\.\d+\.\d+ - )\S+/m.exec(text) ?? [];
  expect(released.toISOString()).toBe(`${day}T00:00:00.000Z`);
  expect(plausibleTime(new Date(right))).toEqual(new Date(right));
  expect(plausibleTime(new Date(0))).toEqual(released);
});

test("a clock before the release is wrong until it is set, while the hub runs", async () => {
  time = right - 20 * yearMs;
  const clock = await open();
  const jumps: number[] = [];
  clock.onJump((byMs) => jumps.push(byMs));
  expect(clock.problem()).toMatch(/^The clock of this machine shows 200\d-.* Set it/);
  expect(await clock.isRight()).toBe(false);
  expect(await state()).toBe("wrong");
  await append();
  pass(hourMs);
  expect(await clock.isRight()).toBe(false);
  time = right;
  expect(await clock.isRight()).toBe(true);
  expect(jumps).toEqual([20 * yearMs - hourMs]);
  expect(clock.problem()).toBeUndefined();
  expect(await state()).toBe("corrected");
  const correctedAt = new Date(right).toISOString();
  expect(await store.clockFaults()).toEqual([{ firstScan: 1, lastScan: 1, correctedAt }]);
  await clock.close();
});

test("a clock that was set while the hub was stopped is right", async () => {
  time = right - 20 * yearMs;
  await (await open()).close();
  await append();
  time = right;
  const clock = await open();
  expect(await clock.isRight()).toBe(true);
  expect(await state()).toBe("ok");
  expect(await store.clockFaults()).toMatchObject([{ firstScan: 1, lastScan: 1 }]);
  await clock.close();
});

test("a scan from the future tells that the clock is or was wrong", async () => {
  time = right + 10 * yearMs;
  await append();
  time = right;
  const clock = await open();
  expect(await clock.isRight()).toBe(true);
  expect(await state()).toBe("future");
  expect(await store.clockFaults()).toMatchObject([{ firstScan: 1, lastScan: 1 }]);
  await clock.close();
});

test("a jump from a plausible time marks the scans since the start", async () => {
  await append();
  time = right - 20 * 24 * hourMs;
  const clock = await open();
  await append();
  pass(hourMs);
  expect(await clock.isRight()).toBe(true);
  time = right;
  expect(await clock.isRight()).toBe(true);
  await append();
  // The first one came from the future only while the clock was behind.
  const correctedAt = new Date(right).toISOString();
  expect(await store.clockFaults()).toEqual([
    { firstScan: 1, lastScan: 1, correctedAt },
    { firstScan: 2, lastScan: 2, correctedAt },
  ]);
  await clock.close();
});

test("time that passes, sleep and small corrections are no jumps", async () => {
  const clock = await open();
  await append();
  for (const ms of [1000, 30 * 24 * hourMs]) {
    pass(ms);
    time += 2000;
    expect(await clock.isRight()).toBe(true);
  }
  expect(await store.clockFaults()).toEqual([]);
  expect(await state()).toBeUndefined();
  await clock.close();
});

test("a smaller step is told, and deliveries that expire follow it", async () => {
  await store.addDestination(toDestination("light"));
  await store.addRoute(toRoute("light", { destination: "light", expiresMs: 30_000 }));
  const clock = await open();
  const steps: number[] = [];
  clock.onStep((byMs) => steps.push(byMs));
  clock.onJump((byMs) => expect(byMs).toBeUndefined());
  const deliveries = [{ route: (await store.routing()).routes[0]!.id, state: "pending" as const }];
  await store.append(toArrival({ deliveries }));
  time += 120_000;
  expect(await store.dropExpired()).toMatchObject({ count: 0 });
  expect(await clock.isRight()).toBe(true);
  expect(steps).toEqual([120_000]);
  expect(await store.clockFaults()).toEqual([]);
  pass(30_000);
  expect(await store.dropExpired()).toMatchObject({ count: 1 });
  await clock.close();
});
