import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, test } from "vitest";
import type { App } from "../../http/app.ts";
import { openStore } from "../../store/sqlite/open.ts";
import { serveHealth } from "./health.ts";

test("a hub is ready while its store can write and it is not closing", async () => {
  const dir = await mkdtemp(join(tmpdir(), "scanhook-health-"));
  const clock = { seconds: 0 };
  const closing = new AbortController();
  let problem: string | undefined;
  const store = await openStore(dir);
  const app = Fastify();
  serveHealth(app as unknown as App, {
    store,
    clock: { problem: () => problem },
    closing: closing.signal,
    now: () => clock.seconds * 1000,
  });
  const fetchStatus = async (url = "/readyz") => (await app.inject(url)).statusCode;
  expect(await fetchStatus()).toBe(200);
  problem = "The clock is wrong.";
  expect((await app.inject("/readyz")).json()).toEqual({ ok: true, clock: problem });
  await store.close();
  clock.seconds = 4;
  expect(await fetchStatus()).toBe(200);
  clock.seconds = 6;
  expect(await fetchStatus()).toBe(503);
  expect((await app.inject("/readyz")).json().error.code).toBe("store-unavailable");
  expect(await fetchStatus("/healthz")).toBe(200);
  closing.abort();
  expect((await app.inject("/readyz")).json().error.code).toBe("closing");
  await app.close();
  await rm(dir, { recursive: true });
});
