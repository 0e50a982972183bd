import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSettings, startHub } from "@scanhook/hub";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findMemory } from "../../../../../scripts/testing/memory-folder.ts";
import { runScanhook } from "../../testing/command-line.ts";

let data: string;
let file: string;
let url: string;
let close: () => Promise<void>;
let env: Record<string, string>;

beforeAll(async () => {
  data = await mkdtemp(join(findMemory(), "scanhook-config-command-"));
  file = join(data, "new.yaml");
  const args = ["--data", data, "--http-port", "0", "--tls", "off", "--host", "127.0.0.1"];
  const parsed = parseSettings({ args: [...args, "--log-level", "silent"], env: {} });
  if (!parsed.ok) throw new Error(parsed.reason);
  const hub = await startHub(parsed.settings);
  close = () => hub.close();
  url = `http://127.0.0.1:${hub.httpPort}`;
  env = { SCANHOOK_TOKEN: await addToken("all") };
  const erp = {
    name: "erp",
    kind: "http",
    settings: {
      url: "https://erp.example.org/?api_key=x",
      auth: "bearer",
      headers: { "X-Auth-Token": "plain" },
    },
    secrets: { token: "a-secret-token" },
  };
  await call("POST", "/api/destinations", erp);
  await call("PATCH", "/api/destinations/erp", { state: "held" });
  await call("POST", "/api/routes", { name: "all", destination: "erp" });
  env = { SCANHOOK_TOKEN: await addToken("manage") };
  await writeFile(join(data, "scanhook.yaml"), "log-level: warn\n");
});
afterAll(async () => {
  await close();
  await rm(data, { recursive: true, force: true });
});

/** Returns a new token of the owner with a scope. */
async function addToken(scope: string): Promise<string> {
  const args = ["token", "add", scope, "--scope", scope, "--data", data, "--json"];
  const { stdout } = await runScanhook(args);
  return JSON.parse(stdout).token;
}

async function call(method: string, path: string, body: object): Promise<void> {
  const headers = {
    authorization: `Bearer ${env.SCANHOOK_TOKEN}`,
    "content-type": "application/json",
  };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
}

const ofStore = () => ["--data", data];
const ofHub = () => ["--hub", url];
const runConfig = (...args: string[]) => runScanhook(["config", ...args], { env });

test("export writes the same file from the store and from the hub, and what to know to stderr", async () => {
  const fromStore = await runConfig("export", ...ofStore());
  expect(fromStore).toMatchObject({ code: 0 });
  expect(fromStore.stdout).toContain("log-level: warn\ninboxes:\n  scans:\n    title: Scans\n");
  expect(fromStore.stdout).toContain("\n#   ERP_TOKEN  destination erp: token\n");
  expect(fromStore.stdout).not.toContain("a-secret-token");
  expect(fromStore.stderr.split("\n")).toEqual([
    "The destination erp is held now; a file always switches on what it adds.",
    expect.stringMatching(/^The header "X-Auth-Token" of the destination erp looks like a secret/),
    expect.stringMatching(/^The parameter "api_key" of the destination erp looks like a secret/),
    "",
  ]);
  await expect.poll(() => runConfig("export", ...ofHub())).toEqual(fromStore);
  const written = await runConfig("export", "--out", file, ...ofHub());
  expect(written).toMatchObject({ code: 0, stdout: "" });
  expect(await readFile(file, "utf8")).toBe(fromStore.stdout);
  const nowhere = await runConfig("export", "--out", join(data, "no", "x.yaml"), ...ofStore());
  expect(nowhere).toMatchObject({ code: 1, stdout: "" });
  expect(nowhere.stderr).toMatch(/x\.yaml cannot be written: its folder does not exist\.\n$/);
});

test("diff of the export exits with 0, of another file with 3, of a wrong one with 1", async () => {
  const { stdout: yaml } = await runConfig("export", ...ofStore());
  await writeFile(file, yaml);
  for (const source of [ofStore(), ofHub()])
    expect(await runConfig("diff", file, ...source)).toEqual({
      code: 0,
      stdout: `${file} changes nothing.
Would be kept in the file from then on, as it is: inbox scans, destination erp, route all.
`,
      stderr: "The secrets of these variables of the hub are not compared: ERP_TOKEN.\n",
    });

  await writeFile(
    file,
    `http-port: 9000
inboxes: { dock: { title: "Goods in", keepDays: 90 } }
destinations: { erp: { kind: http, settings: { url: "https://erp.example.org/" } } }
routes: { dock: { inbox: dock, destination: erp, on: false } }
`,
  );
  const changed = {
    code: 3,
    stdout: `Would be added:
  inbox dock
    title: Goods in
    keepDays: 90
  route dock
    inbox: dock
    destination: erp
    on: false

Would be changed:
  settings of the hub
    log-level: warn → –
    http-port: – → 9000
  destination erp
    settings.url: https://erp.example.org/?api_key=x → https://erp.example.org/
    settings.headers.X-Auth-Token: plain → –
    settings.auth: bearer → –
    secrets.token: removed

Not in the file, so left alone: inbox scans, route all.
`,
    stderr: "Changed settings of the hub take effect at its next start.\n",
  };
  for (const source of [ofStore(), ofHub()])
    expect(await runConfig("diff", file, ...source)).toEqual(changed);
  const { code, stdout } = await runConfig("diff", file, "--json", ...ofHub());
  expect(code).toBe(3);
  expect(JSON.parse(stdout).changes).toHaveLength(4);

  await writeFile(file, "routes: { dock: { destination: nowhere } }\nhttp-prt: 1\n");
  for (const source of [ofStore(), ofHub()]) {
    const wrong = await runConfig("diff", file, ...source);
    expect(wrong).toMatchObject({ code: 1, stdout: "" });
    expect(wrong.stderr.split("\n")).toEqual([
      `There is no "http-prt" in ${file}; the nearest name is "http-port".`,
      expect.stringContaining(`routes.dock.destination in ${file}: `),
      "",
    ]);
  }
  const missing = await runConfig("diff", join(data, "none.yaml"), ...ofStore());
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("cannot be read") });
});

test("a token with too few rights is told so", async () => {
  const given = { SCANHOOK_TOKEN: await addToken("read") };
  const refused = await runScanhook(["config", "export", ...ofHub()], { env: given });
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toMatch(/^The API token read .* needs manage\.\n$/);
});

test.each([
  [[], "Say what to do: config export or config diff."],
  [["exprt"], 'There is no "config exprt"; did you mean "config export"?'],
  [["diff"], "FILE is missing."],
  [["export", "--hub", "http://localhost:1", "--data", "x"], "Give --hub or --data, not both."],
  [["export", "--ca", "x.pem"], "--ca goes with --hub."],
])("config %j is wrong use", async (args, reason) => {
  const run = await runConfig(...args);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toContain(reason);
});
