import { verdictType } from "@scanhook/webhook";
import { beforeEach, expect, test } from "vitest";
import { useDescribedHub } from "../testing/described-hub.ts";

const described = useDescribedHub();
const parts = "/api/registers/parts";
type Booking = { quantity: number; here: number; total: number; unnamed?: number };
type Verdict = { code: string; word: string; movement: number; may?: string[]; booking?: Booking };
type Told = { ok: boolean; message: string; verdict: Verdict };
type Refusal = { error: { code: string; message: string } };
type Entry = { id: number; label: string; version: number; stock?: { quantity: number }[] };

beforeEach(async () => {
  const { owner } = described;
  await owner("DELETE", parts);
  for (const inbox of ["storeroom", "yard"])
    await owner("DELETE", `/api/inboxes/${inbox}?scans=delete`);
  await owner("POST", "/api/inboxes", { name: "storeroom" });
  for (const user of ["ada", "bob"]) await addUser("storeroom", user);
  await owner("POST", "/api/registers", { name: "parts", kind: "stock" });
  await owner("PUT", "/api/inboxes/storeroom/register", { register: "parts", action: "add" });
  await owner("POST", `${parts}/import`, {
    ...{ text: "code,name\nP-A,Shelf A\nSCREW,Screws\nFLOUR,Flour\n", key: "code", label: "name" },
  });
  await change("Shelf A", { role: "place" });
  await change("Flour", { unit: "kg", minimum: 2.5 });
});

const addUser = (inbox: string, user: string) =>
  described.owner("POST", `/api/inboxes/${inbox}/credentials`, {
    ...{ user, password: `${user}-password` },
  });
const call = <Body>(method: string, path: string, body?: object) =>
  described.api.call<Body>(method, `${parts}${path}`, { body });
const find = async (text: string): Promise<Entry> =>
  (await call<{ entries: Entry[] }>("GET", `/entries?text=${encodeURIComponent(text)}`)).body
    .entries[0]!;
const change = async (label: string, body: object) =>
  call<Entry & Refusal>("PATCH", `/entries/${(await find(label)).id}`, body);

let scans = 0;
/** Sends a request to the inbox as a user; a content is a scan. */
async function ask<T = Told>(
  path: string,
  {
    inbox = "storeroom",
    user = "ada",
    content,
    accept = verdictType,
  }: { inbox?: string; user?: string; content?: string; accept?: string } = {},
) {
  scans += 1;
  const scan = { identifier: `scan-${scans}`, date: new Date().toISOString(), content };
  const basic = Buffer.from(`${user}:${user}-password`).toString("base64");
  const response = await fetch(`${described.hub.base}/in/${inbox}${path}`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}`, accept, "content-type": "application/json" },
    ...(content !== undefined && { body: JSON.stringify(scan) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T };
}

test("a phone adds with its quantity, corrects it, undoes it, and puts the place down", async () => {
  expect((await ask("", { content: "P-A" })).body.verdict).toMatchObject({
    ...{ code: "place-set", hand: { action: "add", place: "Shelf A" } },
  });
  const added = (await ask("?quantity=12", { content: "SCREW" })).body.verdict;
  expect(added).toMatchObject({ word: "ADDED 12", booking: { quantity: 12, here: 12, total: 12 } });
  expect(added.may).toEqual(["undo", "correct"]);
  const none = (await ask(`/correct/${added.movement}?quantity=0`)).body;
  expect(none.message).toBe("NO. Screws: enter a number greater than 0.");
  const corrected = (await ask(`/correct/${added.movement}?quantity=2,5`)).body;
  expect(corrected.message).toBe("YES. Screws: 2.5 added to Shelf A; 2.5 there.");
  const foreign = await ask<Refusal>(`/undo/${corrected.verdict.movement}`, { user: "bob" });
  expect([foreign.status, foreign.body.error.code]).toEqual([403, "not-a-supervisor"]);
  expect((await ask(`/undo/${corrected.verdict.movement}`)).body.verdict.code).toBe("undone");
  expect((await ask("/put-down")).status).toBe(204);
  expect((await ask("", { content: "SCREW" })).body.verdict.code).toBe("no-place");
});

test("a user is another one than the user of the same name in another inbox", async () => {
  const { owner } = described;
  await owner("POST", "/api/inboxes", { name: "yard" });
  await addUser("yard", "ada");
  await owner("PUT", "/api/inboxes/yard/register", { register: "parts", action: "add" });
  await ask("", { content: "P-A" });
  const added = (await ask("?quantity=12", { content: "SCREW" })).body.verdict;
  const corrected = (await ask(`/correct/${added.movement}?quantity=11`)).body.verdict;
  const again = (await ask(`/correct/${corrected.movement}?quantity=10`)).body.verdict;
  for (const path of [`/undo/${again.movement}`, `/correct/${again.movement}?quantity=1`]) {
    const foreign = await ask<Refusal>(path, { inbox: "yard" });
    expect([foreign.status, foreign.body.error?.code]).toEqual([403, "not-a-supervisor"]);
  }
  const undone = (await ask(`/undo/${again.movement}`)).body.verdict;
  expect(undone.code).toBe("undone");
  expect((await ask(`/undo/${undone.movement}`, { inbox: "yard" })).status).toBe(403);
  expect((await ask(`/undo/${undone.movement}`)).body.verdict.code).toBe("nothing-to-undo");
});

test.each([
  ["?quantity=many", "“many” is no quantity"],
  ["?quantity=1,250", "“1,250” may be 1250 or 1.250; write it without the comma, or with a point."],
  ["?quantity=-3", "“-3” is no quantity"],
  ["?quantity=0.0001", "“0.0001” is no quantity"],
  ["?quantity=9999999999", "9999999999 is too much"],
  ["?quantity=12&quantity=12", "Give the quantity only once."],
])("a scan with %s is refused with a sentence", async (path, sentence) => {
  const refused = await ask<Refusal>(path, { content: "SCREW" });
  expect([refused.status, refused.body.error.code]).toEqual([422, "not-a-quantity"]);
  expect(refused.body.error.message).toContain(sentence);
});

test("a parameter quantity says nothing where no stock is fed", async () => {
  const { owner } = described;
  const send = async (content: string) =>
    (await ask("?quantity=large&quantity=2", { inbox: "yard", content })).status;
  await owner("POST", "/api/inboxes", { name: "yard" });
  await addUser("yard", "ada");
  expect(await send("a box")).toBe(204);
  await owner("DELETE", "/api/registers/gala");
  await owner("POST", "/api/registers", { name: "gala", kind: "check-in" });
  await owner("PUT", "/api/inboxes/yard/register", { register: "gala" });
  expect(await send("T-1")).toBe(200);
  await owner("PUT", "/api/inboxes/yard/register", { register: "parts" });
  expect(await send("SCREW")).toBe(422);
});

test("a sender that sees only a status gets 200 for what was booked and 409 for what was not", async () => {
  const scan = (content: string) => ask<string>("", { content, accept: "*/*" });
  expect(await scan("SCREW")).toEqual({ status: 409, body: "NO. Scan the code of a place first." });
  expect(await scan("P-A")).toEqual({ status: 200, body: "YES. Now adding to Shelf A." });
  const body = "YES. Screws: 1 added to Shelf A; 1 there.";
  expect(await scan("SCREW")).toEqual({ status: 200, body });
  expect((await scan("(01)04006381333932")).body).toBe(
    "NO. The check digit of this code is wrong: scan it again, or replace the label.",
  );
});

test("an article that a scan added is named on the phone, once", async () => {
  await ask("", { content: "P-A" });
  const { verdict } = (await ask("", { content: "4006381333931" })).body;
  expect(verdict).toMatchObject({ code: "unnamed", may: ["undo", "correct", "name"] });
  const corrected = (await ask(`/correct/${verdict.movement}?quantity=1`)).body.verdict;
  expect(corrected.may).toEqual(["undo", "correct", "name"]);
  expect(corrected.booking!.unnamed).toBe(verdict.booking!.unnamed);
  const path = `/name/${verdict.booking!.unnamed}?label=`;
  expect((await ask<Refusal>(`${path}%0A`)).body.error.code).toBe("not-a-label");
  expect((await ask(`${path}Text%20marker`, { user: "bob" })).status).toBe(204);
  expect((await ask<Refusal>(`${path}Other`)).body.error.code).toBe("already-named");
  expect((await ask("", { content: "4006381333931" })).body).toMatchObject({
    ...{ ok: true, verdict: { title: "Text marker", booking: { total: 2 } } },
  });
});

test("of two phones that name an article at once, one is told that it has a name", async () => {
  await ask("", { content: "P-A" });
  for (const content of ["4006381333931", "NEW-1", "NEW-2"]) {
    const { unnamed } = (await ask("", { content })).body.verdict.booking!;
    const [first, second] = await Promise.all([
      ask<Refusal>(`/name/${unnamed}?label=Marker`),
      ask<Refusal>(`/name/${unnamed}?label=Pen`, { user: "bob" }),
    ]);
    expect([first.status, second.status].sort()).toEqual([204, 409]);
    const label = first.status === 204 ? "Marker" : "Pen";
    expect((await find(content)).label).toBe(label);
  }
});

test("a quantity that is given twice is refused where a booking is corrected, too", async () => {
  await ask("", { content: "P-A" });
  const { movement } = (await ask("", { content: "SCREW" })).body.verdict;
  const refused = await ask<Refusal>(`/correct/${movement}?quantity=12&quantity=12`);
  expect([refused.status, refused.body.error.code]).toEqual([422, "not-a-quantity"]);
});

test("an act that does not exist, or that nobody is known to do, is refused with its reason", async () => {
  const { owner } = described;
  const refusal = async (path: string) => {
    const { status, body } = await ask<Refusal>(path);
    return [status, body.error?.code];
  };
  const { id } = await find("Screws");
  const acts = ["/undo/999999", "/correct/999999?quantity=1", "/undo/x", "/correct/0?quantity=1"];
  for (const path of acts) expect(await refusal(path)).toEqual([404, "no-such-movement"]);
  await owner("PATCH", "/api/inboxes/storeroom/credentials/ada", { supervisor: true });
  for (const path of acts) expect(await refusal(path)).toEqual([404, "no-such-movement"]);
  for (const path of [`/check-in/${id}`, "/let-in/1"])
    expect(await refusal(path)).toEqual([422, "not-an-action"]);
  expect((await call<Refusal>("POST", "/movements/999999/undo")).body.error.code).toBe(
    "no-such-movement",
  );
  await owner("PATCH", "/api/inboxes/storeroom", { open: true });
  for (const path of [...acts, `/name/${id}?label=Screws`])
    expect(await refusal(path)).toEqual([403, "needs-a-user"]);
});

test("the owner books by hand in units, and reads quantities in units", async () => {
  const [flour, shelf] = [(await find("Flour")).id, (await find("Shelf A")).id];
  const act = (body: object) => call<Verdict & Refusal>("POST", `/entries/${flour}/act`, body);
  expect((await act({ action: "add", quantity: 3.125, place: shelf })).body).toMatchObject({
    ...{ code: "added", booking: { quantity: 3.125, here: 3.125, unit: "kg" } },
  });
  const low = await act({ action: "remove", quantity: 1, place: shelf });
  expect(low.body).toMatchObject({ code: "low", result: "look" });
  expect(await find("Flour")).toMatchObject({
    ...{ minimum: 2.5, unit: "kg", stock: [{ place: shelf, label: "Shelf A", quantity: 2.125 }] },
  });
  const { movements } = (await call<{ movements: object[] }>("GET", `/movements?limit=1`)).body;
  expect(movements).toMatchObject([{ delta: -1, place: { id: shelf, label: "Shelf A" } }]);
});

test.each([
  [{ action: "in" }, 422, "not-an-action", "The kind stock has no action “in”"],
  [{ action: "add", quantity: 1.0005 }, 422, "not-a-quantity", "at most three decimals"],
  [{ action: "add", quantity: -1 }, 400, "invalid-request", "quantity must be >= 0"],
  [{ action: "add", place: "Screws" }, 422, "not-a-place", "give it the role place"],
  [{ action: "add", from: "Shelf A" }, 422, "not-a-place", "Only a move has a place"],
])("an act %j is refused with a sentence", async (body, status, code, sentence) => {
  const { id } = await find("Screws");
  const { place, from, ...act } = body as Partial<Record<string, string | number>>;
  const refused = await call<Refusal>("POST", `/entries/${id}/act`, {
    ...act,
    ...(place && { place: (await find(String(place))).id }),
    ...(from && { from: (await find(String(from))).id }),
  });
  expect([refused.status, refused.body.error.code]).toEqual([status, code]);
  expect(refused.body.error.message).toContain(sentence);
});

test("a scan is tried with a place only if that is one", async () => {
  const attempt = async (label: string) =>
    call<Verdict & Refusal>("POST", "/try", {
      ...{ content: "SCREW", action: "add", place: (await find(label)).id },
    });
  expect((await attempt("Shelf A")).body.code).toBe("added");
  expect((await attempt("Flour")).body.error).toMatchObject({ code: "not-a-place" });
});

test("the unit of an article and the role of a place stay while something is there", async () => {
  const [flour, shelf] = [(await find("Flour")).id, (await find("Shelf A")).id];
  await call("POST", `/entries/${flour}/act`, { action: "add", quantity: 3, place: shelf });
  for (const [label, body] of [
    ["Flour", { unit: "g" }],
    ["Flour", { role: "place" }],
    ["Shelf A", { role: null }],
  ] as const)
    expect((await change(label, body)).body.error.code).toBe("stock-in-the-way");
  await call("POST", `/entries/${flour}/act`, { action: "count", quantity: 0, place: shelf });
  expect((await change("Flour", { unit: "g" })).body).toMatchObject({ unit: "g" });
});

test("a register is refused rules, actions and days of another kind", async () => {
  const { owner } = described;
  const refusal = async (method: string, path: string, body: object) =>
    ((await (await owner(method, path, body)).json()) as Refusal).error.message;
  expect(await refusal("PATCH", parts, { rules: { capacity: 3 } })).toMatch(
    /^capacity is a rule of the kind check-in/,
  );
  expect(await refusal("PATCH", parts, { keepDays: 3 })).toMatch(/^Only the guests/);
  expect(
    await refusal("PUT", "/api/inboxes/storeroom/register", { register: "parts", action: "in" }),
  ).toBe("The kind stock has no action “in”; it has count, add, remove, move.");
});

test("a round is begun once, counted by phones, read, applied and taken back", async () => {
  const { owner } = described;
  await ask("", { content: "P-A" });
  await ask("?quantity=10", { content: "SCREW" });
  await owner("PUT", "/api/inboxes/storeroom/register", { register: "parts", action: "count" });
  type Round = { id: number; endedAt?: string; differences: object };
  const begun = await call<Round>("POST", "/rounds", {});
  expect(begun).toMatchObject({ status: 201, body: { visited: 0, places: 1, counted: 0 } });
  const round = `/rounds/${begun.body.id}`;
  expect((await call<Refusal>("POST", "/rounds", {})).body.error.code).toBe("round-open");
  expect((await call<Refusal>("POST", `${round}/apply`)).body.error.code).toBe("round-not-ended");
  await ask("", { content: "P-A" });
  expect((await ask("?quantity=8", { content: "SCREW" })).body.message).toBe(
    "YES. Screws: 8 counted at Shelf A; 10 expected.",
  );
  const more = (await ask("?quantity=1", { content: "SCREW" })).body.verdict;
  expect((await ask(`/undo/${more.movement}`)).body.verdict.code).toBe("undone");
  expect((await call<Round>("POST", `${round}/end`)).body.differences).toEqual({ different: 1 });
  expect((await call<Round>("GET", round)).body.differences).toEqual({ different: 1 });
  expect((await call("GET", "/rounds/999")).status).toBe(404);
  const list = await call<{ differences: object[] }>(
    "GET",
    `${round}/differences?kind=differences`,
  );
  expect(list.body.differences).toMatchObject([
    { label: "Screws", placeLabel: "Shelf A", counted: 8, booked: 10, delta: -2 },
  ]);
  expect((await call("POST", `${round}/apply`)).body).toEqual({ movements: 1 });
  expect((await find("Screws")).stock).toMatchObject([{ quantity: 8 }]);
  expect((await call("POST", `${round}/undo`)).body).toEqual({ movements: 1 });
  expect((await find("Screws")).stock).toMatchObject([{ quantity: 10 }]);
  const { movements } = (await call<{ movements: { code: string }[] }>("GET", "/movements")).body;
  expect(movements.map(({ code }) => code).filter((code) => code.startsWith("round"))).toEqual([
    ...["round-undone", "round-applied", "round-ended", "round-begun"],
  ]);
  expect((await call<Refusal>("POST", "/rounds/999/end")).body.error.code).toBe("no-such-round");
  expect((await call<{ rounds: Round[] }>("GET", "/rounds")).body.rounds).toHaveLength(1);
  const csv = (await call<string>("GET", `${round}/export`)).body;
  expect(csv.split(/\r?\n/)[1]).toMatch(/^\d+,Screws,SCREW,Shelf A,different,8,10,-2,,$/);
  const lines = (await call<string>("GET", `${round}/export?format=jsonl`)).body;
  expect(JSON.parse(lines)).toMatchObject({ label: "Screws", code: "SCREW", delta: -2 });
});

test("every endpoint of rounds was tested", () => {
  const untested = described.api.untestedEndpoints().filter((name) => name.includes("/rounds"));
  expect(untested).toEqual([]);
});
