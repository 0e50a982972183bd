import { beforeAll, expect, test } from "vitest";
import { invite } from "../../testing/people.ts";
import { readJson } from "../../testing/test-hub.ts";
import type { DescribedApi } from "../testing/api-description.ts";
import { useDescribedHub } from "../testing/described-hub.ts";

// Ada owns the user `till` of the inbox `door`. The inbox `desk` has a user of the same name, who
// belongs to nobody.

const described = useDescribedHub();
const call: DescribedApi["call"] = (...request) => described.api.call(...request);
const read = async <Body>(path: string) => (await call<Body>("GET", path)).body;
const tillOf = (inbox: string) => `/api/inboxes/${inbox}/credentials/till`;
let ada = 0;

const ask = (inbox: string, path: string, body?: object, user = "till") =>
  fetch(`${described.hub.base}/in/${inbox}${path}`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:till-password`).toString("base64")}`,
      accept: "application/vnd.scanhook.verdict+json",
      "content-type": "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
const scan = async (inbox: string, content: string, user?: string) => {
  const body = { identifier: crypto.randomUUID(), date: new Date().toISOString(), content };
  const response = await ask(inbox, "", body, user);
  expect([200, 204]).toContain(response.status);
  return response;
};

beforeAll(async () => {
  for (const name of ["door", "desk"]) {
    await call("POST", "/api/inboxes", { body: { name } });
    const body = { user: "till", password: "till-password" };
    await call("POST", `/api/inboxes/${name}/credentials`, { body });
  }
  const body = { name: "Ada Lovelace", role: "viewer" };
  const invited = await call<{ person: { id: number } }>("POST", "/api/people", { body });
  ada = invited.body.person.id;
  expect((await call("PATCH", tillOf("door"), { body: { person: ada } })).status).toBe(204);
});

test("a manager with a limit learns no names by giving users to people", async () => {
  const manager = await invite(described.hub, described.owner, {
    ...{ name: "Max", role: "manager", inboxes: ["door"] },
  });
  for (const person of [ada, null, 999]) {
    const response = await manager.call("PATCH", tillOf("door"), { person });
    const { error } = await readJson<{ error: { code: string } }>(response);
    expect([response.status, error.code]).toEqual([403, "inbox-out-of-reach"]);
  }
  const granted = await manager.call("PATCH", tillOf("door"), { supervisor: false });
  expect(granted.status).toBe(204);
});

test("a user of an inbox is given to a person, and taken from them", async () => {
  type Listed = { inboxes: { name: string; credentials: { user: string; person?: number }[] }[] };
  const listTill = async () => {
    const { inboxes } = await read<Listed>("/api/inboxes");
    const door = inboxes.find(({ name }) => name === "door");
    return door?.credentials.find(({ user }) => user === "till");
  };
  expect(await listTill()).toMatchObject({ person: ada });
  const both = { supervisor: true, person: null };
  expect((await call("PATCH", tillOf("door"), { body: both })).status).toBe(204);
  expect(await listTill()).toMatchObject({ supervisor: true });
  expect(await listTill()).not.toHaveProperty("person");
  await call("PATCH", tillOf("door"), { body: { supervisor: false, person: ada } });

  type Refusal = { error: { code: string; message: string } };
  const refused = async (path: string, body: object) => {
    const response = await call<Refusal>("PATCH", path, { body });
    return [response.status, response.body.error.code];
  };
  const nobody = "/api/inboxes/door/credentials/nobody";
  expect(await refused(tillOf("door"), { person: 9999 })).toEqual([404, "no-such-person"]);
  expect(await refused(nobody, { person: ada })).toEqual([404, "no-such-credential"]);
  expect(await refused(nobody, { person: null })).toEqual([404, "no-such-credential"]);
  expect(await refused(tillOf("door"), {})).toEqual([400, "invalid-request"]);
});

test("scans name the person of their user wherever they are shown", async () => {
  await scan("door", "of Ada");
  await scan("desk", "of nobody");
  type Listed = { scans: { id: number; content: string; person?: string }[] };
  const { scans } = await read<Listed>("/api/scans?after=0");
  const persons = new Map(scans.map(({ content, person }) => [content, person]));
  expect(persons.get("of Ada")).toBe("Ada Lovelace");
  expect(persons.get("of nobody")).toBeUndefined();
  const { id } = scans.find(({ content }) => content === "of Ada")!;
  expect(await read(`/api/scans/${id}`)).toMatchObject({ user: "till", person: "Ada Lovelace" });

  const csv = await read<string>("/api/scans/export?format=csv&inbox=door");
  const [header, line] = csv.split("\r\n");
  expect(header).toMatch(/,verdict,person$/);
  expect(line).toMatch(/,door,till,.*,Ada Lovelace$/);
  const lines = await read<string>("/api/scans/export?format=jsonl&text=of");
  const exported = lines.trim().split("\n");
  expect(exported.map((each) => JSON.parse(each).person)).toEqual(["Ada Lovelace", undefined]);

  type Counts = { counts: { inbox: string; person?: string }[] };
  const { counts } = await read<Counts>("/api/scans/per-day");
  expect(counts.find(({ inbox }) => inbox === "door")?.person).toBe("Ada Lovelace");
  expect(counts.find(({ inbox }) => inbox === "desk")).not.toHaveProperty("person");

  const stream = await described.owner("GET", `/api/scans/stream?after=${id - 1}&inbox=door`);
  expect(await readUntil(stream, "\n\n", "event: scan")).toContain('"person":"Ada Lovelace"');
});

test("the last scan names the person, and a new name shows immediately", async () => {
  await scan("door", "the last one");
  const accept = { accept: "application/json" };
  const last = async () => (await call("GET", "/api/last/code", { headers: accept })).body;
  expect(await last()).toMatchObject({ content: "the last one", person: "Ada Lovelace" });
  await call("PATCH", `/api/people/${ada}`, { body: { name: "Ada King" } });
  expect(await last()).toMatchObject({ person: "Ada King" });
  await call("PATCH", `/api/people/${ada}`, { body: { name: "Ada Lovelace" } });
});

test("journals name the person whose user scanned, acted on a phone or answered", async () => {
  await call("POST", "/api/registers", { body: { name: "gala", kind: "check-in" } });
  const body = { label: "Grace Hopper", keys: ["t:T-1"] };
  const entry = (await call<{ id: number }>("POST", "/api/registers/gala/entries", { body })).body;
  for (const inbox of ["door", "desk"])
    await call("PUT", `/api/inboxes/${inbox}/register`, { body: { register: "gala" } });
  await call("PATCH", tillOf("door"), { body: { supervisor: true } });
  await scan("door", "T-1");
  type Journal = { movements: { id: number; door: string; person?: string }[] };
  const listDoors = async (path: string) =>
    (await read<Journal>(path)).movements.map(({ door, person }) => [door, person]);
  const journal = "/api/registers/gala/movements";
  const [movement] = (await read<Journal>(journal)).movements;
  expect((await ask("door", `/undo/${movement!.id}`)).status).toBe(200);
  await scan("desk", "T-1");
  await call("POST", `/api/registers/gala/entries/${entry.id}/act`, { body: { action: "out" } });
  const expected = [
    ["by hand", undefined],
    // The user of the other inbox, which has the same name.
    ["till", undefined],
    ["till", "Ada Lovelace"],
    ["till", "Ada Lovelace"],
  ];
  expect(await listDoors(journal)).toEqual(expected);
  expect(await listDoors(`/api/registers/gala/entries/${entry.id}/history`)).toEqual(expected);
  const csv = await read<string>("/api/registers/gala/export?of=movements&format=csv");
  const [header, ...lines] = csv.trim().split("\r\n");
  expect(header).toMatch(/,person$/);
  expect(lines.map((line) => line.split(",").at(-1))).toEqual([
    ...["", "", "Ada Lovelace", "Ada Lovelace"],
  ]);
  const stream = await described.owner("GET", "/api/registers/gala/stream?after=0");
  expect(await readUntil(stream, "\n\n", "event: movement")).toContain('"person":"Ada Lovelace"');

  // Without its scan, only the inboxes tell whose user it was, and here they differ.
  const { scans } = await read<{ scans: { id: number }[] }>("/api/scans?inbox=door&limit=1");
  await call("DELETE", `/api/scans/${scans[0]!.id}?forGood=true`);
  expect((await listDoors(journal)).at(-1)).toEqual(["till", undefined]);
  await call("DELETE", "/api/inboxes/desk/register");
  expect((await listDoors(journal)).at(-1)).toEqual(["till", "Ada Lovelace"]);
  await call("DELETE", "/api/registers/gala");
});

test("leads name the person who scanned them first, and how many each has", async () => {
  await call("POST", "/api/registers", { body: { name: "fair", kind: "leads" } });
  await call("PUT", "/api/inboxes/door/register", { body: { register: "fair" } });
  const other = { user: "ben", password: "till-password" };
  await call("POST", "/api/inboxes/door/credentials", { body: other });
  await scan("door", "mailto:grace@example.com");
  await scan("door", "mailto:alan@example.com", "ben");
  type Entries = { entries: { id: number; lead: { door: string; person?: string } }[] };
  const { entries } = await read<Entries>("/api/registers/fair/entries");
  expect(entries.map(({ lead: { door, person } }) => [door, person])).toEqual([
    ["till", "Ada Lovelace"],
    ["ben", undefined],
  ]);
  const one = await read(`/api/registers/fair/entries/${entries[0]!.id}`);
  expect(one).toMatchObject({ lead: { person: "Ada Lovelace" } });
  expect(await read("/api/registers/fair")).toMatchObject({
    leads: { people: [{ by: "ben" }, { by: "till", person: "Ada Lovelace", leads: 1 }] },
  });
  const csv = await read<string>("/api/registers/fair/export?format=csv");
  expect(csv).toMatch(/,by,by person,scans/);
  expect(csv).toMatch(/,till,Ada Lovelace,1,/);
  const lines = await read<string>("/api/registers/fair/export?format=jsonl");
  expect(JSON.parse(lines.split("\n")[0]!)).toMatchObject({ lead: { person: "Ada Lovelace" } });
});

/** Reads a stream up to the end of the first event of this kind, and closes it. */
async function readUntil(response: Response, end: string, event: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true });
    const start = text.indexOf(event);
    if (start >= 0 && text.indexOf(end, start) >= 0) break;
  }
  return text;
}

test("a scan that was sent with a token has the name of the person of the token", async () => {
  const made = await call<{ token: string }>("POST", "/api/tokens", {
    body: { name: "gate", scopes: ["send"] },
  });
  const response = await fetch(`${described.hub.base}/in/door`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${made.body.token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ identifier: "g-1", date: new Date().toISOString(), content: "gate 1" }),
  });
  expect(response.ok).toBe(true);
  const listed = await read<{ scans: object[] }>("/api/scans?limit=1");
  expect(listed.scans).toMatchObject([{ user: "token:gate", person: "owner" }]);
});
