import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { findMemory } from "../../../../../scripts/testing/memory-folder.ts";
import type { App } from "../../http/app.ts";
import { createSealing } from "../../secrets/sealing.ts";
import { openStore } from "../../store/sqlite/open.ts";
import type { Store } from "../../store/store.ts";
import { serveDestinations } from "./destinations.ts";

const url = "https://erp.example.org/scans";
const otherUrl = "https://erp.example.org/elsewhere";

/**
 * Serves the endpoints of destinations on a real store. A test can run code between the read and
 * the write of a change.
 */
async function setUpDestinations() {
  const dataDir = await mkdtemp(join(findMemory(), "scanhook-destinations-"));
  const store = await openStore(dataDir);
  const sealing = createSealing({ dataDir });
  let onRead: () => Promise<unknown> = async () => {};
  const readThenRun: Store["destinationWithSecrets"] = async (id) => {
    const record = await store.destinationWithSecrets(id);
    await onRead();
    return record;
  };
  const person = await store.firstOwner();
  const app = Fastify();
  app.decorateRequest("caller", undefined);
  app.addHook("onRequest", async (request) => {
    request.caller = { person, via: "session" };
  });
  serveDestinations(app as unknown as App, {
    store: new Proxy(store, {
      get: (target, name) =>
        name === "destinationWithSecrets" ? readThenRun : target[name as keyof Store],
    }),
    sealing,
    configFile: { keeps: () => false },
    forwarder: { circuit: () => ({ state: "closed" }) },
  });
  onTestFinished(async () => {
    await app.close();
    await store.close();
    await rm(dataDir, { recursive: true });
  });
  const patch = async (payload: object) => {
    const response = await app.inject({ method: "PATCH", url: "/api/destinations/erp", payload });
    return { status: response.statusCode, body: response.json() };
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
    /** Runs once, after the next change has read the destination. */
    beforeWriting(work: () => Promise<unknown>) {
      onRead = async () => {
        onRead = async () => {};
        await work();
      };
    },
    async readSaved() {
      const { destination, sealed } = (await store.destinationWithSecrets(erp!.id))!;
      const unsealed = await sealing.open("erp", sealed);
      return { ...destination, secretValues: unsealed.ok && unsealed.secrets };
    },
  };
}

test("the later of two concurrent changes to an address and its secret is refused", async () => {
  const { patch, beforeWriting, readSaved } = await setUpDestinations();
  beforeWriting(async () => {
    const moved = await patch({ settings: { url: otherUrl, auth: "bearer" } });
    expect(moved.status).toBe(200);
  });
  const secondResponse = await patch({ title: "ERP", secrets: { token: "second" } });
  expect(secondResponse).toMatchObject({
    status: 409,
    body: {
      error: {
        code: "destination-overtaken",
        message: expect.stringMatching(
          /^Somebody else changed the destination .+ nothing was saved; .+\.$/,
        ),
      },
    },
  });
  const destination = await readSaved();
  expect(destination).toMatchObject({
    settings: { url: otherUrl },
    secretValues: { token: "first" },
  });
  expect(destination.title).toBeUndefined();
  expect((await patch({ secrets: { token: "second" } })).status).toBe(200);
  expect(await readSaved()).toMatchObject({
    settings: { url: otherUrl },
    secretValues: { token: "second" },
  });
});

test("concurrent changes to other fields are all saved", async () => {
  const { patch, beforeWriting, readSaved } = await setUpDestinations();
  beforeWriting(async () => {
    for (const change of [{ title: "ERP" }, { state: "held" }, { concurrency: 7 }]) {
      expect((await patch(change)).status).toBe(200);
    }
  });
  const moved = await patch({ settings: { url: otherUrl, auth: "bearer" }, ordered: true });
  expect(moved.status).toBe(200);
  expect(await readSaved()).toMatchObject({
    title: "ERP",
    state: "held",
    concurrency: 7,
    ordered: true,
    settings: { url: otherUrl },
    secretValues: { token: "first" },
  });
});
