import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { invite } from "../testing/people.ts";
import { asOwner, type Call, readJson, startTestHub, type TestHub } from "../testing/test-hub.ts";
import type { Export } from "./export.ts";
import type { Preview } from "./preview.ts";

/** Every secret of the hub contains it. */
const marker = "5ecre7";
const hostile = "- no: [yes] # {{ 'on' }} & *x !y | > %z @ `'\"\\";

const calls: [method: string, path: string, body: object][] = [
  ["POST", "/api/inboxes", { name: "door", title: hostile, open: true, keepDays: 30 }],
  ["POST", "/api/inboxes", { name: "exit", keepScans: 1000, password: `${marker}-exit` }],
  ["POST", "/api/inboxes", { name: "null", audit: true, password: `${marker}-null` }],
  ["PATCH", "/api/inboxes/audit-heads", { keepDays: 400 }],
  [
    "POST",
    "/api/destinations",
    {
      name: "erp",
      title: "yes",
      kind: "http",
      settings: {
        url: "https://erp.example.org/{{ inbox }}?a=b#c",
        headers: { "X-Site": hostile },
        sendsSecretHeader: true,
        secretHeaderName: "X-Access-Token",
        auth: "basic",
        username: "0123",
      },
      secrets: { secretHeader: `${marker}-header`, password: `${marker}-password` },
      concurrency: 2,
      ordered: true,
      allowPrivate: true,
    },
  ],
  [
    "POST",
    "/api/destinations",
    {
      name: "1e3",
      kind: "slack",
      secrets: { url: `https://hooks.slack.com/services/T0/B0/${marker}` },
    },
  ],
  [
    "POST",
    "/api/destinations",
    {
      name: "mails",
      kind: "mail",
      settings: { host: "smtp.example.org", from: "a@example.org", to: ["b@example.org"] },
    },
  ],
  [
    "POST",
    "/api/routes",
    {
      name: "off",
      title: hostile,
      inbox: "door",
      destination: "erp",
      filter: { source: "code", content: "!x | y #", structured: { "a: b": "*c" } },
      shape: { format: "json", template: '{\n  "a": {{ content | json }}\n}\n\n# end  \n' },
      expires: "5 min",
      oncePer: 30,
      on: false,
    },
  ],
  ["POST", "/api/routes", { name: "all", destination: "1e3" }],
  ["POST", "/api/routes", { name: "ask", inbox: "null", destination: "erp", mode: "through" }],
  [
    "POST",
    "/api/registers",
    {
      name: "gala",
      title: hostile,
      kind: "check-in",
      rules: {
        keys: { sun: { cmac: "c" }, ignoreCase: true },
        opens: "2026-12-01T18:00:00+01:00",
        exitAllAt: "04:00",
        groups: ["no", "1"],
        texts: { "checked-in": hostile.replace(/[{}]/g, "") },
      },
      keepDays: 3,
      secrets: { fileKey: "5ec7e75ec7e75ec7e75ec7e75ec7e700" },
    },
  ],
  ["POST", "/api/registers", { name: "buffet", kind: "check-in", entriesFrom: "gala" }],
  [
    "POST",
    "/api/registers",
    {
      name: "tools",
      kind: "loans",
      peopleFrom: "gala",
      rules: { loanFor: "2 weeks", questions: [{ key: "ok", label: "OK?", type: "pass-fail" }] },
    },
  ],
  ["PUT", "/api/inboxes/door/register", { register: "gala", action: "in" }],
  ["PUT", "/api/inboxes/exit/register", { register: "gala", action: "out", answer: "always-2xx" }],
  ["PATCH", "/api/alerts", { destinations: ["mails"], diskGiB: 2.5, backupDays: 0 }],
  ["PATCH", "/api/changes", { keepDays: 730 }],
];

/** The values of the variables that the export names. */
const variables: Record<string, string> = {
  ERP_PASSWORD: `${marker}-password`,
  ERP_SECRET_HEADER: `${marker}-header`,
  _1E3_URL: `https://hooks.slack.com/services/T0/B0/${marker}`,
  GALA_FILE_KEY: "5ec7e75ec7e75ec7e75ec7e75ec7e700",
};

let hub: TestHub;
let owner: Call;
let exported: Export;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(findMemory(), "scanhook-round-trip-"));
  hub = await startTestHub("--tls", "off");
  owner = await asOwner(hub);
  await owner("DELETE", "/api/inboxes/scans");
  for (const [method, path, body] of calls) {
    const response = await owner(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  }
  exported = await fetchExport(owner);
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  for (const name of Object.keys(variables)) delete process.env[name];
});

const fetchExport = async (call: Call) => readJson<Export>(await call("GET", "/api/config"));
const fetchDiff = async (call: Call, yaml: string) => {
  const response = await call("POST", "/api/config/diff", { yaml, name: "new.yaml" });
  expect(response.status, await response.clone().text()).toBe(200);
  return readJson<Preview>(response);
};

test("every kind of configuration makes a fresh hub that exports the same file", async () => {
  const file = join(folder, "exported.yaml");
  await writeFile(file, exported.yaml);
  Object.assign(process.env, variables);
  await using fresh = await startTestHub("--tls", "off", "--config", file);
  const call = await asOwner(fresh);
  const { yaml, file: status } = await readJson<Export & { file: object }>(
    await call("GET", "/api/config"),
  );
  expect(status).toMatchObject({ state: "applied", notices: [] });
  expect(yaml).toBe(exported.yaml);
  for (const kind of ["inboxes", "destinations", "routes", "registers"]) {
    const [before, after] = await Promise.all(
      [owner, call].map(async (each) => readJson<object>(await each("GET", `/api/${kind}`))),
    );
    expect(toComparable(after!)).toEqual(toComparable(before!));
  }
  // The file keeps everything now, so the API refuses what it would change back.
  for (const [method, path, body] of [
    ["PATCH", "/api/inboxes/door", { open: false }],
    ["DELETE", "/api/inboxes/exit"],
    ["PATCH", "/api/changes", { keepDays: null }],
    ["PATCH", "/api/alerts", { backupDays: 7 }],
  ] as const)
    expect((await call(method, path, body)).status, path).toBe(409);
});

/** Leaves out times, ids, users, and who keeps a thing, and sorts lists of things by name. */
function toComparable(value: object): object {
  return JSON.parse(
    JSON.stringify(value, (key, part) => {
      if (/^(origin|createdAt|changedAt|revision|id|credentials)$/.test(key)) return undefined;
      const isList = Array.isArray(part) && part.every((one) => typeof one?.name === "string");
      return isList ? part.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : part;
    }),
  );
}

test("the export names the variables of its secrets, and has no secret, no default and no time", () => {
  expect(exported.yaml).toContain("\n#   GALA_FILE_KEY");
  for (const name of Object.keys(variables)) expect(exported.yaml).toContain(`\${${name}}`);
  expect(exported.yaml).not.toContain(marker);
  expect(exported.yaml).not.toContain("5ec7e7");
  expect(exported.yaml).not.toMatch(/concurrency: 4|open: false|: negotiated|createdAt/);
  expect(exported.notices).toEqual([]);
});

test("the export makes no difference to the hub that it is of, and takes over what it has", async () => {
  const diff = await fetchDiff(owner, exported.yaml);
  expect(diff).toMatchObject({ mistakes: [], changes: [], leftAlone: [], notices: [] });
  expect(diff.takenOver.length).toBeGreaterThan(9);
  expect(diff.variables.toSorted()).toEqual(Object.keys(variables).toSorted());
});

test("what a diff says is what applying the file changes, field by field", async () => {
  const file = join(folder, "changed.yaml");
  await writeFile(file, exported.yaml);
  Object.assign(process.env, variables);
  await using other = await startTestHub("--tls", "off", "--config", file);
  const call = await asOwner(other);
  const changed = changeEverything(exported.yaml);
  const diff = await fetchDiff(call, changed);
  expect(diff.mistakes).toEqual([]);
  const before = flatten(parseYaml((await fetchExport(call)).yaml));
  await writeFile(file, changed);
  await expect
    .poll(async () => (await fetchDiff(call, changed)).changes, { timeout: 30_000 })
    .toEqual([]);
  const after = flatten(parseYaml((await fetchExport(call)).yaml));
  const different = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  expect(listPaths(diff).toSorted()).toEqual(different.toSorted());
});

/** Changes one thing of each kind, adds one and removes one. */
function changeEverything(yaml: string): string {
  return yaml
    .replace("    keepDays: 30\n", "    keepDays: 31\n")
    .replace("    keepScans: 1000\n", "")
    .replace("    concurrency: 2\n", "    concurrency: 3\n")
    .replace("      source: code\n", "")
    .replace("    expires: 5 min\n", "    expires: 6 min\n")
    .replace("    on: false\n", "")
    .replace(/ {2}all:\n {4}destination: .*\n/, "  more:\n    destination: mails\n")
    .replace("    keepDays: 3\n", "    keepDays: 4\n")
    .replace("      exitAllAt: 04:00\n", "      exitAllAt: 05:00\n")
    .replace("diskGiB: 2.5", "diskGiB: 3")
    .replace("keepDays: 730", "keepDays: 731")
    .replace("inboxes:\n", "inboxes:\n  new:\n    title: New\n");
}

const sections: Record<string, string> = {
  inbox: "inboxes.",
  destination: "destinations.",
  route: "routes.",
  register: "registers.",
};

/** Returns the paths of the file that a diff names, and those of the route that is removed. */
function listPaths({ changes }: Preview): string[] {
  return changes.flatMap(({ kind, name, action, fields }) => {
    if (action === "removed") return [`routes.${name}.destination`];
    const section = name === undefined ? kind : `${sections[kind]}${name}`;
    return fields.map(({ field }) => `${section}.${field}`);
  });
}

function flatten(value: unknown, path = ""): Map<string, string> {
  const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isMapping) return new Map([[path, JSON.stringify(value)]]);
  const entries = Object.entries(value).flatMap(([key, part]) => [
    ...flatten(part, path === "" ? key : `${path}.${key}`),
  ]);
  return new Map(entries);
}

test("mistakes are told as at the start, and nothing is compared", async () => {
  const yaml = "http-port: x\nroutes: { all: { destination: nowhere } }\ninbox: {}\n";
  const { mistakes, changes } = await fetchDiff(owner, yaml);
  expect(mistakes).toEqual([
    expect.stringMatching(/^"http-port" in new\.yaml must be .*, not "x"\.$/),
    'There is no "inbox" in new.yaml; the nearest name is "inboxes".',
    expect.stringMatching(/^routes\.all\.destination in new\.yaml: .*nowhere/),
  ]);
  expect(changes).toEqual([]);
});

test("secrets are given or removed, and never shown", async () => {
  const yaml = `destinations:
  erp: { kind: http, settings: { url: "https://erp.example.org/", auth: bearer }, secrets: { token: ${marker}-new } }
`;
  const diff = await fetchDiff(owner, yaml);
  const erp = diff.changes.find(({ name }) => name === "erp");
  expect(erp?.fields).toEqual(
    expect.arrayContaining([
      { field: "secrets.token", secret: "given" },
      { field: "secrets.password", secret: "removed" },
    ]),
  );
  expect(JSON.stringify(diff)).not.toContain(marker);
});

test("an audit trail with scans does not end, and limits say what they delete", async () => {
  await using other = await startTestHub("--tls", "off");
  const call = await asOwner(other);
  await call("POST", "/api/inboxes", { name: "log", open: true, audit: true });
  await call("POST", "/api/inboxes", { name: "door", open: true });
  for (const inbox of ["log", "door", "door"]) {
    const scan = { identifier: crypto.randomUUID(), date: "2026-05-12T14:23:01Z", content: "x" };
    await call("POST", `/in/${inbox}`, scan);
  }
  expect((await fetchDiff(call, "inboxes: { log: { open: true } }")).mistakes).toEqual([
    "inboxes.log.audit: The inbox log has an audit trail with scans, which cannot end. Write audit: true.",
  ]);
  const { notices } = await fetchDiff(call, "inboxes: { door: { open: true, keepScans: 1 } }");
  expect(notices).toEqual(["The limits of the inbox door delete 1 scan within an hour."]);
});

test("a manager gets no alerts, no settings and no journal, and is told so", async () => {
  const { call } = await invite(hub, owner, { name: "Max", role: "manager" });
  const { yaml, notices } = await fetchExport(call);
  expect(yaml).not.toMatch(/^(alerts|changes):/m);
  expect(notices).toEqual([expect.stringMatching(/only owners may see them\.$/)]);
  const diff = await fetchDiff(call, `http-port: 1\n${exported.yaml.replace("730", "1")}`);
  expect(diff).toMatchObject({ changes: [], mistakes: [] });
  expect(diff.notices).toEqual([
    "Not compared, because only owners may see them: the settings of the hub, alerts, changes.",
  ]);
});
