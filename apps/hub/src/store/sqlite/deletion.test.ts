import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { findMemory } from "../../../../../scripts/testing/memory-folder.ts";
import { toDestination, toRoute } from "../testing/routed-destinations.ts";
import { toArrival } from "../testing/subject.ts";
import { databaseName, openStore } from "./open.ts";

it("drops the deliveries that an interrupted removal of a destination left pending", async () => {
  const dir = await mkdtemp(join(findMemory(), "scanhook-expire-"));
  const store = await openStore(dir);
  try {
    await store.addDestination(toDestination("shop"));
    await store.addRoute(toRoute("shop"));
    const route = (await store.routing()).routes[0]!.id;
    const deliveries = [{ route, state: "pending" as const }];
    const [id] = (await store.append(toArrival({ deliveries }))).deliveries!;
    const db = new DatabaseSync(join(dir, databaseName));
    db.exec("UPDATE destinations SET removed_at = 0; UPDATE routes SET removed_at = 0;");
    db.close();
    expect(await store.expire(10)).toBe(0);
    expect(await store.delivery(id!)).toMatchObject({ state: "dropped", destination: "shop" });
  } finally {
    await store.close();
    await rm(dir, { recursive: true });
  }
});

it("overwrites what was deleted by hand, at once, after it could be brought back, or with its inbox", async () => {
  const dir = await mkdtemp(join(findMemory(), "scanhook-erase-"));
  let time = Date.parse("2026-11-22T12:00:00Z");
  const store = await openStore(dir, { now: () => new Date(time) });
  const append = async (secret: string) => {
    const ids: number[] = [];
    for (let n = 0; n < 60; n++)
      ids.push((await store.append(toArrival({ content: `${secret}+${n} `.repeat(200) }))).id);
    return ids;
  };
  await store.deleteScans(await append("Quetzalcoatl"), { forGood: true });
  await store.deleteScans(await append("Xolotl"), { deletion: "one" });
  time += 11 * 60_000;
  await store.purgeExpired();
  await store.addInbox({ name: "door", open: true });
  for (let n = 0; n < 60; n++)
    await store.append(toArrival({ inbox: "door", content: `Tlaloc+${n} `.repeat(200) }));
  await store.removeInbox("door", { scans: "delete" });
  await store.eraseForgotten();
  await store.close();
  const files = (await readdir(dir)).map((file) => readFile(join(dir, file), "latin1"));
  const contents = (await Promise.all(files)).join("");
  // The index of words has them in lower case, and reversed.
  expect(contents.match(/quetzalcoatl|xolotl|tlaloc|ltaoclazteuq|coalt/gi) ?? []).toEqual([]);
  await rm(dir, { recursive: true });
});
