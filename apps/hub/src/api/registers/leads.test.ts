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
/** Scans a code. Its identifier is no UID of a tag, whatever its number is. */
const scan = async (user: string, content: string): Promise<Verdict> => {
  const body = { identifier: `scan ${++scans}`, date: new Date().toISOString(), content };
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
  const asked = await scan("maria", "MECARD:N:Zyzzyva,Ada;EMAIL:ada@example.com;;");
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
  const late = await ask("maria", "POST", `/answers/${asked.movement}`, { answers: { rating: 4 } });
  expect([late.status, await late.json()]).toMatchObject([
    404,
    { error: { message: expect.stringMatching(/^This lead was deleted, /) } },
  ]);
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

test("leads are exported as a table that changes nothing when imported, and as vCards", async () => {
  const card =
    "BEGIN:VCARD\nVERSION:3.0\nN:Lovelace;Ada\nFN:Ada Lovelace\nORG:Analytical, Ltd\nTEL:+44 20 1\nEMAIL:ada@example.com\nEND:VCARD";
  const { movement } = await scan("maria", card);
  await ask("maria", "POST", `/answers/${movement}`, { answers: { rating: 4, note: "=1+1" } });
  await ask("maria", "POST", `/answers/${(await scan("maria", card)).movement}`, {
    answers: { note: "=Two" },
  });
  await scan("ben", "A 4711");
  const read = async (query: string) =>
    (await described.owner("GET", `${fair}/export?${query}`)).text();
  const csv = await read("format=csv");
  const [header, ...lines] = csv.replace("\uFEFF", "").trim().split("\r\n");
  expect(header).toBe(
    "id,label,group,code,keys,uid,attention,blocked,first scanned,by,by person,scans,First name,Last name,Company,Email,Phone,Rating,Note",
  );
  expect(lines[0]).toMatch(
    /,Ada Lovelace,.*,maria,,2,Ada,Lovelace,"Analytical, Ltd",.*,4,"'=1\+1\n=Two"$/,
  );
  expect(lines[1]).toMatch(/,A 4711,.*,ben,,1,,,,,,,$/);
  const again = await call("POST", `${fair}/import`, { text: csv });
  expect(again.body).toMatchObject({ rows: 2, same: 2, new: 0, changed: 0 });
  const ofRelease03 = csv
    .replace(",by person,", ",")
    .replace(",maria,,", ",maria,")
    .replace(",ben,,", ",ben,");
  const old = await call("POST", `${fair}/import`, { text: ofRelease03 });
  expect(old.body).toMatchObject({ rows: 2, same: 2, new: 0, changed: 0 });
  expect(await read("by=ben&format=csv")).not.toContain("Lovelace");
  const xlsx = await described.owner("GET", `${fair}/export?format=xlsx`);
  const file = Buffer.from(await xlsx.arrayBuffer()).toString("base64");
  const ofWorkbook = await call("POST", `${fair}/import`, { file });
  expect(ofWorkbook.body).toMatchObject({ rows: 2, same: 2, new: 0, changed: 0 });
  expect((await read("format=vcf")).split("\r\n")).toEqual([
    ...["BEGIN:VCARD", "VERSION:3.0", "N:Lovelace;Ada;;;", "FN:Ada Lovelace"],
    ...["ORG:Analytical\\, Ltd", "TEL:+44 20 1", "EMAIL:ada@example.com"],
    ...["NOTE:Rating: 4\\nNote: =1+1\\n=Two", "END:VCARD"],
    ...["BEGIN:VCARD", "VERSION:3.0", "N:;A 4711;;;", "FN:A 4711", "END:VCARD", ""],
  ]);
  const journal = await described.owner("GET", `${fair}/export?of=movements&format=vcf`);
  expect(await journal.json()).toMatchObject({
    error: { message: "A journal is no list of contacts; choose another format." },
  });
});

test("a list of leads is matched by mail addresses, never by names, and keeps answers", async () => {
  type Lead = { label: string; keys: string[]; fields: Record<string, string> };
  const list = async () =>
    (await call<{ entries: Lead[] }>("GET", `${fair}/entries`)).body.entries.map(
      ({ label, keys, fields }) => ({ label, keys, fields }),
    );
  const { movement } = await scan("maria", "MECARD:N:King,Ada;EMAIL:ada@example.com;TEL:1;;");
  await ask("maria", "POST", `/answers/${movement}`, { answers: { rating: 5, note: "Demo" } });
  const [ada] = await list();
  const text =
    "Name,Email,Note,Phone\nAda King,other@example.com,Tea,2\nAda King,,Cake,3\nA. King,ADA@example.com,Lost,4\n" +
    "Ann,info@example.com,,\nBob,info@example.com,,\n";
  const first = await call("POST", `${fair}/import`, { text });
  expect(first.body).toMatchObject({ new: 4, changed: 1, made: 3 });
  expect(await list()).toEqual([
    {
      ...{ label: "A. King", keys: ["m:ada@example.com"] },
      fields: { ...ada!.fields, Email: "ADA@example.com", Phone: "4", Note: "Demo", Rating: "5" },
    },
    {
      ...{ label: "Ada King", keys: ["m:other@example.com"] },
      fields: { Email: "other@example.com", Note: "Tea", Phone: "2" },
    },
    {
      ...{ label: "Ada King", keys: [expect.stringMatching(/^t:/)] },
      fields: { Note: "Cake", Phone: "3" },
    },
    ...["Ann", "Bob"].map((label) => ({
      ...{ label, keys: [expect.stringMatching(/^t:/)] },
      fields: { Email: "info@example.com" },
    })),
  ]);
  const withAddresses = text.split("\n").slice(0, 2).join("\n");
  const again = await call("POST", `${fair}/import`, { text: withAddresses.replace("2", "5") });
  expect(again.body).toMatchObject({ rows: 1, changed: 1, new: 0 });
  await scan("ben", "mailto:other@example.com");
  expect(await listLeads("?by=ben")).toMatchObject([{ label: "Ada King" }]);
  expect(await list()).toHaveLength(5);
});

test("rows without a code are told apart by their mail addresses", async () => {
  const load = async (text: string, columns = {}) => {
    const body = { text, columns: { key: "Badge", label: "Name", ...columns } };
    return (await call("POST", `${fair}/import`, body)).body;
  };
  const grouped = "Badge,Name,Email,Group\nB-1,Ada,ada@example.com,VIP\n,Alan,alan@example.com,\n";
  expect(await load(grouped, { group: "Group" })).toMatchObject({ new: 2, made: 0 });
  expect(await listLeads()).toMatchObject([
    { keys: ["m:ada@example.com", "t:B-1"], group: "VIP" },
    { keys: ["m:alan@example.com"] },
  ]);
  const shorter = "Badge,Name,Email\nB-1,Ada,\n,Alan,Alan@example.com\n";
  expect(await load(shorter)).toMatchObject({ same: 1, changed: 1, conflict: 0 });
  expect(await listLeads()).toMatchObject([
    { fields: { Email: "ada@example.com" }, group: "VIP" },
    { fields: { Email: "Alan@example.com" } },
  ]);
});

test("a lead whose code has line breaks is exported and changes nothing when imported", async () => {
  await scan("maria", "BEGIN:VCARD\nVERSION:3.0\nFN:Grace Hopper\nTEL:+1 2\nEND:VCARD");
  const text = await (await described.owner("GET", `${fair}/export?format=csv`)).text();
  const { body } = await call("POST", `${fair}/import`, { text });
  expect(body).toMatchObject({ rows: 1, same: 1, new: 0, changed: 0 });
});

test("whoever was asked for consent and has not answered is in no export", async () => {
  const consent = { key: "ok", label: "May we write?", type: "consent", required: true };
  await described.owner("PATCH", fair, { rules: { questions: [consent] } });
  const asked = await scan("maria", "mailto:ada@example.com");
  expect(asked.code).toBe("ask-consent");
  for (const format of ["csv", "jsonl", "vcf"]) {
    const text = await (await described.owner("GET", `${fair}/export?format=${format}`)).text();
    expect(text, format).not.toContain("ada@example.com");
  }
  await ask("maria", "POST", `/answers/${asked.movement}`, { answers: { ok: "no" } });
  expect(await listLeads()).toEqual([]);
  expect((await call<{ scans: object[] }>("GET", "/api/scans?inbox=stand")).body.scans).toEqual([]);
});
