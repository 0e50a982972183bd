import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import type { App } from "../http/app.ts";
import { createSealing } from "../secrets/sealing.ts";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { serveDestinations } from "./destinations.ts";
import type { PassingOn } from "./passing-on-parts.ts";

const url = "https://erp.example.org/scans";
const elsewhere = "https://erp.example.org/elsewhere";

/** The routes of destinations over a real store; `onRead` runs between what a change reads and what it writes. */
async function openDestinations() {
  const dataDir = await mkdtemp(join(tmpdir(), "scanhook-destinations-"));
  const store = await openStore(dataDir);
  const sealing = createSealing({ dataDir });
  let onRead: () => Promise<unknown> = async () => {};
  const read: Store["destinationWithSecrets"] = async (id) => {
    const seen = await store.destinationWithSecrets(id);
    await onRead();
    return seen;
  };
  const app = Fastify();
  serveDestinations(
    app as unknown as App,
    {
      store: new Proxy(store, {
        get: (of, name) => (name === "destinationWithSecrets" ? read : of[name as keyof Store]),
      }),
      sealing,
      configFile: { keeps: () => false } as unknown as PassingOn["configFile"],
      circuit: () => ({ circuit: "closed" }),
    } as unknown as PassingOn,
  );
  onTestFinished(async () => {
    await app.close();
    await store.close();
    await rm(dataDir, { recursive: true });
  });
  const patch = async (payload: object) => {
    const answer = await app.inject({ method: "PATCH", url: "/api/destinations/erp", payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const payload = {
    name: "erp",
    kind: "http",
    settings: { url, auth: "bearer" },
    secrets: { token: "first" },
  };
  await app.inject({ method: "POST", url: "/api/destinations", payload });
  const [erp] = (await store.routing()).destinations;
  return {
    patch,
    /** Once, after the next change has read what is there. */
    beforeWriting(work: () => Promise<unknown>) {
      onRead = async () => {
        onRead = async () => {};
        await work();
      };
    },
    async saved() {
      const { destination, sealed } = (await store.destinationWithSecrets(erp!.id))!;
      const opened = await sealing.open("erp", sealed);
      return { ...destination, opened: opened.ok && opened.secrets };
    },
  };
}

test("of two changes of where a destination is and of its secret the one that comes too late is refused", async () => {
  const { patch, beforeWriting, saved } = await openDestinations();
  beforeWriting(async () => {
    const moved = await patch({ settings: { url: elsewhere, auth: "bearer" } });
    expect(moved.status).toBe(200);
  });
  const late = await patch({ title: "ERP", secrets: { token: "second" } });
  expect(late).toEqual({
    status: 409,
    body: {
      error: {
        code: "destination-overtaken",
        message: expect.stringMatching(/^The destination was changed .+ nothing was saved; .+\.$/),
      },
    },
  });
  const after = await saved();
  expect(after).toMatchObject({ settings: { url: elsewhere }, opened: { token: "first" } });
  expect(after).not.toHaveProperty("title");
  expect((await patch({ secrets: { token: "second" } })).status).toBe(200);
  expect(await saved()).toMatchObject({
    settings: { url: elsewhere },
    opened: { token: "second" },
  });
});

test("changes of other fields at the same time are all there in the end", async () => {
  const { patch, beforeWriting, saved } = await openDestinations();
  beforeWriting(async () => {
    for (const one of [{ title: "ERP" }, { state: "held" }, { concurrency: 7 }]) {
      expect((await patch(one)).status).toBe(200);
    }
  });
  const moved = await patch({ settings: { url: elsewhere, auth: "bearer" }, ordered: true });
  expect(moved.status).toBe(200);
  expect(await saved()).toMatchObject({
    title: "ERP",
    state: "held",
    concurrency: 7,
    ordered: true,
    settings: { url: elsewhere },
    opened: { token: "first" },
  });
});
