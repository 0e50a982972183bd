import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findMemory } from "../../../../../scripts/testing/memory-folder.ts";
import type { ToldMovement } from "../../store/movements.ts";
import { openStore } from "../../store/sqlite/open.ts";
import { asOwner, postScan, startTestHub } from "../../testing/test-hub.ts";
import { movementEvents } from "./movement-stream.ts";

async function startHubWithGuests(count: number) {
  const hub = await startTestHub();
  const owner = await asOwner(hub);
  await owner("POST", "/api/inboxes", { name: "door", open: true });
  await owner("POST", "/api/registers", { name: "gala", kind: "check-in" });
  const rows = Array.from({ length: count }, (_, n) => `T-${n},Guest ${n}\n`);
  const list = { text: `ticket,name\n${rows.join("")}`, key: "ticket", label: "name" };
  if (count > 0) await owner("POST", "/api/registers/gala/import", list);
  await owner("PUT", "/api/inboxes/door/register", { register: "gala" });
  return Object.assign(hub, { owner });
}

/** Reads this many movements from a stream, and then cuts the connection. */
async function readMovements(response: Response, count: number): Promise<ToldMovement[]> {
  const movements: ToldMovement[] = [];
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split("\n\n");
    text = blocks.pop()!;
    for (const block of blocks) {
      const [, id, data] = /^id: (\d+)\nevent: movement\ndata: (.*)$/.exec(block) ?? [];
      if (data === undefined) continue;
      movements.push(JSON.parse(data));
      expect(movements.at(-1)!.id).toBe(Number(id));
    }
    if (movements.length >= count) break;
  }
  return movements;
}

test("a viewer of a register gets each verdict once, in order, over lost connections", async () => {
  await using hub = await startHubWithGuests(60);
  const posting = Promise.all(
    Array.from({ length: 60 }, (_, n) => postScan(hub, { content: `T-${n}` })),
  );
  const path = "/api/registers/gala/stream";
  const seen: ToldMovement[] = [];
  for (const count of [1, 9, 20, 30]) {
    const lastId = seen.at(-1)?.id;
    const stream =
      lastId === undefined
        ? await hub.owner("GET", `${path}?after=0`)
        : await hub.owner("GET", path, undefined, { "last-event-id": String(lastId) });
    const movements = await readMovements(stream, count);
    seen.push(...movements.slice(0, count));
  }
  await posting;
  const ids = seen.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(new Set(seen.map(({ label }) => label)).size).toBe(60);
  expect(seen.at(-1)).toMatchObject({
    ...{ door: "door", action: "in", code: "checked-in" },
    verdict: { word: "IN", counts: { inside: 60 }, movement: ids.at(-1) },
  });
});

test("a viewer of a stock gets quantities in units, as in the journal", async () => {
  await using hub = await startHubWithGuests(0);
  await hub.owner("POST", "/api/registers", { name: "parts", kind: "stock" });
  const add = async (entry: object) => {
    const added = await hub.owner("POST", "/api/registers/parts/entries", entry);
    return ((await added.json()) as { id: number }).id;
  };
  const [screws, shelf] = [await add({ label: "M4" }), await add({ label: "A1", role: "place" })];
  const booking = { action: "add", quantity: 1.5, place: shelf };
  await hub.owner("POST", `/api/registers/parts/entries/${screws}/act`, booking);
  const stream = await hub.owner("GET", "/api/registers/parts/stream?after=0");
  expect(await readMovements(stream, 1)).toMatchObject([{ delta: 1.5, place: { label: "A1" } }]);
});

test("a stream of verdicts without a position starts now, and ends with the connection", async () => {
  const dir = await mkdtemp(join(findMemory(), "scanhook-stream-"));
  const store = await openStore(dir);
  await store.addRegister({ name: "gala", kind: "check-in", rules: {} });
  const [register] = await store.registers();
  const connection = new AbortController();
  const viewer = { signal: connection.signal, pingMs: 1 };
  const events = movementEvents(store, register!.id, viewer);
  const next = async () => (await events.next()).value;
  expect([await next(), await next()]).toEqual(["retry: 2000\n\n", ": ping\n\n"]);
  connection.abort();
  await expect.poll(next).toBeUndefined();
  await store.close();
  await rm(dir, { recursive: true });
});
