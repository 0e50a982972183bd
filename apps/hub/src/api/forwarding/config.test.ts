import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../testing/api-description.ts";

let hub: TestHub;
let filePath: string;
let call: DescribedApi["call"];

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  filePath = join(hub.settings.data, "scanhook.yaml");
  call = (await createDescribedApi(await asOwner(hub))).call;
});
afterAll(() => hub[Symbol.asyncDispose]());

type Config = { file: { path: string; state: string; reason?: string }; yaml: string };
const fetchConfig = async () => (await call<Config>("GET", "/api/config")).body;

test("without a file, the API returns where the hub looks for one, and the definitions as YAML", async () => {
  const erp = { name: "erp", kind: "http", settings: { url: "https://erp.example.org/" } };
  await call("POST", "/api/destinations", { body: erp });
  await call("POST", "/api/routes", { body: { name: "all", destination: "erp" } });
  expect(await fetchConfig()).toMatchObject({
    file: { path: filePath, state: "none", notices: [] },
  });
  const { yaml } = await fetchConfig();
  expect(yaml.slice(yaml.indexOf("inboxes:"))).toBe(`inboxes:
  scans:
    title: Scans
destinations:
  erp:
    kind: http
    settings:
      url: https://erp.example.org/
routes:
  all:
    destination: erp
`);
});

test("exported definitions work as the file, and the API then changes only the state of destinations", async () => {
  await writeFile(filePath, (await fetchConfig()).yaml);
  await expect.poll(async () => (await fetchConfig()).file.state).toBe("applied");
  for (const name of ["destinations/erp", "routes/all"]) {
    const file = await call("GET", `/api/${name}`);
    expect(file.body).toMatchObject({ origin: "file" });
    for (const [method, body] of [["PATCH", { title: "x" }], ["DELETE"]] as const) {
      const refused = await call(method, `/api/${name}`, { ...(body && { body }) });
      expect(refused).toMatchObject({ status: 409, body: { error: { code: "kept-in-file" } } });
    }
  }
  const held = await call("PATCH", "/api/destinations/erp", { body: { state: "held" } });
  expect(held).toMatchObject({ status: 200, body: { state: "held", origin: "file" } });
});

test("an invalid file is reported, and a removed file leaves its definitions to the API", async () => {
  await writeFile(filePath, "destinations: { erp: { kind: htp } }\n");
  await expect.poll(async () => (await fetchConfig()).file.state).toBe("refused");
  expect((await fetchConfig()).file.reason).toMatch(/^destinations\.erp\.kind in .*\.$/);
  await rm(filePath);
  await expect.poll(async () => (await fetchConfig()).file.state).toBe("none");
  const changed = await call("PATCH", "/api/destinations/erp", { body: { title: "ERP" } });
  expect(changed).toMatchObject({ status: 200, body: { origin: "dashboard", title: "ERP" } });
  expect((await call("DELETE", "/api/routes/all")).status).toBe(204);
});

test("a register of the file is changed only there, and its guests here", async () => {
  for (const name of ["door", "side"])
    await call("POST", "/api/inboxes", { body: { name, open: true } });
  await writeFile(
    filePath,
    "registers: { gala: { kind: check-in, rules: { capacity: 2 }, bindings: [{ inbox: door }] } }\n",
  );
  const gala = "/api/registers/gala";
  const readGala = async () => (await call<{ origin?: string }>("GET", gala)).body;
  await expect.poll(async () => (await readGala()).origin).toBe("file");
  const listed = await call("GET", "/api/registers");
  expect(listed.body).toMatchObject({ registers: [{ name: "gala", origin: "file" }] });
  expect((await fetchConfig()).yaml).toContain("registers:\n  gala:\n");
  const ball = { name: "ball", kind: "check-in", origin: "file" };
  expect((await call("POST", "/api/registers", { body: ball })).body).toMatchObject({
    origin: "dashboard",
  });
  for (const [method, path, body] of [
    ["PATCH", gala, { title: "x" }],
    ["DELETE", gala],
    ["PUT", "/api/inboxes/side/register", { register: "gala" }],
    ["PUT", "/api/inboxes/door/register", { register: "ball" }],
    ["DELETE", "/api/inboxes/door/register"],
  ] as const) {
    const refused = await call(method, path, { ...(body && { body }) });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: "kept-in-file" } } });
  }
  expect(await readGala()).toMatchObject({ rules: { capacity: 2 }, bindings: [{ inbox: "door" }] });
  const list = { text: "ticket,name\nT-1,Ada Lovelace\n", key: "ticket", label: "name" };
  expect((await call("POST", `${gala}/import`, { body: list })).status).toBe(200);
  expect((await call("POST", `${gala}/empty`)).body).toEqual({ deleted: 1 });

  await rm(filePath);
  await expect.poll(async () => (await readGala()).origin).toBe("dashboard");
  const changed = await call("PATCH", gala, { body: { title: "Gala" } });
  expect(changed).toMatchObject({ status: 200, body: { origin: "dashboard", title: "Gala" } });
  expect((await call("DELETE", gala)).status).toBe(204);
});
