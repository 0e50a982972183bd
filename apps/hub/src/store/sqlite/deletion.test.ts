import { mkdtemp, rm } from "node:fs/promises";
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
