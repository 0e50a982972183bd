import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSealing, type Sealing } from "../secrets/sealing.ts";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { type ConfigFile, type FileStatus, openConfigFile } from "./open.ts";

let data: string;
let path: string;
let store: Store;
let sealing: Sealing;
const logged: string[] = [];
const opened: ConfigFile[] = [];

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-config-"));
  path = join(data, "scanhook.yaml");
  store = await openStore(data);
  sealing = createSealing({ dataDir: data });
  logged.length = 0;
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  await store.close();
  await rm(data, { recursive: true, force: true });
});

const note = (fields: object, message: string) => {
  logged.push(`${message} ${JSON.stringify(fields)}`);
};

async function open(file = path, env: Record<string, string> = {}): Promise<ConfigFile> {
  const log = { info: note, warn: note };
  const one = await openConfigFile({ path: file, store, sealing, env, log, everyMs: 25 });
  opened.push(one);
  return one;
}

/** The names there are, with their origin. */
async function there() {
  const { destinations, routes } = await store.routing();
  return [...destinations, ...routes].map(({ name, origin }) => `${name} ${origin}`);
}

const until = (file: ConfigFile, status: Partial<FileStatus>) =>
  expect.poll(() => file.status()).toMatchObject(status);

const erp = (more = "") => `destinations:
  erp:
    kind: http
    settings: { url: "https://erp.example.org/", auth: bearer }
    secrets: { token: "\${ERP_TOKEN}" }
${more}`;
const withRoute = erp("routes: { codes: { destination: erp, inbox: scans } }\n");
const env = { ERP_TOKEN: "a-secret-token" };

test("what the file says is in the store when it was opened, once, with its secrets sealed", async () => {
  await writeFile(path, withRoute);
  const file = await open(path, env);
  expect(file.status()).toEqual({
    path,
    state: "applied",
    at: expect.stringMatching(/^\d{4}-/),
    notices: ["The route codes takes the scans of the inbox scans, which is not there."],
  });
  const { destinations, routes } = await store.routing();
  expect(destinations).toMatchObject([{ name: "erp", origin: "file", secrets: ["token"] }]);
  expect(routes).toMatchObject([{ name: "codes", origin: "file", destination: "erp" }]);
  const { sealed } = (await store.destinationWithSecrets(destinations[0]!.id))!;
  expect(JSON.stringify(sealed)).not.toContain("a-secret-token");
  expect(await sealing.open("erp", sealed)).toEqual({
    ok: true,
    secrets: { token: env.ERP_TOKEN },
  });
  expect(file.keeps(destinations[0]!)).toBe(true);
  expect(logged.join("")).not.toContain("a-secret-token");

  // Opened again, and by another node, nothing changes: not even what is sealed.
  const again = await Promise.all([open(path, env), open(path, env)]);
  expect(again.map((one) => one.status().state)).toEqual(["applied", "applied"]);
  expect(await store.routing()).toEqual({ destinations, routes });
  expect((await store.destinationWithSecrets(destinations[0]!.id))!.sealed).toEqual(sealed);
});

test("nodes that apply the same file at once come to the same", async () => {
  await writeFile(path, withRoute);
  const other = await openStore(data);
  const log = { info: note, warn: note };
  const both = await Promise.all([
    openConfigFile({ path, store, sealing, env, log }),
    openConfigFile({ path, store: other, sealing: createSealing({ dataDir: data }), env, log }),
  ]);
  opened.push(...both);
  expect(both.map((one) => one.status().state)).toEqual(["applied", "applied"]);
  expect(await there()).toEqual(["erp file", "codes file"]);
  await Promise.all(both.map((one) => one.close()));
  await other.close();
});

test("a change is applied when the file is written, replaced by another, or emptied first", async () => {
  await writeFile(path, withRoute);
  const file = await open(path, env);
  const before = (await store.routing()).destinations[0]!;
  await writeFile(path, withRoute.replace("auth: bearer", "auth: bearer, method: PUT"));
  await expect
    .poll(async () => (await store.routing()).destinations[0]?.settings)
    .toMatchObject({ method: "PUT" });
  expect((await store.routing()).destinations[0]?.id).toBe(before.id);

  await writeFile(join(data, "draft.yaml"), withRoute.replace("codes:", "tags:"));
  await rename(join(data, "draft.yaml"), path);
  await expect.poll(there).toEqual(["erp file", "tags file"]);

  await writeFile(path, "");
  await writeFile(path, erp());
  await expect.poll(there).toEqual(["erp file"]);
  expect(file.status()).toMatchObject({ state: "applied", notices: [] });
});

test("a file that is wrong leaves everything as it was and says why; put right, it holds again", async () => {
  await writeFile(path, withRoute);
  const file = await open(path, env);
  await writeFile(path, withRoute.replace("kind: http", "kind: htp"));
  await until(file, {
    state: "refused",
    reason: expect.stringMatching(/^destinations\.erp\.kind in .*scanhook\.yaml: .*\.$/),
  });
  expect(await there()).toEqual(["erp file", "codes file"]);
  expect(logged.join("")).toContain("destinations.erp.kind");
  await rm(path);
  await mkdir(path);
  await until(file, { reason: expect.stringMatching(/cannot be read \(EISDIR\)/) });
  expect(file.keeps({ origin: "file" })).toBe(true);
  await rm(path, { recursive: true });
  await writeFile(path, withRoute);
  await until(file, { state: "applied" });
});

test("a file that is gone, or says nothing about it, leaves all to the dashboard", async () => {
  await writeFile(path, withRoute);
  const file = await open(path, env);
  await rm(path);
  await until(file, { state: "none" });
  expect(await there()).toEqual(["erp file", "codes file"]);
  expect(file.keeps({ origin: "file" })).toBe(false);
  await writeFile(path, withRoute);
  await until(file, { state: "applied" });
  await writeFile(path, "http-port: 8080\n");
  await until(file, { state: "none" });
  expect(await there()).toEqual(["erp file", "codes file"]);
});

test("a file in a folder that comes later is found", async () => {
  const later = join(data, "a", "b", "hub.yaml");
  const file = await open(later, env);
  expect(file.status()).toMatchObject({ path: later, state: "none" });
  await mkdir(join(data, "a", "b"), { recursive: true });
  await writeFile(later, erp());
  await until(file, { state: "applied" });
  expect(await there()).toEqual(["erp file"]);
});

test("what the dashboard made under the same name is taken over, its secrets replaced", async () => {
  const seal = await sealing.seal("erp", { token: "older", password: "gone" });
  await store.addDestination({
    name: "erp",
    title: "Old",
    kind: "http",
    settings: { url: "https://old.example.org/" },
    secrets: seal.ok ? seal.sealed : {},
    concurrency: 1,
    ordered: true,
    allowPrivate: true,
    origin: "dashboard",
  });
  await writeFile(path, erp());
  await open(path, env);
  const { destinations } = await store.routing();
  expect(destinations).toMatchObject([
    { origin: "file", secrets: ["token"], concurrency: 4, ordered: false, allowPrivate: false },
  ]);
  expect(destinations[0]).not.toHaveProperty("title");
  const { sealed } = (await store.destinationWithSecrets(destinations[0]!.id))!;
  expect(await sealing.open("erp", sealed)).toEqual({
    ok: true,
    secrets: { token: env.ERP_TOKEN },
  });
});

test("secrets that another key sealed are replaced by those of the file", async () => {
  const other = createSealing({ dataDir: data, secretKey: "quite another passphrase" });
  await writeFile(path, erp());
  const first = await openConfigFile({
    path,
    store,
    sealing: other,
    env,
    log: { info: note, warn: note },
  });
  await first.close();
  await open(path, env);
  const { destinations } = await store.routing();
  const { sealed } = (await store.destinationWithSecrets(destinations[0]!.id))!;
  expect((await sealing.open("erp", sealed)).ok).toBe(true);
});

test("a line that vanishes drops no scan: its destination is held for the dashboard while something waits", async () => {
  await store.addInbox({ name: "scans", open: true });
  await writeFile(path, withRoute);
  const file = await open(path, env);
  const { routes } = await store.routing();
  await store.append({
    inbox: "scans",
    scan: { identifier: "04:A2", date: "2026-05-12T14:23:01Z", content: "x" },
    body: "{}",
    receivedAt: new Date(),
    deliveries: [{ route: routes[0]!.id, state: "pending" }],
  });
  await writeFile(path, "destinations: {}\n");
  await until(file, {
    state: "applied",
    notices: [
      expect.stringMatching(/^The destination erp is gone .* 1 delivery waits for it: .*\.$/),
    ],
  });
  const { destinations } = await store.routing();
  expect(destinations).toMatchObject([
    { name: "erp", origin: "dashboard", state: "held", notice: file.status().notices[0] },
  ]);
  expect(await store.deliveryCounts()).toMatchObject([{ pending: 1, dropped: 0 }]);

  // Back in the file it goes on, unless a person paused it before it vanished.
  const erpNow = async () => (await store.routing()).destinations[0];
  for (const state of ["on", "held"] as const) {
    await writeFile(path, withRoute);
    await expect.poll(erpNow).toMatchObject({ origin: "file", state: "on" });
    expect(await erpNow()).not.toHaveProperty("notice");
    await store.changeDestination("erp", { state });
    await writeFile(path, "destinations: {}\n");
    await expect.poll(erpNow).toMatchObject({ origin: "dashboard", state: "held" });
  }
  expect(await erpNow()).not.toHaveProperty("notice");
  await writeFile(path, withRoute);
  await expect.poll(erpNow).toMatchObject({ origin: "file", state: "held" });

  // Nothing waits any more: what goes from the file goes.
  await store.drop({ destination: "erp" });
  await writeFile(path, erp());
  await expect.poll(there).toEqual(["erp file"]);
  await writeFile(path, "destinations: {}\n");
  await expect.poll(there).toEqual([]);
});

test("without the key of the secrets nothing is applied, and the reason says so", async () => {
  await writeFile(path, withRoute);
  sealing = createSealing({ dataDir: data, secretKeyFile: join(data, "nowhere.key") });
  const file = await open(path, env);
  expect(file.status()).toMatchObject({
    state: "refused",
    reason: expect.stringMatching(/nowhere\.key must hold the key/),
  });
  expect(await there()).toEqual([]);
});
