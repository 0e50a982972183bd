import { verdictType } from "@scanhook/webhook";
import { beforeEach, expect, test } from "vitest";
import { hubTexts } from "../../texts/hub-texts.ts";
import { verdictTexts } from "../../texts/verdict-texts.ts";
import { useDescribedHub } from "../testing/described-hub.ts";

const described = useDescribedHub();
const gala = "/api/registers/gala";
type Told = {
  ok: boolean;
  verdict: { code: string; text: string; movement: number; may?: string[] };
};
type Line = { door: string; action: string; code: string; forced: boolean };

beforeEach(async () => {
  const { owner } = described;
  await owner("DELETE", gala);
  await owner("DELETE", "/api/inboxes/door?scans=delete");
  await owner("POST", "/api/inboxes", { name: "door" });
  for (const user of ["boss", "helper"])
    await owner("POST", "/api/inboxes/door/credentials", { user, password: `${user}-password` });
  await owner("PATCH", "/api/inboxes/door/credentials/boss", { supervisor: true });
  await owner("POST", "/api/registers", { name: "gala", kind: "check-in", rules: { capacity: 1 } });
  await owner("PUT", "/api/inboxes/door/register", { register: "gala" });
  const text = "ticket,name,table,mail\nT-1,Ada Lovelace,7,ada@example.org\nT-2,Alan Turing,,\n";
  await owner("POST", `${gala}/import`, { text, key: "ticket", label: "name" });
});

let scans = 0;
/** Sends a request to the inbox as a user; a body is a scan. */
async function ask<T = Told>(
  user: string,
  method: string,
  path = "",
  content?: string,
  language = "en",
) {
  scans += 1;
  const scan = { identifier: `scan-${scans}`, date: new Date().toISOString(), content };
  const basic = Buffer.from(`${user}:${user}-password`).toString("base64");
  const response = await fetch(`${described.hub.base}/in/door${path}`, {
    method,
    headers: {
      ...(user && { authorization: `Basic ${basic}` }),
      ...(content !== undefined && { "content-type": "application/json" }),
      accept: verdictType,
      origin: "https://scanner.example",
      "accept-language": language,
    },
    ...(content !== undefined && { body: JSON.stringify(scan) }),
  });
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, body: (text ? JSON.parse(text) : undefined) as T };
}
const readJournal = async () =>
  (await described.api.call<{ movements: Line[] }>("GET", `${gala}/movements`)).body.movements;

test("only a supervisor is told what may follow, and undoes a check-in under their own name", async () => {
  const asHelper = await ask("helper", "POST", "", "T-1");
  expect(asHelper.body.verdict.may).toBeUndefined();
  const { movement } = asHelper.body.verdict;
  const refused = await ask<{ error: { code: string; message: string } }>(
    ...(["helper", "POST", `/undo/${movement}`] as const),
  );
  expect([refused.status, refused.body.error.code]).toEqual([403, "not-a-supervisor"]);
  expect(refused.headers.get("access-control-allow-origin")).toBe("*");

  const undone = await ask("boss", "POST", `/undo/${movement}`);
  expect(undone.body).toMatchObject({ ok: true, verdict: { code: "undone" } });
  const [line] = await readJournal();
  expect(line).toMatchObject({ door: "boss", action: "undo" });
  expect((await ask("boss", "POST", "", "T-1")).body.verdict.may).toEqual(["find", "undo"]);
  const again = await ask("boss", "POST", `/undo/${movement}`);
  expect([again.status, again.body.ok]).toEqual([200, false]);
});

test("a supervisor lets in anyway whom a rule refused, but no unknown code", async () => {
  await ask("helper", "POST", "", "T-1");
  const full = (await ask("boss", "POST", "", "T-2")).body.verdict;
  expect(full).toMatchObject({ code: "full", may: ["find", "let-in"] });
  const letIn = await ask("boss", "POST", `/let-in/${full.movement}`);
  expect(letIn.body.verdict).toMatchObject({ code: "checked-in" });
  expect((await readJournal())[0]).toMatchObject({ door: "boss", forced: true });
  const unknown = (await ask("boss", "POST", "", "T-9")).body.verdict;
  expect(unknown).toMatchObject({ code: "unknown", may: ["find"] });
  expect((await ask("boss", "POST", `/let-in/${unknown.movement}`)).status).toBe(404);
});

test("a supervisor lets a guest in again who left without a scan, and takes that back", async () => {
  await ask("helper", "POST", "", "T-1");
  const inside = (await ask("boss", "POST", "", "T-1")).body.verdict;
  expect(inside).toMatchObject({ code: "already-in", may: ["find", "let-in"] });
  const letIn = await ask("boss", "POST", `/let-in/${inside.movement}`);
  expect(letIn.body).toMatchObject({ ok: true, verdict: { code: "checked-in" } });
  const twice = await ask("boss", "POST", `/let-in/${inside.movement}`);
  expect(twice.body).toMatchObject({ ok: false, verdict: { code: "just-now" } });
  const readInside = async () =>
    (await described.api.call<{ inside: number }>("GET", gala)).body.inside;
  expect(await readInside()).toBe(1);
  const undone = await ask("boss", "POST", `/undo/${letIn.body.verdict.movement}`);
  expect(undone.body.verdict).toMatchObject({
    code: "undone",
    text: "Undone: Ada Lovelace is still inside.",
  });
  expect(await readInside()).toBe(1);
  expect((await ask("boss", "POST", "", "T-1")).body.verdict.code).toBe("already-in");
});

test("a supervisor finds a guest by a part of the name, and checks them in", async () => {
  const found = await ask<{ entries: { id: number; label: string; keys?: string[] }[] }>(
    ...(["boss", "GET", "/entries?text=lovel"] as const),
  );
  expect(found.body.entries).toMatchObject([{ label: "Ada Lovelace" }]);
  expect(found.body.entries[0]).toHaveProperty("fields", { table: "7" });
  expect(found.body.entries[0]!.keys).toBeUndefined();
  const { id } = found.body.entries[0]!;
  expect((await ask("boss", "POST", `/check-in/${id}`)).body.ok).toBe(true);
  expect((await ask("boss", "POST", `/check-in/${id}`)).body).toMatchObject({
    ok: false,
    verdict: { code: "just-now" },
  });
  for (const path of ["/check-in/999999", "/check-in/x", "/undo/-1"])
    expect((await ask("boss", "POST", path)).status, path).toBe(404);
  expect((await ask("helper", "GET", "/entries?text=")).status).toBe(403);
});

test("what only a stock does is refused in a check-in", async () => {
  const { movement } = (await ask("boss", "POST", "", "T-1")).body.verdict;
  for (const path of [`/correct/${movement}?quantity=2`, "/name/1?label=Ada"]) {
    const refused = await ask<{ error: { code: string; message: string } }>("boss", "POST", path);
    expect([refused.status, refused.body.error.code]).toEqual([422, "not-an-action"]);
    expect(refused.body.error.message).toMatch(
      /^The kind check-in has no action “(correct|name)”\.$/,
    );
  }
  const missing = await ask<{ error: { code: string } }>("boss", "POST", "/let-in/999999");
  expect([missing.status, missing.body.error.code]).toEqual([404, "no-such-movement"]);
});

test("nobody does any of it without a password, or where no register is fed", async () => {
  const anonymous = await ask("", "GET", "/entries?text=");
  expect(anonymous.status).toBe(401);
  expect(anonymous.headers.get("www-authenticate")).toMatch(/^Basic /);
  const preflight = await ask("", "OPTIONS", "/undo/1");
  expect(preflight.status).toBe(204);
  await described.owner("DELETE", "/api/inboxes/door/register");
  const unbound = await ask("boss", "GET", "/entries?text=");
  expect(unbound.status).toBe(403);
});

test("without a password an act is challenged, and in an open inbox nobody is a supervisor", async () => {
  const acts = [
    ["POST", "/undo/1"],
    ["POST", "/let-in/1"],
    ["POST", "/check-in/1"],
    ["GET", "/entries?text=ada"],
  ] as const;
  for (const [method, path] of acts) {
    const { status, headers } = await ask("", method, path);
    expect([path, status, headers.get("www-authenticate")]).toEqual([
      path,
      401,
      expect.stringMatching(/^Basic /),
    ]);
  }
  await described.owner("PATCH", "/api/inboxes/door", { open: true });
  for (const [method, path] of acts) {
    expect([path, (await ask("", method, path)).status]).toEqual([path, 403]);
  }
});

test("an act is a scan in words without names, and goes out only over a route that names its inbox", async () => {
  const { owner } = described;
  const { call } = described.api;
  const settings = { url: "https://example.org/" };
  await owner("POST", "/api/destinations", { name: "there", kind: "http", settings });
  await owner("PATCH", "/api/destinations/there", { state: "held" });
  const route = { destination: "there", shape: { format: "scan" } };
  await owner("POST", "/api/routes", { ...route, name: "everything" });
  await owner("POST", "/api/routes", { ...route, name: "acts", inbox: "register-events" });
  const readCount = async (query: string) =>
    (await call<{ total: number }>("GET", `/api/scans/per-day${query}`)).body.total;
  const before = { all: await readCount(""), acts: await readCount("?inbox=register-events") };

  const { movement } = (await ask("boss", "POST", "", "T-1")).body.verdict;
  await ask("boss", "POST", `/undo/${movement}`);

  type Scan = { id: number; content: string; verdict: { text: string } };
  const { scans } = (await call<{ scans: Scan[] }>("GET", "/api/scans?limit=2")).body;
  expect(scans).toMatchObject([
    { content: `Undo movement ${movement} of gala`, verdict: { code: "undone" } },
    { content: "T-1" },
  ]);
  expect(scans[0]!.verdict.text).toContain("Ada Lovelace");
  const routesOf = async ({ id }: Scan) =>
    (
      await call<{ deliveries: { route: string }[] }>("GET", `/api/deliveries?scan=${id}`)
    ).body.deliveries.map((delivery) => delivery.route);
  expect(await routesOf(scans[0]!)).toEqual(["acts"]);
  expect(await routesOf(scans[1]!)).toEqual(["everything"]);
  expect(await readCount("")).toBe(before.all + 1);
  expect(await readCount("?inbox=register-events")).toBe(before.acts + 1);

  const ids = scans.map(({ id }) => id);
  const count = async (name: string) =>
    (
      await call<{ matching: object }>("POST", "/api/scans/send/count", {
        body: { route: name, ids },
      })
    ).body;
  expect(await count("everything")).toMatchObject({ scans: 2, unmatched: { unsent: 1 } });
  expect(await count("acts")).toMatchObject({ scans: 2, unmatched: { unsent: 1 } });
  const preview = await call<{ scan: Scan }>("POST", "/api/preview", {
    body: { filter: {} },
  });
  expect(preview.body.scan.content).toBe("T-1");
});

test("an act on a phone, by hand and on trial is told in the language of its own request", async () => {
  const language = hubTexts.languages.at(-1)!;
  const { checkIn, common } = verdictTexts(language);
  const name = "Ada Lovelace";
  const { movement, text } = (await ask("boss", "POST", "", "T-1")).body.verdict;
  expect(text).toBe("Ada Lovelace is checked in.");
  const undone = await ask("boss", "POST", `/undo/${movement}`, undefined, language);
  expect(undone.body.verdict.text).toBe(checkIn.undoneOutside({ name }));

  const headers = { "accept-language": language };
  const own = async (path: string, body?: object) =>
    (await described.api.call<Told["verdict"]>("POST", `${gala}${path}`, { body, headers })).body;
  expect((await own("/try", { content: "T-9" })).text).toBe(common.unknown);
  const { entries } = (
    await described.api.call<{ entries: { id: number }[] }>("GET", `${gala}/entries?text=Ada`)
  ).body;
  const acted = await own(`/entries/${entries[0]!.id}/act`, { action: "in" });
  expect(acted.text).toBe(checkIn.checkedIn({ name }));
  const taken = await own(`/movements/${acted.movement}/undo`);
  expect(taken.text).toBe(checkIn.undoneOutside({ name }));
});
