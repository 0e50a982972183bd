import { beforeEach, expect, test } from "vitest";
import type { CountedRegister } from "../../store/registers.ts";
import { postScan, readJson } from "../../testing/test-hub.ts";
import type { DescribedApi } from "../testing/api-description.ts";
import { useDescribedHub } from "../testing/described-hub.ts";

const described = useDescribedHub();
const call: DescribedApi["call"] = (...request) => described.api.call(...request);

const gala = "/api/registers/gala";
type Verdict = { code: string; movement: number; message: string };
type Entries = { entries: { id: number; label: string }[]; next?: number };
const importList = (text: string, more: object = {}) =>
  call(`POST`, `${gala}/import`, { body: { text, key: "ticket", label: "name", ...more } });
const readGala = async () => (await call<CountedRegister>("GET", gala)).body;
const expectError = async (response: Promise<{ status: number; body: unknown }>, code: string) =>
  expect((await response).body).toMatchObject({ error: { code } });

beforeEach(async () => {
  const { owner } = described;
  for (const name of ["lunch", "gala"]) await owner("DELETE", `/api/registers/${name}`);
  await owner("DELETE", "/api/inboxes/door?scans=delete");
  await owner("POST", "/api/inboxes", { name: "door", open: true });
  const body = { name: "gala", kind: "check-in", rules: { capacity: 2 } };
  expect((await call("POST", "/api/registers", { body })).status).toBe(201);
  await importList("ticket,name,group\nT-1,Ada Lovelace,Press\nT-2,Alan Turing,\n", {
    group: "group",
  });
  const binding = { register: "gala" };
  expect((await call("PUT", "/api/inboxes/door/register", { body: binding })).status).toBe(204);
});

test("an inbox that feeds a register tells its senders the verdict, and the register counts", async () => {
  expect((await postScan(described.hub, { content: "T-1" })).status).toBe(200);
  const unknown = await postScan(described.hub, { content: "T-9" });
  expect([unknown.status, await unknown.text()]).toEqual([
    409,
    expect.stringMatching(/^NO\. This code is not on the list\./),
  ]);
  expect(await readGala()).toMatchObject({
    ...{ entries: 2, inside: 1, admitted: 1, refused: 1, refusedByCode: { unknown: 1 } },
    bindings: [{ inbox: "door", action: "in", answer: "negotiated" }],
  });
  expect((await call("DELETE", "/api/inboxes/door/register")).status).toBe(204);
  expect((await postScan(described.hub, { content: "T-1" })).status).toBe(204);
  await expectError(
    call("PUT", "/api/inboxes/door/register", { body: { register: "ball" } }),
    "no-such-register",
  );
  await expectError(
    call("PUT", "/api/inboxes/door/register", { body: { register: "ball", action: "add" } }),
    "no-such-register",
  );
  await expectError(call("DELETE", "/api/inboxes/nowhere/register"), "no-such-inbox");
});

test("an entry is found, blocked, let in by hand, and its last movement undone", async () => {
  const found = await call<Entries>("GET", `${gala}/entries?text=lovelace`);
  expect(found.body.entries).toMatchObject([{ label: "Ada Lovelace", group: "Press" }]);
  const path = `${gala}/entries/${found.body.entries[0]!.id}`;
  const blocked = await call("PATCH", path, { body: { blocked: true, validUntil: null } });
  expect(blocked.body).toMatchObject({ blocked: true, keys: ["t:T-1"] });
  const act = async (body: object) => (await call<Verdict>("POST", `${path}/act`, { body })).body;
  expect((await act({ action: "in" })).code).toBe("blocked");
  await expectError(
    call("POST", `${path}/act`, { body: { action: "in", quantity: 2 } }),
    "not-a-quantity",
  );
  const forced = await act({ action: "in", forced: true });
  expect(forced.message).toBe("YES. Ada Lovelace is checked in.");
  expect((await call("GET", path)).body).toMatchObject({ presence: { status: "inside", uses: 1 } });
  const undo = `${gala}/movements/${forced.movement}/undo`;
  expect((await call("POST", undo)).body).toMatchObject({ code: "undone" });
  await expectError(call("POST", undo), "not-undone");
  const journal = await call<{ movements: Verdict[] }>("GET", `${gala}/movements?limit=3`);
  expect(journal.body).toMatchObject({
    movements: [{ code: "nothing-to-undo" }, { code: "undone" }, { code: "checked-in" }],
    next: forced.movement,
  });
  const scans = await call<{ scans: { verdict: object }[] }>(
    "GET",
    "/api/scans?inbox=register-events",
  );
  expect(scans.body.scans).toHaveLength(4);
  const stored = scans.body.scans.map(({ verdict, ...scan }) => scan);
  expect(JSON.stringify(stored)).not.toContain("Lovelace");
  expect(scans.body.scans[0]!.verdict).toMatchObject({ result: "no", code: "nothing-to-undo" });
  await expectError(call("GET", `${gala}/entries/999999`), "no-such-entry");
});

test("the codes of an entry are changed, and one of another entry is refused in words", async () => {
  const list = await call<Entries>("GET", `${gala}/entries`);
  const path = `${gala}/entries/${list.body.entries[0]!.id}/keys`;
  const change = (body: object) => call("POST", path, { body });
  expect(
    (await change({ add: ["u:04a2b3c4d5e6f7", "t:A-1 "], remove: ["t:T-1"] })).body,
  ).toMatchObject({
    ...{ label: "Ada Lovelace", keys: ["t:A-1", "u:04:A2:B3:C4:D5:E6:F7"] },
  });
  const taken = await change({ add: ["t:A-2", "t:T-2"] });
  expect([taken.status, taken.body]).toMatchObject([
    409,
    {
      error: {
        code: "key-taken",
        message:
          "“T-2” is a code of Alan Turing, so nothing was changed; take it from there first.",
      },
    },
  ]);
  await expectError(change({ add: ["A-2"] }), "not-a-key");
  expect((await change({})).body).toMatchObject({ keys: { length: 2 } });
  const nobody = { body: { remove: ["t:A-1"] } };
  await expectError(call("POST", `${gala}/entries/999999/keys`, nobody), "no-such-entry");
  await expectError(call("POST", "/api/registers/ball/entries/1/keys", nobody), "no-such-register");
});

test("a guest is added by hand, and scanned", async () => {
  const body = { label: "Grace Hopper", keys: ["t:T-3"] };
  expect((await call("POST", `${gala}/entries`, { body })).status).toBe(201);
  expect((await postScan(described.hub, { content: "T-3" })).status).toBe(200);
  await expectError(call("POST", `${gala}/entries`, { body }), "key-taken");
});

test("a list is tried and imported, and refused with the lines that are wrong", async () => {
  const dry = await importList("ticket;name\nT-1;Ada King\nT-3;Grace Hopper\n", { dry: true });
  const counts = { rows: 2, new: 1, changed: 1, same: 0, conflict: 0, blocked: 0, guessable: 2 };
  expect(dry.body).toMatchObject({ ...counts, separator: ";", encoding: "UTF-8" });
  expect((await readGala()).entries).toBe(2);
  await expectError(importList("ticket,name\n,Ada\n"), "not-a-list");
  const tried = await call("POST", `${gala}/try`, { body: { content: "T-1" } });
  expect(tried.body).toMatchObject({ code: "checked-in", movement: 0 });
  expect(tried.body).not.toHaveProperty("lineProblem");
  const texts = { "checked-in": "{{ entry.fields.table }}" };
  await call("PATCH", gala, { body: { rules: { texts } } });
  const lineProblem = "The template results in no text.";
  const again = await call("POST", `${gala}/try`, { body: { content: "T-1" } });
  expect(again.body).toMatchObject({ code: "checked-in", lineProblem });
  const csv = await call<string>("GET", `${gala}/export`);
  expect(csv.body).toMatch(
    /^\uFEFF?id,label,group,code,.*\r\n\d+,Ada Lovelace,Press,T-1,T-1,,,false,/,
  );
  expect((await call("POST", `${gala}/empty`)).body).toEqual({ deleted: 2 });
  expect((await readGala()).entries).toBe(0);
});

test("a name that cannot be one is refused with the rule in words", async () => {
  const refused = await described.owner("POST", "/api/registers", {
    ...{ name: "Summer Party", kind: "check-in" },
  });
  expect(await readJson(refused)).toMatchObject({
    error: {
      ...{ code: "invalid-request", field: "name" },
      message:
        "The request does not match the API (body/name must be 1 to 64 of a-z, 0-9, - and _; begins with a letter or a digit); see /api/openapi.json.",
    },
  });
});

test("an import chooses what doors see, which stays among the other rules", async () => {
  const list = "ticket,name,table,mail\nT-1,Ada,7,ada@example.org\n";
  await importList(list, { shows: ["mail"], dry: true });
  expect((await readGala()).rules).toEqual({ capacity: 2 });
  await importList(list, { shows: ["mail"] });
  expect((await readGala()).rules).toEqual({ capacity: 2, shows: ["mail"] });
  const tried = await call("POST", `${gala}/try`, { body: { content: "T-1" } });
  expect(tried.body).toMatchObject({ facts: [["mail", "ada@example.org"]] });
});

test("the last import is undone, once", async () => {
  const undo = () => call("POST", `${gala}/import/undo`);
  await importList("ticket,name\nT-1,Ada King\nT-3,Grace Hopper\n", { replace: true });
  await importList("ticket,name\nT-4,Somebody\n", { dry: true });
  await importList("no list");
  const counted = () => call("GET", `${gala}/import`);
  expect((await counted()).body).toEqual({ entries: 3 });
  expect((await undo()).body).toEqual({ removed: 1, putBack: 2, left: 0 });
  const list = await call<Entries>("GET", `${gala}/entries`);
  expect(list.body.entries).toMatchObject([
    { label: "Ada Lovelace", group: "Press", keys: ["t:T-1"] },
    { label: "Alan Turing", blocked: false },
  ]);
  expect((await counted()).body).toEqual({ entries: 0 });
  await expectError(call("GET", "/api/registers/ball/import"), "no-such-register");
  await expectError(undo(), "no-import");
  await expectError(call("POST", "/api/registers/ball/import/undo"), "no-such-register");
});

test("a list without codes gets random ones, which its guests keep when a longer list is imported", async () => {
  await call("POST", `${gala}/empty`);
  const paste = (text: string, more: object = {}) =>
    importList(text, { key: undefined, ...more }).then(({ body }) => body);
  const first = "name,table\nAda Lovelace,7\nAda Lovelace,8\n";
  expect(await paste(first, { dry: true })).toMatchObject({ new: 2, made: 2, guessable: 0 });
  expect(await paste(first)).toMatchObject({ new: 2, made: 2 });
  const read = async () =>
    (await call<{ entries: { keys: string[]; fields: object }[] }>("GET", `${gala}/entries`)).body
      .entries;
  const before = await read();
  expect(new Set(before.flatMap(({ keys }) => keys)).size).toBe(2);
  for (const { keys } of before)
    expect(keys).toStrictEqual([expect.stringMatching(/^t:[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)]);
  const longer = `${first}Alan Turing,9\n`;
  expect(await paste(longer)).toMatchObject({ new: 1, changed: 0, same: 2, made: 1 });
  expect((await read()).slice(0, 2)).toMatchObject(before);
  const cells = "ticket,name,tag\nT-5,Grace Hopper,\n,Mary Cartwright,04A2B3C4D5E6F7\n";
  const half = { key: "ticket", uid: "tag", makeCodes: true };
  expect(await paste(cells, half)).toMatchObject({ new: 2, made: 1 });
  expect(await paste(cells, half)).toMatchObject({ same: 2, made: 0 });
  expect((await call("POST", `${gala}/codes`)).body).toEqual({ made: 0 });
  const csv = (await call<string>("GET", `${gala}/export`)).body.split("\r\n");
  expect(csv[0]).toMatch(/^\uFEFF?id,label,group,code,keys,.*,uses,table$/);
  expect(csv[1]).toContain(`,Ada Lovelace,,${before[0]!.keys[0]!.slice(2)},`);
  expect(csv[1]).toMatch(/,0,7$/);
});

test("a list is shown with a guess at its columns, and a file is read in its encoding", async () => {
  const file = Buffer.from("Ticket;Gast\r\nT-7;Zo\u00eb\r\n", "latin1").toString("base64");
  const preview = await call("POST", `${gala}/import/preview`, { body: { file } });
  expect(preview.body).toEqual({
    ...{ columns: ["Ticket", "Gast"], rows: [["T-7", "Zoë"]], rowCount: 1 },
    guess: { key: "Ticket", label: "Gast" },
    ...{ separator: ";", encoding: "windows-1252", hasHeader: true, private: [] },
  });
  const mails = { text: "Ann,ann@example.org,7\nBob,,8\n" };
  expect((await call("POST", `${gala}/import/preview`, { body: mails })).body).toMatchObject({
    ...{ hasHeader: false, guess: { label: "Column 1" }, private: ["Column 2"] },
  });
  const greek = { file, encoding: "windows-1253", header: false };
  expect((await call("POST", `${gala}/import/preview`, { body: greek })).body).toMatchObject({
    ...{ rowCount: 2, columns: ["Column 1", "Column 2"], encoding: "windows-1253" },
  });
  const wrong = call("POST", `${gala}/import/preview`, { body: { file, encoding: "UTF-8" } });
  await expectError(wrong, "not-a-list");
  const body = { file, key: "Ticket", label: "Gast" };
  expect((await call("POST", `${gala}/import`, { body })).body).toMatchObject({ new: 1 });
  const tried = await call("POST", `${gala}/try`, { body: { content: "T-7" } });
  expect(tried.body).toMatchObject({ title: "Zoë" });
  await expectError(call("POST", `${gala}/import/preview`, { body: { text: "" } }), "not-a-list");
});

test("guests are printed with their codes, and nothing is printed for nobody", async () => {
  const sheets = await call<string>("GET", `${gala}/labels.pdf?paper=letter`);
  expect(sheets.body).toMatch(/^%PDF-1\.7\n/);
  expect(sheets.headers.get("content-type")).toBe("application/pdf");
  const counts = await call("GET", `${gala}/labels?paper=letter`);
  expect(counts.body).toMatchObject({ printed: expect.any(Number), shortened: 0, tooLong: 0 });
  await importList(`ticket,name\n${"T".repeat(201)},Too long\n`);
  for (const path of ["labels", "labels.pdf"])
    await expectError(call("GET", `${gala}/${path}?text=Too+long`), "nothing-to-print");
  expect((await call("GET", `${gala}/labels`)).body).toMatchObject({ tooLong: 1 });
  await expectError(call("GET", `${gala}/labels.pdf?text=nobody`), "nothing-to-print");
  await expectError(call("GET", `${gala}/labels.pdf?group=Family`), "nothing-to-print");
  await expectError(call("GET", "/api/registers/ball/labels.pdf"), "no-such-register");
});

test("guests who are found only by their mail address get codes", async () => {
  await call("PATCH", gala, { body: { rules: { keys: { contacts: true } } } });
  await importList("ticket,name\nGrace@Example.org,Grace Hopper\n");
  expect((await call("POST", `${gala}/codes`)).body).toEqual({ made: 1 });
  const found = await call<{ entries: { keys: string[] }[] }>("GET", `${gala}/entries?text=grace`);
  expect(found.body.entries).toMatchObject([
    { keys: ["m:grace@example.org", expect.stringMatching(/^t:/)] },
  ]);
});

test("a register and a route cannot both answer the senders of an inbox", async () => {
  const { owner } = described;
  const settings = { url: "https://example.org/hook", method: "POST", auth: "none" };
  await owner("POST", "/api/destinations", { name: "backend", kind: "http", settings });
  const route = { name: "answer", inbox: "door", destination: "backend", mode: "through" };
  const refused = await readJson(await owner("POST", "/api/routes", route));
  expect(refused).toMatchObject({
    error: {
      ...{ code: "not-a-route", field: "mode" },
      message: "A register answers the senders of this inbox. Use mode stored, or another inbox.",
    },
  });
  await owner("DELETE", "/api/inboxes/door/register");
  expect((await owner("POST", "/api/routes", route)).status).toBe(201);
  const bound = await call("PUT", "/api/inboxes/door/register", { body: { register: "gala" } });
  expect(bound.body).toMatchObject({
    error: {
      code: "inbox-answered",
      message:
        "The route answer already answers the senders of door; set its mode to stored, or bind another inbox.",
    },
  });
  const filter = { verdict: "no | full" };
  const stored = await owner("PATCH", "/api/routes/answer", { mode: "stored", filter });
  expect(await readJson(stored)).toMatchObject({ mode: "stored", filter });
  expect((await owner("DELETE", "/api/routes/answer")).status).toBe(204);
});

test("a register is changed from its revision, borrowed, and removed", async () => {
  const { revision } = await readGala();
  const change = { rules: { capacity: 9 }, revision };
  expect((await call("PATCH", gala, { body: change })).body).toMatchObject({ rules: change.rules });
  const stale = await described.owner("PATCH", gala, change);
  expect([stale.status, await readJson(stale)]).toMatchObject([
    409,
    { current: { rules: { capacity: 9 }, revision: revision + 1 } },
  ]);
  const rules = { opens: "2026-11-22T20:00:00Z", closes: "2026-11-22T19:00:00Z" };
  expect((await call("PATCH", gala, { body: { rules } })).body).toMatchObject({
    error: { code: "not-a-register", field: "rules.closes" },
  });
  for (const [texts, field] of [
    [{ "checked-in": "Welcome {{ guest }}" }, "rules.texts.checked-in"],
    [{ welcome: "Welcome" }, "rules.texts"],
  ] as const)
    expect((await call("PATCH", gala, { body: { rules: { texts } } })).body).toMatchObject({
      error: { code: "not-a-register", field },
    });
  const lunch = { name: "lunch", kind: "check-in", entriesFrom: "gala" };
  expect((await call("POST", "/api/registers", { body: lunch })).body).toMatchObject({
    entries: 2,
  });
  await expectError(call("POST", "/api/registers", { body: lunch }), "register-exists");
  const ofOtherKind = { name: "parts", kind: "stock", entriesFrom: "gala" };
  expect((await call("POST", "/api/registers", { body: ofOtherKind })).body).toMatchObject({
    error: { code: "not-a-register", field: "entriesFrom" },
  });
  await expectError(call("DELETE", gala), "register-borrowed");
  expect((await call("DELETE", "/api/registers/lunch")).status).toBe(204);
  expect((await call("DELETE", gala)).status).toBe(204);
  expect((await call("GET", "/api/registers")).body).toEqual({ registers: [] });
});

test("the stream of a register begins after a movement that exists", async () => {
  const stream = `${gala}/stream`;
  await expectError(call("GET", `${stream}?after=-1`), "invalid-request");
  await expectError(call("GET", "/api/registers/ball/stream"), "no-such-register");
});

test("a display is made with its link, listed without it, and removed", async () => {
  const made = await call<{ id: number; link: string }>("POST", `${gala}/displays`, {
    body: { door: "north" },
  });
  expect(made).toMatchObject({
    status: 201,
    body: { door: "north", names: false, link: expect.stringMatching(/\/door\/[\w-]{22}$/) },
  });
  const { link: _, ...listed } = made.body;
  expect((await call("GET", `${gala}/displays`)).body).toEqual({ displays: [listed] });
  const path = `${gala}/displays/${made.body.id}`;
  expect((await call("DELETE", path)).status).toBe(204);
  await expectError(call("DELETE", path), "no-such-display");
  await expectError(call("GET", "/api/registers/ball/displays"), "no-such-register");
});

test("every endpoint of registers was tested, here or in the tests of a kind", () => {
  const untested = described.api
    .untestedEndpoints()
    .filter((name) => /registers|\/register$/.test(name))
    .filter((name) => !/\/(rounds|due$|history|answers|reports)/.test(name));
  expect(untested).toEqual([]);
});
