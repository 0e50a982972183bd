import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openUpdatedStore } from "@scanhook/hub";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runScanhook } from "../testing/command-line.ts";

let data: string;
let emptyData: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-routes-"));
  emptyData = await mkdtemp(join(tmpdir(), "scanhook-routes-"));
  const store = await openUpdatedStore({ dataDir: data });
  await store.addInbox({ name: "door", open: true });
  for (const name of ["erp", "log"]) {
    await store.addDestination({
      name,
      ...(name === "erp" && { title: "ERP \u001b[31m" }),
      kind: "http",
      settings: { url: `https://${name}.example.org/`, auth: "bearer" },
      secrets: { token: "sealed" },
      concurrency: 4,
      ordered: false,
      allowPrivate: false,
      origin: "dashboard",
    });
  }
  const routeDefaults = { filter: {}, shape: { format: "scan" }, origin: "dashboard" } as const;
  await store.addRoute({
    ...routeDefaults,
    name: "a",
    inbox: "door",
    destination: "erp",
    mode: "through",
    on: true,
  });
  await store.addRoute({
    ...routeDefaults,
    name: "b",
    destination: "log",
    filter: { source: "nfc", structured: { material: "PLA*" } },
    mode: "stored",
    on: false,
  });
  await store.addRoute({
    ...routeDefaults,
    name: "c",
    destination: "log",
    mode: "stored",
    expiresMs: 30_000,
    oncePerMs: 300_000,
    on: true,
  });
  await store.changeDestination("erp", { state: "held", notice: "It answered 410." });
  const { routes } = await store.routing();
  const routeId = routes.find(({ name }) => name === "a")!.id;
  for (const state of ["pending", "dropped", "pending"] as const) {
    await store.append({
      inbox: "door",
      scan: { identifier: crypto.randomUUID(), date: "2026-05-12T14:23:01Z", content: "x" },
      body: "{}",
      receivedAt: new Date(),
      deliveries: [{ route: routeId, state }],
    });
  }
  const light = routes.find(({ name }) => name === "c")!.id;
  for (const identifier of ["1", "2"])
    await store.append({
      inbox: "door",
      scan: { identifier, date: "2026-05-12T14:23:01Z", content: "on" },
      body: "{}",
      receivedAt: new Date(),
      deliveries: [{ route: light, state: "pending" }],
    });
  await store.close();
  await (await openUpdatedStore({ dataDir: emptyData })).close();
});
afterAll(async () => {
  await rm(data, { recursive: true, force: true });
  await rm(emptyData, { recursive: true, force: true });
});

test("routes lists the destinations with the counts of their deliveries and the routes, without secrets, as text and as JSON", async () => {
  const run = await runScanhook(["routes", "--data", data]);
  expect(run).toEqual({
    code: 0,
    stderr: "",
    stdout: `DESTINATION  KIND  STATE  DELIVERED  PENDING  DEAD  DROPPED         TITLE
erp          http  held   0          2        0     1               ERP \\u001b[31m
log          http  on     0          1        0     1 (1 repeated)

ROUTE  FROM         ONLY                                  TO   MODE                                        TITLE
a      door                                               erp  through
b      every inbox  source nfc, structured.material PLA*  log  off
c      every inbox                                        log  stored, expires after 30 s, once per 5 min

erp: It answered 410.
`,
  });
  const json = JSON.parse((await runScanhook(["routes", "--json", "--data", data])).stdout);
  expect(json).toMatchObject({
    destinations: [
      { name: "erp", secrets: ["token"], counts: { accepted: 3, pending: 2, dropped: 1 } },
      { name: "log", counts: { accepted: 2, repeated: 1 } },
    ],
    routes: [{ name: "a" }, { name: "b", on: false }, { name: "c", expires: 30, oncePer: 300 }],
  });
  expect(JSON.stringify(json)).not.toContain("sealed");
});

test("routes reports that a hub without routes forwards no scan", async () => {
  expect(await runScanhook(["routes", "--data", emptyData])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^No scan is forwarded yet; .*\.\n$/),
  });
});

test("routes check accepts the file of routes --export once the variables of its secrets are set", async () => {
  const run = await runScanhook(["routes", "--export", "--data", data]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toMatch(/^destinations:\n {2}erp:\n {4}title: /);
  expect(run.stdout).not.toContain("sealed");
  const file = join(emptyData, "exported.yaml");
  await writeFile(file, run.stdout);
  const env = { ERP_TOKEN: "a-token", LOG_TOKEN: "another" };
  expect(await runScanhook(["routes", "check", file], { env })).toEqual({
    code: 0,
    stderr: "",
    stdout: `${file} is valid: 2 destinations, 3 routes.\n`,
  });
  const unset = (name: string, variable: string) =>
    `destinations.${name}.secrets.token in ${file}: The variable ${variable} is not set. Set it for the hub, or write the secret here.\n`;
  expect(await runScanhook(["routes", "check", file])).toEqual({
    code: 1,
    stdout: "",
    stderr: unset("erp", "ERP_TOKEN") + unset("log", "LOG_TOKEN"),
  });
});

test("routes check names each mistake once, in a line of its own, and knows the destinations in --data", async () => {
  const file = join(emptyData, "wrong.yaml");
  const check = async (text: string, ...options: string[]) => {
    await writeFile(file, text);
    return runScanhook(["routes", "check", file, ...options]);
  };
  expect(await check("http-prot: 1\n")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no "http-prot" in .*wrong\.yaml; .*\.\n$/),
  });
  expect(await check("http-port: x\nroutes: { r: { destination: nowhere } }\n")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^"http-port" in .*\.\nroutes\.r\.destination in .*\.\n$/),
  });
  const routeToErp = "routes: { r: { destination: erp } }\n";
  expect(await check(routeToErp)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^routes\.r\.destination in .*wrong\.yaml: .*\.\n$/),
  });
  expect(await check(routeToErp, "--data", data)).toMatchObject({
    code: 0,
    stdout: `${file} is valid: 0 destinations, 1 route.\n`,
  });
  const routeFromNowhere = "routes: { r: { inbox: gate, destination: erp } }\n";
  expect(await check(routeFromNowhere, "--data", data)).toEqual({
    code: 0,
    stdout: `${file} is valid: 0 destinations, 1 route.\n`,
    stderr: "The route r takes the scans of the inbox gate, which does not exist.\n",
  });
  await writeFile(file, "# one\ntitle: grün\n", "latin1");
  expect(await runScanhook(["routes", "check", file])).toEqual({
    code: 1,
    stdout: "",
    stderr: `Line 2 of ${file} is not UTF-8; save the file as UTF-8.\n`,
  });
  expect(await check("a: b: c")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is not YAML \(.*\); correct it\.\n$/),
  });
  const missingFile = await runScanhook(["routes", "check", join(emptyData, "nowhere.yaml")]);
  expect(missingFile).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/nowhere\.yaml cannot be read: there is no such file\.\n$/),
  });
});

test.each([
  [["chek", "x"], 'did you mean "routes check"?'],
  [["list"], "it is routes or routes check"],
  [["check"], "FILE is missing"],
  [["--export", "--json"], "leave one out"],
  [["--exprot"], "There is no option --exprot"],
])("routes %j is wrong use", async (args, sentence) => {
  const run = await runScanhook(["routes", ...args], { env: { SCANHOOK_DATA: data } });
  expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(sentence) });
  expect(run.stderr).toContain("Usage: scanhook routes");
});
