import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { invite, type TestPerson } from "../../testing/people.ts";
import { type Call, postScan, readJson } from "../../testing/test-hub.ts";
import { useDescribedHub } from "../testing/described-hub.ts";

// Lea is limited to the inbox `door`. Whatever is about the inbox `desk`, or about a register that
// only `desk` feeds, must not reach her through an endpoint that she may use.

const described = useDescribedHub();
let lea: TestPerson;
let ofDesk: { id: number }[];
const secret = "the secret of the desk";
const asOwner: Call = (...request) => described.owner(...request);
const read = async <Body>(path: string, by: Call = lea.call) =>
  readJson<Body>(await by("GET", path));
const make = async <Made = { id: number }>(path: string, body: object) =>
  readJson<Made>(await asOwner("POST", path, body));

beforeAll(async () => {
  for (const name of ["door", "desk"]) await make("/api/inboxes", { name, open: true });
  lea = await invite(described.hub, described.owner, {
    ...{ name: "Lea", role: "desk", inboxes: ["door"] },
  });
  const tag = "04:A2:7F:1B:5E:80:00";
  for (const inbox of ["door", "desk"]) {
    const content = inbox === "desk" ? secret : "of the door";
    await postScan(described.hub, { content }, { inbox });
    await postScan(described.hub, { content, identifier: tag }, { inbox });
  }
  type Scans = { scans: { id: number }[] };
  ofDesk = (await read<Scans>("/api/scans?inbox=desk", described.owner)).scans;
  expect(ofDesk).toHaveLength(2);
});

test("no filter, number or format of scans shows those of another inbox", async () => {
  const ids = ofDesk.map(({ id }) => id).join(",");
  const paths = [
    "/api/scans",
    "/api/scans?after=0",
    "/api/scans?inbox=desk",
    "/api/scans?text=secret",
    "/api/scans?tag=04A27F1B5E8000",
    `/api/scans/export?ids=${ids}`,
    `/api/scans/export?format=jsonl&inbox=desk&ids=${ids}`,
    "/api/scans/export?format=jsonl",
    "/api/scans/per-day",
    "/api/scans/per-day?inbox=desk",
    "/api/scans/per-content",
    "/api/scans/per-content?inbox=desk",
    "/api/last/nfc",
    "/api/last/code",
    "/api/inboxes",
  ];
  for (const path of paths) {
    const response = await lea.call("GET", path);
    expect([path, response.status]).toEqual([path, 200]);
    expect([path, await response.text()]).toEqual([
      path,
      expect.not.stringMatching(/secret|"desk"/),
    ]);
  }
  expect(await read("/api/scans/count")).toEqual({ count: 2 });
  expect(await read("/api/scans/count?inbox=desk")).toEqual({ count: 0 });
  expect(await read("/api/scans/per-day")).toMatchObject({ total: 2 });
  expect(await read("/api/scans/per-day?inbox=desk")).toEqual({ counts: [], total: 0 });
  expect(await (await lea.call("GET", "/api/last/nfc")).text()).toBe("of the door");
});

test("the stream of scans has only those of the own inboxes, repeats included", async () => {
  const stream = await open("/api/scans/stream?after=0");
  const sent = { content: secret, identifier: crypto.randomUUID() };
  for (const inbox of ["desk", "desk", "door"])
    await postScan(described.hub, inbox === "door" ? { content: "the end" } : sent, { inbox });
  let text = "";
  for await (const chunk of stream) {
    text += chunk;
    if (text.includes("the end")) break;
  }
  expect(text).toContain("of the door");
  expect(text).not.toContain("secret");
  expect(text).not.toContain("event: repeat");
});

test("nobody is limited to an inbox that does not exist, and a removed one may stay in a limit", async () => {
  await make("/api/inboxes", { name: "stand", open: true });
  const limited = { name: "Max", role: "viewer", inboxes: ["stand"] };
  const { person } = await make<{ person: { id: number } }>("/api/people", limited);
  expect((await asOwner("DELETE", "/api/inboxes/stand")).status).toBe(204);
  const attempts: [string, string, object][] = [
    ["POST", "/api/people", { ...limited, name: "Mia" }],
    ["POST", "/api/tokens", { name: "of the stand", inboxes: ["stand"] }],
    ["PATCH", `/api/people/${person.id}`, { inboxes: ["stand", "stamd"] }],
  ];
  for (const [method, path, body] of attempts) {
    const response = await asOwner(method, path, body);
    const { error } = await readJson<{ error: object }>(response);
    const refused = { code: "no-such-inbox", field: "inboxes" };
    expect([path, response.status, error]).toMatchObject([path, 404, refused]);
  }
  const kept = await asOwner("PATCH", `/api/people/${person.id}`, { inboxes: ["stand", "door"] });
  expect(kept.status).toBe(200);
});

/** Opens a stream of Lea, and resolves once its headers have arrived. */
async function open(path: string): Promise<IncomingMessage> {
  const request = get(`${described.hub.base}${path}`, {
    headers: { cookie: lea.cookie },
    agent: false,
  });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.on("error", () => {});
  return response.setEncoding("utf8");
}

test("a register that borrows a list shows nothing that another register did with it", async () => {
  await make("/api/registers", { name: "tools", kind: "loans" });
  await make("/api/registers", { name: "checks", kind: "inspection", entriesFrom: "tools" });
  const drill = await make("/api/registers/tools/entries", { label: "Drill", keys: ["t:D-1"] });
  const ada = await make("/api/registers/tools/entries", {
    ...{ label: "Ada Lovelace", role: "person", keys: ["t:P-1"] },
  });
  for (const [inbox, register] of [
    ["desk", "tools"],
    ["door", "checks"],
  ])
    await asOwner("PUT", `/api/inboxes/${inbox}/register`, { register });
  const lent = { action: "lend", holder: ada.id };
  expect(await make(`/api/registers/tools/entries/${drill.id}/act`, lent)).toMatchObject({
    result: "yes",
  });
  const inspected = { action: "inspect", forced: true };
  await make(`/api/registers/checks/entries/${drill.id}/act`, inspected);

  type Journal = { movements: { register: string; id: number }[] };
  const history = `/api/registers/checks/entries/${drill.id}/history`;
  const all = (await read<Journal>(history, described.owner)).movements;
  expect(all.map(({ register }) => register)).toEqual(["checks", "tools"]);
  const seen = (await read<Journal>(history)).movements;
  expect(seen.map(({ register }) => register)).toEqual(["checks"]);
  type Registers = { registers: { name: string }[] };
  const { registers } = await read<Registers>("/api/registers");
  expect(registers.map(({ name }) => name)).toEqual(["checks"]);
  for (const path of ["entries", "export?format=jsonl", "export?of=movements&format=jsonl"]) {
    const response = await lea.call("GET", `/api/registers/checks/${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    expect([path, await response.text()]).toEqual([path, expect.not.stringContaining('"lent"')]);
  }

  const ofTools = all.find(({ register }) => register === "tools")!;
  const movement = `/api/registers/checks/movements/${ofTools.id}`;
  expect((await lea.call("POST", `${movement}/undo`)).status).toBe(404);
  expect((await lea.call("POST", `${movement}/answers`, { answers: {} })).status).toBe(404);
});

test("no act or try in an own register reaches the entries of another one", async () => {
  await make("/api/registers", { name: "mine", kind: "loans" });
  await make("/api/registers", { name: "theirs", kind: "loans" });
  const thing = await make("/api/registers/mine/entries", { label: "Drill", keys: ["t:D-2"] });
  const eve = await make("/api/registers/theirs/entries", { label: secret, role: "person" });
  for (const [inbox, register] of [
    ["desk", "theirs"],
    ["door", "mine"],
  ])
    await asOwner("PUT", `/api/inboxes/${inbox}/register`, { register });
  const theirs = `/api/registers/mine/entries/${eve.id}`;
  const calls: [string, string, object?][] = [
    ["GET", theirs],
    ["GET", `${theirs}/history`],
    ["PATCH", theirs, { label: "mine" }],
    ["POST", `${theirs}/keys`, { add: ["t:X-1"] }],
    ["POST", `${theirs}/act`, { action: "lend" }],
    ["PUT", `${theirs}/due`, { due: "2030-01-01" }],
    ["POST", `/api/registers/mine/entries/${thing.id}/act`, { action: "lend", holder: eve.id }],
    ["POST", "/api/registers/mine/try", { content: "D-2", action: "lend", holder: eve.id }],
    ["GET", `/api/registers/mine/reports/receipt?format=csv&holder=${eve.id}`],
  ];
  for (const [method, path, body] of calls) {
    const response = await lea.call(method, path, body);
    const text = await response.text();
    expect([path, response.status]).toEqual([path, expect.toBeOneOf([404, 422])]);
    expect(text).not.toContain("secret");
  }
  const found = await read<{ entries: object[] }>(`/api/registers/mine/entries?holder=${eve.id}`);
  expect(found.entries).toEqual([]);
});

test("a stream of a register ends once no inbox within reach feeds it any more", async () => {
  await make("/api/registers", { name: "gala", kind: "check-in" });
  await asOwner("PUT", "/api/inboxes/door/register", { register: "gala" });
  const stream = await open("/api/registers/gala/stream");
  const closed = new Promise((resolve) => stream.once("close", resolve));
  stream.resume();
  await asOwner("PUT", "/api/inboxes/desk/register", { register: "gala" });
  await asOwner("DELETE", "/api/inboxes/door/register");
  await closed;
  expect(stream.complete).toBe(false);
});
