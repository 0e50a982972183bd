import { expect, test } from "vitest";
import { postScan, readJson } from "../../testing/test-hub.ts";
import { useGala } from "./testing/gala.ts";

const { described, call, readGala, expectError } = useGala();
const gala = "/api/registers/gala";
type Verdict = { code: string; movement: number; message: string };
type Entries = { entries: { id: number; label: string }[]; next?: number };

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

test("every endpoint of registers was tested, here, with the lists, or in the tests of a kind", () => {
  const untested = described.api
    .untestedEndpoints()
    .filter((name) => /registers|\/register$/.test(name))
    .filter((name) => !/\/(rounds|due$|history|answers|reports)/.test(name))
    .filter((name) => !/\/(import|export|labels|codes|empty|try)/.test(name))
    .filter((name) => !/^DELETE .*\/entries\//.test(name));
  expect(untested).toEqual([]);
});
