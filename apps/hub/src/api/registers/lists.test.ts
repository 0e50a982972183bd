import { expect, test } from "vitest";
import { useGala } from "./testing/gala.ts";

const { described, call, importList, readGala, expectError } = useGala();
const gala = "/api/registers/gala";
type Entries = { entries: { id: number; label: string }[]; next?: number };

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
  await importList('ticket,name,menu\nT-9,Dora,"soup\ncake"\n');
  const ofDora = await call("GET", `${gala}/labels?text=Dora`);
  expect(ofDora.body).toMatchObject({ printed: 1, shortened: 0, unprintable: 0 });
  await importList(`ticket,name\n${"T".repeat(201)},Too long\n`);
  const first = await call<string>("GET", `${gala}/labels.svg?paper=roll29&format=code128`);
  expect(first.headers.get("content-type")).toBe("image/svg+xml");
  expect(first.body).toContain('width="90.000mm" height="29.000mm"');
  await expectError(call("GET", `${gala}/labels.svg?format=ean13`), "invalid-request");
  await expectError(call("GET", `${gala}/labels.svg?without=name`), "invalid-request");
  for (const path of ["labels", "labels.pdf", "labels.svg"])
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

test("every endpoint of lists was tested", () => {
  const untested = described.api
    .untestedEndpoints()
    .filter((name) => /registers\/\{name\}\/(import|export|labels|codes|empty|try)/.test(name));
  expect(untested).toEqual([]);
});
