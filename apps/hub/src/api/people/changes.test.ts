import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeBase32 } from "../../login/base32.ts";
import { rights } from "../../login/rights.ts";
import { createTotp, toTotpStep } from "../../login/totp.ts";
import type { ChangeRecord } from "../../store/changes.ts";
import { databaseName } from "../../store/sqlite/open.ts";
import {
  asOwner,
  fromPage,
  ownerPassword,
  readJson,
  startTestHub,
  type TestHub,
} from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../testing/api-description.ts";
import { changed, secrets, walk } from "./testing/settings-walk.ts";

let hub: TestHub;
let call: DescribedApi["call"];

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  call = (await createDescribedApi(await asOwner(hub))).call;
});
afterAll(() => hub[Symbol.asyncDispose]());

type Changes = { changes: ChangeRecord[]; next?: number; keepDays?: number };
const list = async (query = "") => (await call<Changes>("GET", `/api/changes${query}`)).body;
const readNewest = async () => (await list("?limit=1")).changes[0]?.id ?? 0;

/** Returns the entries with a greater id, oldest first, without their id and time. */
async function listSince(newest: number) {
  const { changes } = await list("?limit=200");
  return changes
    .filter(({ id }) => id > newest)
    .map(({ id: _, at: __, ...change }) => change)
    .reverse();
}

/** The ids that paths of the walk refer to, such as `/api/people/{person}`. */
const ids = new Map<string, number>();

const fillIds = (path: string) => path.replace(/\{(\w+)\}/, (_, name) => String(ids.get(name)));

test("every call that changes a setting adds one entry that says what changed, and the values of no secrets", async () => {
  let owner = call;
  for (const { call: request, entry, keep } of walk) {
    const [method, path, body] = request;
    const before = await readNewest();
    const response = await owner<{ id?: number; person?: { id: number } }>(method, fillIds(path), {
      body,
    });
    expect([path, response.status < 300, response.body]).toEqual([path, true, response.body]);
    if (keep) ids.set(keep, (response.body.person?.id ?? response.body.id)!);
    if (path === "/api/session/password") owner = await logInAgain();
    const [subject, name, action, ...fields] = entry;
    const written = { by: "owner", via: "page", subject, name, action, fields };
    expect(await listSince(before), `${method} ${path}`).toEqual([written]);
  }
  const database = new DatabaseSync(join(hub.settings.data, databaseName), { readOnly: true });
  const rows = JSON.stringify(database.prepare("SELECT * FROM changes").all());
  database.close();
  expect(rows).toContain("secrets.token");
  const shared = [ownerPassword, "$scrypt", "shk_", ...Object.values(secrets)];
  for (const secret of shared) expect(rows).not.toContain(secret);
});

async function logInAgain() {
  const response = await fromPage(hub)("POST", "/api/session", { password: secrets.next });
  const cookie = response.headers.getSetCookie()[0]!.split(";")[0]!;
  call = (await createDescribedApi(fromPage(hub, cookie))).call;
  return call;
}

/** Endpoints that change something, but no setting. */
const noSettings = [
  /^DELETE \/api\/session$/,
  /^DELETE \/api\/people\/:id\/sessions$/,
  // The journal of their methods of the store is tested with the store.
  /^\w+ \/api\/account\//,
  /^\w+ \/api\/(scans|tags|deliveries|backup|preview|test)\b/,
  /^POST \/api\/(alerts|destinations\/:name)\/test$/,
  /^POST \/api\/config\/diff$/,
  // A phone that uses the link is journaled.
  /^POST \/api\/inboxes\/:name\/pair$/,
  /^\w+ \/api\/registers\/:name\/(try|entries|movements|rounds|import|codes|empty)\b/,
];

test("every endpoint that changes something is in the walk, or changes no setting", () => {
  const walked = walk.map(
    ({ call: [method, path] }) =>
      `${method} ${path.replace(/\/(door|anna|gala|shop|all|\{\w+\})(?=\/|$)/g, "/:")}`,
  );
  const changing = [...rights.keys()].filter(
    (name) => !name.startsWith("GET ") && !noSettings.some((pattern) => pattern.test(name)),
  );
  const missing = changing.filter((name) => !walked.includes(name.replace(/:\w+/g, ":")));
  expect(missing).toEqual([]);
});

test("an edit that is refused or changes nothing adds no entry", async () => {
  await call("POST", "/api/inboxes", { body: { name: "gate", title: "Gate", open: true } });
  await call("POST", "/api/registers", { body: { name: "ball", kind: "check-in" } });
  const before = await readNewest();
  for (const [method, path, body, status] of [
    ["POST", "/api/inboxes", { name: "gate", title: "Other", open: true }, 409],
    ["PATCH", "/api/inboxes/gate", { title: "Gate", open: true }, 200],
    ["PATCH", "/api/inboxes/gate", { title: "Other", revision: 7 }, 409],
    ["PATCH", "/api/inboxes/none", { title: "Other" }, 404],
    ["POST", "/api/inboxes/none/credentials", { user: "anna" }, 404],
    ["PATCH", "/api/registers/ball", { rules: {} }, 200],
    ["POST", "/api/registers", { name: "ball", kind: "check-in" }, 409],
    ["POST", "/api/registers/ball/entries", { label: "Grace", keys: ["t:T-1"] }, 201],
    ["POST", "/api/people", { name: "OWNER", role: "desk" }, 409],
    ["PATCH", "/api/people/1", { role: "viewer" }, 409],
    ["POST", "/api/session/password", { current: "wrong", next: "long enough" }, 401],
    ["DELETE", "/api/tokens/999", undefined, 404],
    ["PATCH", "/api/changes", { keepDays: 400 }, 200],
    ["PATCH", "/api/changes", { keepDays: 0 }, 400],
  ] as const) {
    expect([path, (await call(method, path, { body })).status]).toEqual([path, status]);
  }
  expect(await listSince(before)).toEqual([]);
});

test("an entry names the token of a program, and the person whose link a phone or somebody new used", async () => {
  type Made = { token: string; link: string };
  const { body: made } = await call<Made>("POST", "/api/tokens", { body: { name: "report" } });
  const before = await readNewest();
  const program = (method: string, path: string, body?: object) =>
    fetch(`${hub.base}${path}`, {
      method,
      headers: { authorization: `Bearer ${made.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await program("PATCH", "/api/inboxes/gate", { title: "Side gate" })).status).toBe(200);
  const invitation = await call<Made>("POST", "/api/people", {
    body: { name: "Ada", role: "manager" },
  });
  const [, code] = invitation.body.link.split("code=");
  const page = fromPage(hub);
  const login = await page("POST", "/api/session", { code, password: "password of Ada" });
  const ada = fromPage(hub, login.headers.getSetCookie()[0]!.split(";")[0]!);
  const pairing = await readJson<Made>(await ada("POST", "/api/inboxes/gate/pair", {}));
  const [, pairCode] = pairing.link.split("code=");
  await page("POST", "/scan/pair", { code: pairCode, device: "Pixel" });
  expect(await listSince(before)).toMatchObject([
    { by: "owner, token report", via: "token", subject: "inbox", name: "gate" },
    { by: "owner", via: "page", subject: "person", name: "Ada", action: "added" },
    { by: "Ada", via: "page", subject: "person", name: "Ada", fields: [{ field: "password" }] },
    { by: "Ada", via: "page", subject: "user", name: "gate/pixel", action: "added" },
  ]);
  expect((await ada("GET", "/api/changes")).status).toBe(403);
});

test("the settings file is the author of what it changes", async () => {
  const before = await readNewest();
  await writeFile(
    join(hub.settings.data, "scanhook.yaml"),
    "registers:\n  fair:\n    kind: check-in\n    rules:\n      capacity: 40\n    bindings:\n      - inbox: gate\n        action: in\n",
  );
  const by = { by: "scanhook.yaml", via: "file" };
  await expect
    .poll(() => listSince(before), { timeout: 10_000 })
    .toMatchObject([
      { ...by, subject: "register", name: "fair", action: "added" },
      {
        ...by,
        subject: "inbox",
        name: "gate",
        fields: [changed("register", null, "fair"), {}, {}],
      },
    ]);
});

test("a second factor is journaled as switched on, with new recovery codes, and as switched off", async () => {
  type Made = { secret: string };
  const before = await readNewest();
  const { secret } = (await call<Made>("POST", "/api/account/totp")).body;
  const code = createTotp(decodeBase32(secret)!, toTotpStep(Date.now()));
  const password = secrets.next;
  for (const [method, path, body] of [
    ["PUT", "/api/account/totp", { password, secret, code }],
    ["POST", "/api/account/recovery-codes", { password }],
    ["DELETE", "/api/account/totp", { password }],
  ] as const) {
    expect([path, (await call(method, path, { body })).status < 300]).toEqual([path, true]);
  }
  const entries = await listSince(before);
  expect(entries.map(({ subject, name, fields }) => [subject, name, ...fields])).toEqual([
    ["person", "owner", changed("secondFactor", false, true), { field: "recoveryCodes" }],
    ["person", "owner", { field: "recoveryCodes" }],
    ["person", "owner", changed("secondFactor", true, false)],
  ]);
});

test("a role that groups give is by the person, via sign-in", async () => {
  await using behindProxy = await startTestHub(
    ...["--tls", "off", "--proxy-peers", "127.0.0.1", "--sso-roles", "staff=desk,*=viewer"],
    ...["--proxy-header", "Remote-User", "--proxy-groups-header", "Remote-Groups"],
  );
  const readAs = (groups: string, name = "ada") =>
    fetch(`${behindProxy.base}/api/inboxes`, {
      headers: { "remote-user": name, "remote-groups": groups },
    });
  for (const groups of ["guests", "staff", "staff"])
    expect((await readAs(groups)).status).toBe(200);
  // A namesake of the owner is not taken for the owner.
  await readAs("guests", "Owner");
  const owner = await asOwner(behindProxy);
  const { changes } = await readJson<Changes>(await owner("GET", "/api/changes?subject=person"));
  expect(changes.splice(1, 1)).toMatchObject([{ name: "Owner 2", by: "Owner 2", via: "sign-in" }]);
  expect(changes.map(({ by, via, fields }) => [by, via, fields])).toEqual([
    ["owner", "page", [{ field: "password" }]],
    ["ada", "sign-in", [changed("role", "viewer", "desk")]],
    [
      "ada",
      "sign-in",
      [
        { field: "role", to: "viewer" },
        { field: "provider", to: "proxy:remote-user" },
      ],
    ],
  ]);
});

test("the list has pages and filters, and the export has what the list has", async () => {
  const all = (await list("?limit=200")).changes;
  const pages: ChangeRecord[] = [];
  for (let next: number | undefined = Number.MAX_SAFE_INTEGER; next !== undefined; ) {
    const page: Changes = await list(`?limit=7&before=${next}`);
    pages.push(...page.changes);
    next = page.next;
  }
  expect(pages).toEqual(all);
  const filters: [query: string, isWanted: (change: ChangeRecord) => boolean][] = [
    ["subject=person&name=Ada", ({ subject, name }) => subject === "person" && name === "Ada"],
    ["by=Ada", ({ by }) => by === "Ada"],
    [`from=${all[5]!.at}`, ({ at }) => at >= all[5]!.at],
    [`to=${all[5]!.at}`, ({ at }) => at < all[5]!.at],
  ];
  for (const [query, isWanted] of filters) {
    const wanted = all.filter(isWanted);
    expect(wanted.length).toBeGreaterThan(0);
    expect((await list(`?limit=200&${query}`)).changes).toEqual(wanted);
    const exported = await call<string>("GET", `/api/changes/export?format=jsonl&${query}`);
    expect(toLines(exported.body)).toEqual(wanted);
  }
  const exported = await call<string>("GET", "/api/changes/export?format=jsonl");
  expect(toLines(exported.body)).toEqual(all);
  expect((await call("GET", "/api/changes?from=2026-02-30")).status).toBe(400);
  expect((await call("GET", "/api/changes?subject=scan")).status).toBe(400);
});

const toLines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("the CSV has a readable text of the fields, and no cell that a spreadsheet runs as a formula", async () => {
  await call("PATCH", "/api/inboxes/gate", { body: { title: "=SUM(A1)" } });
  await call("POST", "/api/people", { body: { name: "=HYPERLINK(1)", role: "desk" } });
  const { body, headers } = await call<string>("GET", "/api/changes/export");
  expect(headers.get("content-disposition")).toMatch(/filename="changes-\d{4}-\d\d-\d\d\.csv"/);
  const [header, newest, second] = body.split("\r\n");
  // fetch drops the byte order mark.
  expect(header).toBe("id,at,by,via,subject,name,action,fields");
  expect(newest).toMatch(/,owner,page,person,'=HYPERLINK\(1\),added,role: desk$/);
  expect(second).toMatch(/,inbox,gate,changed,title: Side gate → =SUM\(A1\)$/);
});

test("the journal says how long it is kept, and null keeps it for good", async () => {
  expect(await list()).toMatchObject({ keepDays: 400 });
  const before = await readNewest();
  const { body } = await call("PATCH", "/api/changes", { body: { keepDays: null } });
  expect(body).toEqual({});
  expect(await list()).not.toHaveProperty("keepDays");
  expect(await listSince(before)).toMatchObject([{ fields: [changed("keepDays", 400, null)] }]);
});
