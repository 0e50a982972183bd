import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { createSealing, type Sealing } from "../secrets/sealing.ts";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { type ConfigFile, type FileStatus, openConfigFile } from "./open.ts";

let dataDir: string;
let path: string;
let store: Store;
let sealing: Sealing;
const logged: string[] = [];
const opened: ConfigFile[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(findMemory(), "scanhook-config-"));
  path = join(dataDir, "scanhook.yaml");
  store = await openStore(dataDir);
  sealing = createSealing({ dataDir });
  logged.length = 0;
});
afterEach(async () => {
  for (const file of opened.splice(0)) await file.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const recordLog = (fields: object, message: string) => {
  logged.push(`${message} ${JSON.stringify(fields)}`);
};

async function openTestFile(
  filePath = path,
  env: Record<string, string> = {},
): Promise<ConfigFile> {
  const log = { info: recordLog, warn: recordLog };
  const file = await openConfigFile({ path: filePath, store, sealing, env, log, intervalMs: 25 });
  opened.push(file);
  return file;
}

/** Lists the names of destinations and routes with their origin. */
async function listNames() {
  const { destinations, routes } = await store.routing();
  return [...destinations, ...routes].map(({ name, origin }) => `${name} ${origin}`);
}

const waitForStatus = (file: ConfigFile, status: Partial<FileStatus>) =>
  expect.poll(() => file.status()).toMatchObject(status);

const formatErpYaml = (routes = "") => `destinations:
  erp:
    kind: http
    settings: { url: "https://erp.example.org/", auth: bearer }
    secrets: { token: "\${ERP_TOKEN}" }
${routes}`;
const withRoute = formatErpYaml("routes: { codes: { destination: erp, inbox: scans } }\n");
const env = { ERP_TOKEN: "a-secret-token" };

test("the store holds the definitions of the file once it is open, with sealed secrets", async () => {
  await writeFile(path, withRoute);
  const file = await openTestFile(path, env);
  expect(file.status()).toEqual({
    path,
    state: "applied",
    at: expect.stringMatching(/^\d{4}-/),
    notices: ["The route codes takes the scans of the inbox scans, which does not exist."],
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

  // Opening the file again, here or on another node, changes nothing, not even the sealed secrets.
  const reopened = await Promise.all([openTestFile(path, env), openTestFile(path, env)]);
  expect(reopened.map((file) => file.status().state)).toEqual(["applied", "applied"]);
  expect(await store.routing()).toEqual({ destinations, routes });
  expect((await store.destinationWithSecrets(destinations[0]!.id))!.sealed).toEqual(sealed);
});

test("nodes that apply the same file at the same time get the same result", async () => {
  await writeFile(path, withRoute);
  const otherStore = await openStore(dataDir);
  const log = { info: recordLog, warn: recordLog };
  const files = await Promise.all([
    openConfigFile({ path, store, sealing, env, log }),
    openConfigFile({ path, store: otherStore, sealing: createSealing({ dataDir }), env, log }),
  ]);
  opened.push(...files);
  expect(files.map((file) => file.status().state)).toEqual(["applied", "applied"]);
  expect(await listNames()).toEqual(["erp file", "codes file"]);
  await Promise.all(files.map((file) => file.close()));
  await otherStore.close();
});

test("a change is applied whether the file is written, replaced, or emptied first", async () => {
  await writeFile(path, withRoute);
  const file = await openTestFile(path, env);
  const before = (await store.routing()).destinations[0]!;
  await writeFile(path, withRoute.replace("auth: bearer", "auth: bearer, method: PUT"));
  await expect
    .poll(async () => (await store.routing()).destinations[0]?.settings)
    .toMatchObject({ method: "PUT" });
  expect((await store.routing()).destinations[0]?.id).toBe(before.id);

  await writeFile(join(dataDir, "draft.yaml"), withRoute.replace("codes:", "tags:"));
  await rename(join(dataDir, "draft.yaml"), path);
  await expect.poll(listNames).toEqual(["erp file", "tags file"]);

  await writeFile(path, "");
  await writeFile(path, formatErpYaml());
  await expect.poll(listNames).toEqual(["erp file"]);
  // The status follows the store, and until then it may be that of the emptied file.
  await waitForStatus(file, { state: "applied", notices: [] });
});

test("an invalid file changes nothing and says why, and applies again once it is corrected", async () => {
  await writeFile(path, withRoute);
  const file = await openTestFile(path, env);
  await writeFile(path, withRoute.replace("kind: http", "kind: htp"));
  await waitForStatus(file, {
    state: "refused",
    reason: expect.stringMatching(/^destinations\.erp\.kind in .*scanhook\.yaml: .*\.$/),
  });
  expect(await listNames()).toEqual(["erp file", "codes file"]);
  expect(logged.join("")).toContain("destinations.erp.kind");
  await writeFile(path, `# grün\n${withRoute}`, "latin1");
  const notUtf8 = `Line 1 of ${path} is not UTF-8; save the file as UTF-8.`;
  await waitForStatus(file, { state: "refused", reason: notUtf8 });
  await rm(path);
  await mkdir(path);
  await waitForStatus(file, { reason: expect.stringMatching(/cannot be read \(EISDIR\)/) });
  expect(file.keeps({ origin: "file" })).toBe(true);
  await rm(path, { recursive: true });
  await writeFile(path, withRoute);
  await waitForStatus(file, { state: "applied" });
});

test("a file that is missing, or has no definitions, leaves everything to the dashboard", async () => {
  await writeFile(path, withRoute);
  const file = await openTestFile(path, env);
  await rm(path);
  await waitForStatus(file, { state: "none" });
  expect(await listNames()).toEqual(["erp file", "codes file"]);
  expect(file.keeps({ origin: "file" })).toBe(false);
  await writeFile(path, withRoute);
  await waitForStatus(file, { state: "applied" });
  await writeFile(path, "http-port: 8080\n");
  await waitForStatus(file, { state: "none" });
  expect(await listNames()).toEqual(["erp file", "codes file"]);
});

test("a file in a folder that is created later is found", async () => {
  const laterPath = join(dataDir, "a", "b", "hub.yaml");
  const file = await openTestFile(laterPath, env);
  expect(file.status()).toMatchObject({ path: laterPath, state: "none" });
  await mkdir(join(dataDir, "a", "b"), { recursive: true });
  await writeFile(laterPath, formatErpYaml());
  await waitForStatus(file, { state: "applied" });
  expect(await listNames()).toEqual(["erp file"]);
});

test("the file takes over what the dashboard created under the same name, and replaces its secrets", async () => {
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
  await writeFile(path, formatErpYaml());
  await openTestFile(path, env);
  const { destinations } = await store.routing();
  expect(destinations).toMatchObject([
    { origin: "file", secrets: ["token"], concurrency: 4, ordered: false, allowPrivate: false },
  ]);
  expect(destinations[0]!.title).toBeUndefined();
  const { sealed } = (await store.destinationWithSecrets(destinations[0]!.id))!;
  expect(await sealing.open("erp", sealed)).toEqual({
    ok: true,
    secrets: { token: env.ERP_TOKEN },
  });
});

test("the secrets of the file replace those that were sealed with another key", async () => {
  const otherSealing = createSealing({ dataDir, secretKey: "quite another passphrase" });
  await writeFile(path, formatErpYaml());
  const first = await openConfigFile({
    path,
    store,
    sealing: otherSealing,
    env,
    log: { info: recordLog, warn: recordLog },
  });
  await first.close();
  await openTestFile(path, env);
  const { destinations } = await store.routing();
  const { sealed } = (await store.destinationWithSecrets(destinations[0]!.id))!;
  expect((await sealing.open("erp", sealed)).ok).toBe(true);
});

test("a destination that vanishes from the file while deliveries wait is held and handed to the dashboard", async () => {
  await store.addInbox({ name: "scans", open: true });
  await writeFile(path, withRoute);
  const file = await openTestFile(path, env);
  const { routes } = await store.routing();
  await store.append({
    inbox: "scans",
    scan: { identifier: "04:A2", date: "2026-05-12T14:23:01Z", content: "x" },
    body: "{}",
    receivedAt: new Date(),
    deliveries: [{ route: routes[0]!.id, state: "pending" }],
  });
  await writeFile(path, "destinations: {}\n");
  await waitForStatus(file, {
    state: "applied",
    notices: [
      expect.stringMatching(/^The destination erp is gone .* 1 delivery waits for it, .*\.$/),
    ],
  });
  const { destinations } = await store.routing();
  expect(destinations).toMatchObject([
    { name: "erp", origin: "dashboard", state: "held", notice: file.status().notices[0] },
  ]);
  expect(await store.deliveryCounts()).toMatchObject([{ pending: 1, dropped: 0 }]);

  // A destination that is back in the file continues, unless a person paused it before it vanished.
  const readErp = async () => (await store.routing()).destinations[0];
  for (const state of ["on", "held"] as const) {
    await writeFile(path, withRoute);
    await expect.poll(readErp).toMatchObject({ origin: "file", state: "on" });
    expect((await readErp())!.notice).toBeUndefined();
    await store.changeDestination("erp", { state });
    await writeFile(path, "destinations: {}\n");
    await expect.poll(readErp).toMatchObject({ origin: "dashboard", state: "held" });
  }
  expect((await readErp())!.notice).toBeUndefined();
  await writeFile(path, withRoute);
  await expect.poll(readErp).toMatchObject({ origin: "file", state: "held" });

  // Once nothing waits, a destination that vanishes from the file is removed.
  await store.drop({ destination: "erp" });
  await writeFile(path, formatErpYaml());
  await expect.poll(listNames).toEqual(["erp file"]);
  await writeFile(path, "destinations: {}\n");
  await expect.poll(listNames).toEqual([]);
});

test("nothing is applied without the key of the secrets, and the reason says so", async () => {
  await writeFile(path, withRoute);
  sealing = createSealing({ dataDir, secretKeyFile: join(dataDir, "nowhere.key") });
  const file = await openTestFile(path, env);
  expect(file.status()).toMatchObject({
    state: "refused",
    reason: expect.stringMatching(/nowhere\.key must hold the key/),
  });
  expect(await listNames()).toEqual([]);
});
