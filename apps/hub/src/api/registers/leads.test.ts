import { beforeEach, expect, test } from "vitest";
import { useDescribedHub } from "../testing/described-hub.ts";

const described = useDescribedHub();
const fair = "/api/registers/fair";
type Verdict = { code: string; movement: number; text: string };
type Leads = { leads: { entry: number; label: string; ask?: { movement: number } }[]; more?: true };

const call = <Body>(method: string, path: string, body?: object) =>
  described.api.call<Body>(method, path, { body });
const listLeads = async (query = "") =>
  (await call<{ entries: { id: number; label: string }[] }>("GET", `${fair}/entries${query}`)).body
    .entries;

const people = ["maria", "ben"];

beforeEach(async () => {
  await described.owner("DELETE", fair);
  await described.owner("DELETE", "/api/inboxes/stand?scans=delete");
  await call("POST", "/api/inboxes", { name: "stand" });
  for (const user of people)
    await call("POST", "/api/inboxes/stand/credentials", { user, password: `${user}-password` });
  await call("POST", "/api/registers", { name: "fair", kind: "leads", keepDays: 30 });
  await described.owner("PUT", "/api/inboxes/stand/register", { register: "fair" });
});

const ask = (user: string, method: string, path: string, body?: object) =>
  fetch(`${described.hub.base}/in/stand${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${user}-password`).toString("base64")}`,
      "content-type": "application/json",
      accept: "application/vnd.scanhook.verdict+json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
let scans = 0;
const scan = async (user: string, content: string): Promise<Verdict> => {
  const body = { identifier: `${++scans}`, date: new Date().toISOString(), content };
  const answer = (await (await ask(user, "POST", "", body)).json()) as { verdict: Verdict };
  return answer.verdict;
};
const listOwn = async (user: string, query = "") =>
  (await (await ask(user, "GET", `/leads${query}`)).json()) as Leads;

test("each person sees the leads that they scanned, page by page", async () => {
  const first = await scan("maria", "MECARD:N:Lovelace,Ada;EMAIL:ada@example.com;;");
  await scan("maria", "mailto:alan@example.com");
  const known = await scan("ben", "mailto:ADA@example.com");
  expect(known).toMatchObject({ code: "known-lead", text: expect.stringContaining("by maria") });
  await ask("ben", "POST", `/answers/${known.movement}`, { answers: { note: "Wants a demo" } });
  const { leads, more } = await listOwn("maria", "?limit=1");
  expect([leads.map(({ label }) => label), more]).toEqual([["alan@example.com"], true]);
  expect(await listOwn("maria", `?before=${leads[0]!.entry}`)).toMatchObject({
    leads: [
      {
        ...{ label: "Ada Lovelace", scans: 2, fields: { Note: "Wants a demo" } },
        ...{ first: { by: "maria" }, last: { by: "ben" }, ask: { movement: first.movement } },
      },
    ],
  });
  expect((await listOwn("ben")).leads).toMatchObject([{ label: "Ada Lovelace" }]);
  expect((await listOwn("ben")).leads[0]).not.toHaveProperty("ask");
  expect(await listLeads("?by=ben")).toMatchObject([{ label: "Ada Lovelace" }]);
  expect(await listOwn("maria", "?text=ada")).toMatchObject({ leads: [{ label: "Ada Lovelace" }] });
  expect((await ask("eve", "GET", "/leads")).status).toBe(401);
});

test("a lead is deleted with its scans and its name in the journal, and all leads at once", async () => {
  await scan("maria", "MECARD:N:Zyzzyva,Ada;EMAIL:ada@example.com;;");
  await scan("maria", "mailto:alan@example.com");
  const [ada] = await listLeads();
  const { body } = await call("DELETE", `${fair}/entries/${ada!.id}`);
  expect(body).toEqual({ scans: 0 });
  expect(await listLeads()).toMatchObject([{ label: "alan@example.com" }]);
  const exported = await described.owner("GET", "/api/scans/export?format=jsonl");
  const text = await exported.text();
  expect(text).toContain("alan@example.com");
  expect(text).not.toContain("Zyzzyva");
  const journal = await call("GET", `${fair}/movements`);
  expect(JSON.stringify(journal.body)).not.toContain("Zyzzyva");
  expect((await call("DELETE", `${fair}/entries/${ada!.id}`)).status).toBe(404);
  expect((await call("POST", `${fair}/empty`)).body).toEqual({ deleted: 1 });
  expect((await call<{ scans: object[] }>("GET", "/api/scans?inbox=stand")).body.scans).toEqual([]);
});

test("only leads are deleted one by one, and only their inboxes list them", async () => {
  await call("POST", "/api/registers", { name: "gala", kind: "check-in" });
  const added = await call<{ id: number }>("POST", "/api/registers/gala/entries", { label: "Ada" });
  const refused = await call("DELETE", `/api/registers/gala/entries/${added.body.id}`);
  expect(refused.body).toMatchObject({
    error: { message: "Only a lead is deleted; block the entry instead." },
  });
  await described.owner("PUT", "/api/inboxes/stand/register", { register: "gala" });
  const other = await ask("maria", "GET", "/leads");
  expect(await other.json()).toMatchObject({
    error: { message: "This inbox feeds no register of leads." },
  });
  await described.owner("DELETE", "/api/registers/gala");
});
