import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { exitAll } from "../register-work/manual-actions.ts";
import { openStore } from "../store/sqlite/open.ts";
import { createExitAll, findLastTime } from "./exit-all.ts";

/** A hub with a clock, whose register lets everybody out at four in the morning. */
async function openGala() {
  let time = new Date(2026, 10, 22, 22, 0);
  const dir = await mkdtemp(join(findMemory(), "scanhook-exit-"));
  const store = await openStore(dir, { now: () => time });
  await store.addInbox({ name: "door", open: false });
  await store.addRegister({ name: "gala", kind: "check-in", rules: { exitAllAt: "04:00" } });
  await store.bindInbox("door", { register: "gala", action: "toggle", answer: "negotiated" });
  const [gala] = await store.registers();
  const rows = ["T-1", "T-2", "T-3"].map((code) => ({
    ...{ keys: [`t:${code}`], label: code, fields: {} },
  }));
  await store.importEntries(gala!.id, rows, { label: "first", dry: false });
  return {
    store,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await rm(dir, { recursive: true });
    },
    at: (...date: [day: number, hour: number, minute: number]) => {
      time = new Date(2026, 10, ...date);
    },
    scan: (content: string) =>
      store.append({
        ...{ inbox: "door", user: "north", body: "{}", receivedAt: time },
        scan: { identifier: crypto.randomUUID(), date: time.toISOString(), content },
        request: { kind: "scan" },
      }),
    /** Starts the task as a hub does that has just been started. */
    start: () => createExitAll({ store, exitAll: (exit) => exitAll(store, exit), now: () => time }),
    read: async () => (await store.registers())[0]!,
    readExits: async () => {
      const journal = await store.movements(gala!.id, { limit: 100 });
      return journal.filter(({ code }) => code === "everybody-out");
    },
  };
}

test("everybody is out at the time of day, once, and who comes later stays in", async () => {
  await using gala = await openGala();
  const run = gala.start();
  await gala.scan("T-1");
  await gala.scan("T-2");
  gala.at(23, 3, 59);
  await run();
  expect(await gala.read()).toMatchObject({ inside: 2 });
  gala.at(23, 4, 1);
  await gala.scan("T-3");
  await run();
  await run();
  expect(await gala.read()).toMatchObject({ inside: 1, admitted: 3, refused: 0 });
  expect(await gala.readExits()).toMatchObject([
    { action: "exit-all", door: "everybody out", result: "yes" },
  ]);
  gala.at(24, 4, 0);
  await run();
  expect(await gala.read()).toMatchObject({ inside: 0 });
  expect(await gala.readExits()).toHaveLength(2);
});

test("a hub that was off at that time does it when it starts, and not again when it starts once more", async () => {
  await using gala = await openGala();
  await gala.scan("T-1");
  gala.at(23, 11, 30);
  await gala.start()();
  expect(await gala.read()).toMatchObject({ inside: 0 });
  await gala.scan("T-1");
  await gala.start()();
  expect(await gala.read()).toMatchObject({ inside: 1 });
  expect(await gala.readExits()).toHaveLength(1);
});

test("who comes back in by an undo stays in until the next day", async () => {
  await using gala = await openGala();
  await gala.scan("T-1");
  gala.at(23, 3, 50);
  const { verdict: left } = await gala.scan("T-1");
  await gala.scan("T-2");
  gala.at(23, 4, 5);
  const run = gala.start();
  await run();
  const undo = { kind: "undo", register: 1, movement: left!.movement } as const;
  const scan = { identifier: "undo", date: "2026-11-23T04:05:00Z", content: "undo" };
  await gala.store.append({
    ...{ inbox: "door", body: "{}", receivedAt: new Date(), request: undo, scan },
  });
  await run();
  await gala.start()();
  expect(await gala.read()).toMatchObject({ inside: 1 });
});

test("the last time of a day is never later than now, and at most a day and an hour ago", () => {
  const day = 86_400_000;
  const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date(0) }), minutes, (now, minute) => {
      const pad = (value: number) => String(value).padStart(2, "0");
      const text = `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
      const last = findLastTime(text, now);
      expect(last).toBeLessThanOrEqual(now.getTime());
      expect(now.getTime() - last).toBeLessThanOrEqual(day + 3_600_000);
    }),
  );
});
