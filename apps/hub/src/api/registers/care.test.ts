import { verdictType } from "@scanhook/webhook";
import { beforeEach, describe, expect, test } from "vitest";
import { useDescribedHub } from "../testing/described-hub.ts";

const described = useDescribedHub();
type Asked = { key: string; label: string };
type Verdict = {
  result: string;
  code: string;
  text: string;
  movement: number;
  may?: string[];
  loan?: { holder?: string; due?: string };
  hand?: { holder?: string };
  ask?: { before: boolean; questions: Asked[] };
};
type Refusal = { error: { code: string; message: string; field?: string } };
type Entry = {
  id: number;
  label: string;
  role?: string;
  care?: { status: string; holder?: { label: string } };
};

beforeEach(async () => {
  const { owner } = described;
  for (const name of ["tools", "fire", "parts"]) await owner("DELETE", `/api/registers/${name}`);
  for (const inbox of ["desk", "tour"]) {
    await owner("DELETE", `/api/inboxes/${inbox}?scans=delete`);
    await owner("POST", "/api/inboxes", { name: inbox });
    for (const user of ["ada", "bob"])
      await owner("POST", `/api/inboxes/${inbox}/credentials`, {
        ...{ user, password: `${user}-password` },
      });
  }
});

const call = <Body>(method: string, path: string, body?: object) =>
  described.api.call<Body>(method, `/api/registers${path}`, { body });
const add = (register: string, label: string, key: string, more: object = {}) =>
  call<Entry>("POST", `/${register}/entries`, { label, keys: [key], ...more });
const findEntry = async (text: string, register = "tools") =>
  (await call<{ entries: Entry[] }>("GET", `/${register}/entries?text=${encodeURIComponent(text)}`))
    .body.entries[0]!;
const bind = (inbox: string, register: string) =>
  described.owner("PUT", `/api/inboxes/${inbox}/register`, { register });

let scans = 0;
/** Sends a request to an inbox as a user; a content is a scan, else the body is sent. */
async function ask<Body = { ok: boolean; message: string; verdict: Verdict }>(
  path: string,
  {
    user = "ada",
    content,
    tag,
    body,
  }: { user?: string; content?: string; tag?: string; body?: object } = {},
) {
  scans += 1;
  const identifier = tag ?? `code-${scans}`;
  const scan = { identifier, date: new Date().toISOString(), content };
  const basic = Buffer.from(`${user}:${user}-password`).toString("base64");
  const response = await fetch(`${described.hub.base}/in${path}`, {
    method: "POST",
    headers: {
      ...{ authorization: `Basic ${basic}`, accept: verdictType },
      "content-type": "application/json",
    },
    body: JSON.stringify(content === undefined ? body : scan),
  });
  return { status: response.status, body: (await response.json()) as Body };
}
const scan = async (inbox: string, content: string, user = "ada") =>
  (await ask(`/${inbox}`, { content, user })).body.verdict;
const answer = (inbox: string, movement: number, answers: object, user = "ada") =>
  ask<{ verdict: Verdict } & Refusal>(`/${inbox}/answers/${movement}`, { user, body: { answers } });

describe("loans", () => {
  beforeEach(async () => {
    await call("POST", "", { name: "tools", kind: "loans", rules: { loanFor: "7 days" } });
    await bind("desk", "tools");
    await add("tools", "Grace Hopper", "t:M-1", { role: "person" });
    await add("tools", "Alan Turing", "t:M-2", { role: "person" });
    for (const number of [1, 2, 3]) await add("tools", `Drill ${number}`, `t:D-${number}`);
  });

  test("three drills go out with four scans, and come back without the person", async () => {
    expect(await scan("desk", "M-1")).toMatchObject({
      ...{ result: "yes", code: "holder-set", hand: { holder: "Grace Hopper" } },
    });
    for (const number of [1, 2, 3])
      expect(await scan("desk", `D-${number}`)).toMatchObject({
        ...{ result: "yes", code: "lent", may: ["undo"] },
        loan: { holder: "Grace Hopper", due: expect.stringContaining("T") },
      });
    const { body: register } = await call<{ care: object }>("GET", "/tools");
    expect(register.care).toMatchObject({ things: 3, people: 2, lent: 3, free: 0, overdue: 0 });
    await ask("/desk/put-down").catch(() => {});
    expect(await scan("desk", "D-2", "bob")).toMatchObject({ result: "yes", code: "returned" });
    const { body } = await call<{ entries: Entry[] }>("GET", "/tools/entries?care=lent");
    expect(body.entries.map(({ label }) => label)).toEqual(["Drill 1", "Drill 3"]);
  });

  test("a thing of another person is handed over once that is answered", async () => {
    await scan("desk", "M-1");
    await scan("desk", "D-1");
    await scan("desk", "M-2", "bob");
    const asked = await scan("desk", "D-1", "bob");
    expect(asked).toMatchObject({ result: "ask", code: "lent-to-other", ask: { before: true } });
    const wrong = await answer("desk", asked.movement, { "hand-over": "maybe" }, "bob");
    expect([wrong.status, wrong.body.error]).toMatchObject([
      422,
      {
        code: "not-an-answer",
        field: "hand-over",
        message: expect.stringContaining("one of yes, no"),
      },
    ]);
    expect((await answer("desk", asked.movement, { "hand-over": "yes" })).body.error.code).toBe(
      "not-a-supervisor",
    );
    const yes = await answer("desk", asked.movement, { "hand-over": "yes" }, "bob");
    expect(yes.body.verdict).toMatchObject({
      code: "handed-over",
      loan: { holder: "Alan Turing" },
    });
    const again = await answer("desk", asked.movement, { "hand-over": "yes" }, "bob");
    expect(again.body).toStrictEqual(yes.body);
    const other = await answer("desk", asked.movement, { "hand-over": "no" }, "bob");
    expect([other.status, other.body.error.code]).toEqual([409, "answered-already"]);
    const undone = await ask(`/desk/undo/${yes.body.verdict.movement}`, { user: "bob" });
    expect(undone.body.verdict).toMatchObject({ code: "undone", loan: { holder: "Grace Hopper" } });
  });

  test("a thing that came back before the answer is lent to the other person", async () => {
    await scan("desk", "M-1");
    await scan("desk", "D-1");
    await scan("desk", "M-2", "bob");
    const asked = await scan("desk", "D-1", "bob");
    const { id } = await findEntry("Drill 1");
    const back = await call<Verdict>("POST", `/tools/entries/${id}/act`, { action: "return" });
    expect(back.body.code).toBe("returned");
    const yes = await answer("desk", asked.movement, { "hand-over": "yes" }, "bob");
    expect(yes.body.verdict).toMatchObject({
      ...{ result: "yes", code: "lent", loan: { holder: "Alan Turing" } },
    });
    expect((await findEntry("Drill 1")).care).toMatchObject({ holder: { label: "Alan Turing" } });
  });

  test("neither a thing that is lent nor a person who has things changes its role", async () => {
    await scan("desk", "M-1");
    await scan("desk", "D-1");
    const [drill, grace] = [await findEntry("Drill 1"), await findEntry("Grace")];
    const change = ({ id }: Entry, role: "person" | null, register = "tools") =>
      call<Entry & Refusal>("PATCH", `/${register}/entries/${id}`, { role });
    const isLent = await change(drill, "person");
    expect([isLent.status, isLent.body.error]).toMatchObject([
      409,
      { code: "stock-in-the-way", field: "role", message: "It is lent; take it back first." },
    ]);
    const hasThings = await change(grace, null);
    expect([hasThings.status, hasThings.body.error]).toMatchObject([
      409,
      { field: "role", message: "This person has things; take them back first." },
    ]);
    await call("POST", "", { name: "fire", kind: "inspection", entriesFrom: "tools" });
    for (const refused of [
      await change(drill, "person", "fire"),
      await change(grace, null, "fire"),
    ])
      expect(refused.body.error).toMatchObject({ code: "stock-in-the-way", field: "role" });
    await call("DELETE", "/fire");
    await call("POST", `/tools/entries/${drill.id}/act`, { action: "return" });
    expect((await change(drill, "person")).body).toMatchObject({ role: "person" });
    expect((await change(grace, null)).body.role).toBeUndefined();
  });

  test("the owner lends by hand, sets a date, and hands out a receipt", async () => {
    const [{ id: drill }, { id: grace }] = [await findEntry("Drill"), await findEntry("Grace")];
    const act = { action: "lend", holder: grace, due: "2099-01-31" };
    expect((await call<Verdict>("POST", `/tools/entries/${drill}/act`, act)).body).toMatchObject({
      ...{ code: "lent", loan: { due: new Date(2099, 0, 31, 23, 59, 59).toISOString() } },
    });
    const due = await call<Verdict>("PUT", `/tools/entries/${drill}/due`, { due: "2099-02-01" });
    expect(due.body.code).toBe("due-set");
    expect(
      (await call<Refusal>("PUT", `/tools/entries/${drill}/due`, { due: "soon" })).body.error,
    ).toMatchObject({ code: "not-a-date", field: "due" });
    const empty = await call<Refusal>("PUT", `/tools/entries/${drill}/due`, { due: "" });
    expect(empty.body.error).toMatchObject({
      ...{ code: "not-a-date", field: "due" },
      message: expect.stringMatching(/^A date is a day such as 2026-12-06, .*\.$/),
    });
    const refused = await call<Refusal>("POST", `/tools/entries/${drill}/act`, {
      action: "lend",
      holder: drill,
    });
    expect(refused.body.error.code).toBe("not-a-person");
    const receipt = await described.owner(
      "GET",
      `/api/registers/tools/reports/receipt?holder=${grace}&format=csv`,
    );
    expect(await receipt.text()).toContain("Drill 1,D-1,");
    const pdf = await described.owner("GET", "/api/registers/tools/reports/loans");
    expect((await pdf.text()).slice(0, 5)).toBe("%PDF-");
    const noReport = await call<Refusal>("GET", "/tools/reports/due");
    expect(noReport.body.error.message).toBe("The kind loans has no report “due”.");
    const { body } = await call<{ movements: object[] }>("GET", `/tools/entries/${grace}/history`);
    expect(body.movements).toMatchObject([
      { register: "tools", code: "due-set", label: "Drill 1", dueDay: "2099-02-01" },
      {
        ...{ register: "tools", code: "lent", label: "Drill 1", dueDay: "2099-01-31" },
        holder: { label: "Grace Hopper" },
      },
    ]);
    await call("PUT", `/tools/entries/${drill}/due`, { due: "2099-02-01T12:00:00Z" });
    const { body: journal } = await call<{ movements: object[] }>("GET", "/tools/movements");
    expect(journal.movements[0]).toMatchObject({ due: "2099-02-01T12:00:00.000Z" });
    expect(journal.movements[0]).not.toHaveProperty("dueDay");
    expect(journal.movements[1]).toMatchObject({ code: "due-set", dueDay: "2099-02-01" });
  });
});

describe("an inspection", () => {
  const questions = [
    { key: "seal", label: "Seal intact?", type: "pass-fail", required: true },
    { key: "bar", label: "Pressure", type: "number", unit: "bar", min: 12, max: 15 },
  ];

  beforeEach(async () => {
    const rules = { questions, every: "1 year" };
    await call("POST", "", { name: "fire", kind: "inspection", rules });
    await bind("tour", "fire");
    await add("fire", "Extinguisher 7", "u:04:A2:B3:C4:D5:E6:F7");
  });

  test("asks its checklist, keeps the answers, and says what failed", async () => {
    const { body } = await ask("/tour", { content: "", tag: "04:A2:B3:C4:D5:E6:F7" });
    const asked = body.verdict;
    expect(body).toMatchObject({ ok: false, message: "ASK. Extinguisher 7: answer 2 questions." });
    expect(asked).toMatchObject({ result: "ask", code: "checklist", ask: { questions } });
    const failed = await answer("tour", asked.movement, { seal: "fail", bar: 11.5 });
    expect(failed.body.verdict).toMatchObject({
      ...{ result: "look", code: "failed" },
      text: "Extinguisher 7: Seal intact? fail; Pressure: 11.5 bar. It has failed.",
    });
    const { body: fire } = await call<{ care: object }>("GET", "/fire");
    expect(fire.care).toMatchObject({ things: 1, failed: 1, never: 0, due: 0 });
    const log = await described.owner("GET", "/api/registers/fire/reports/log?format=csv");
    expect(await log.text()).toContain(
      "Extinguisher 7,,ada,failed,Seal intact? fail; Pressure: 11.5 bar",
    );
    const due = await described.owner("GET", "/api/registers/fire/reports/due?format=csv");
    expect(await due.text()).toContain("Extinguisher 7,,,");
    const tag = await described.api.call<object>("GET", "/api/tags/04A2B3C4D5E6F7");
    expect(tag.body).toMatchObject({ entries: [{ register: "fire", label: "Extinguisher 7" }] });
  });

  test("is decided by the checklist that was asked, and once", async () => {
    const asked = (await ask("/tour", { content: "", tag: "04:A2:B3:C4:D5:E6:F7" })).body.verdict;
    await call("PATCH", "/fire", { rules: { every: "1 month" } });
    const missing = await answer("tour", asked.movement, { bar: 13 });
    expect(missing.body.error).toMatchObject({ code: "not-an-answer", field: "seal" });
    const passed = await answer("tour", asked.movement, { bar: 13, seal: "pass" });
    expect(passed.body.verdict).toMatchObject({ result: "yes", code: "passed" });
    const next = (await ask("/tour", { content: "", tag: "04:A2:B3:C4:D5:E6:F7" })).body.verdict;
    expect(next).toMatchObject({ result: "yes", code: "seen" });
  });

  test("has the places of a stock in its counts, its filters and its list of what is due", async () => {
    await call("POST", "", { name: "parts", kind: "stock" });
    await add("parts", "Screws", "t:S-1");
    const { body: shelf } = await add("parts", "Shelf A", "t:A-1", { role: "place" });
    await add("parts", "Shelf B", "t:B-1", { role: "place" });
    const rules = { every: "1 year" };
    await call("POST", "", { name: "shelves", kind: "inspection", entriesFrom: "parts", rules });
    await call("PUT", `/shelves/entries/${shelf.id}/due`, { due: "2020-02-01" });
    const { body: shelves } = await call<{ care: object }>("GET", "/shelves");
    expect(shelves.care).toMatchObject({ things: 2, missed: 1, overdue: 0, never: 2 });
    const now = new Date().toISOString();
    const dated = await call<{ entries: Entry[] }>("GET", `/shelves/entries?dueBefore=${now}`);
    expect(dated.body.entries).toMatchObject([{ label: "Shelf A" }]);
    const due = await described.owner("GET", "/api/registers/shelves/reports/due?format=csv");
    const text = await due.text();
    expect(text).toContain("Shelf A");
    expect(text).not.toContain("Shelf B");
    await call("DELETE", "/shelves");
  });

  test("shares its things with loans, and a thing has one history", async () => {
    await call("POST", "", { name: "tools", kind: "loans", entriesFrom: "fire" });
    const { body } = await call<{ entries: Entry[] }>("GET", "/tools/entries");
    const { id } = body.entries[0]!;
    await add("tools", "Grace Hopper", "t:M-1", { role: "person" });
    const grace = (await call<{ entries: Entry[] }>("GET", "/tools/entries?role=person")).body
      .entries[0]!.id;
    await call("POST", `/tools/entries/${id}/act`, { action: "lend", holder: grace });
    const asked = await call<Verdict>("POST", `/fire/entries/${id}/act`, { action: "inspect" });
    expect(asked.body).toMatchObject({ result: "ask", ask: { questions } });
    const path = `/fire/movements/${asked.body.movement}/answers`;
    const readHistory = async () =>
      (await call<{ movements: object[] }>("GET", `/tools/entries/${id}/history`)).body.movements;
    const lent = { register: "tools", code: "lent", holder: { label: "Grace Hopper" } };
    expect(await readHistory()).toMatchObject([{ register: "fire", code: "checklist" }, lent]);
    const answers = { seal: "pass", bar: 12.5 };
    const passed = await call<Verdict>("POST", path, { answers });
    expect(passed.body.code).toBe("passed");
    const bar = { key: "bar", value: 12.5, unit: "bar" };
    const { body: journal } = await call<{ movements: object[] }>("GET", "/fire/movements");
    expect(journal.movements).toMatchObject([
      { code: "passed", answers: [{ key: "seal", value: "pass" }, bar] },
      { code: "checklist" },
    ]);
    expect(await readHistory()).toMatchObject([
      { register: "fire", ...journal.movements[0] },
      lent,
    ]);
    expect((await call<Entry>("GET", `/tools/entries/${id}`)).body.care).toMatchObject({
      status: "lent",
    });
    expect((await call<Entry>("GET", `/fire/entries/${id}`)).body.care).toMatchObject({
      status: "passed",
    });
    await call("DELETE", "/tools");
  });
});

test("every endpoint of loans and inspections was tested", () => {
  const untested = described.api
    .untestedEndpoints()
    .filter((name) => /registers.*\/(due$|history|answers|reports)/.test(name));
  expect(untested).toEqual([]);
});
