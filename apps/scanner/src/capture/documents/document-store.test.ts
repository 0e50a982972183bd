import { expect, test } from "vitest";
import { createMemoryStore } from "../files/file-store.ts";
import { type DocumentPage, filterOf, newDocument } from "./document.ts";
import { createDocumentStore } from "./document-store.ts";

test("the newest documents come first, as they were saved last", async () => {
  const store = createDocumentStore(createMemoryStore());
  const [old, recent] = [newDocument("Old", 1), newDocument("Recent", 2)];
  for (const document of [old, recent, { ...old, title: "Renamed" }]) await store.save(document);
  expect((await store.list()).map(({ title }) => title)).toEqual(["Recent", "Renamed"]);
});

test.each(["", '{"revision":9,"docum'])(
  "a record that a crash left as %j is replaced by the one before",
  async (rest) => {
    const files = createMemoryStore();
    const document = newDocument("First");
    const store = createDocumentStore(files);
    await store.save(document);
    await store.save({ ...document, title: "Second" });
    const names = await files.names(document.id);
    expect(names).toHaveLength(2);
    // The second save wrote the second file.
    await files.write(document.id, names[1]!, new Blob([rest]));
    const reopened = createDocumentStore(files);
    expect((await reopened.list()).map(({ title }) => title)).toEqual(["First"]);
    await reopened.save({ ...document, title: "Third" });
    const [last] = await createDocumentStore(files).list();
    expect(last?.title).toBe("Third");
  },
);

test("pictures stay until no page shows them and the document is left", async () => {
  const files = createMemoryStore();
  const store = createDocumentStore(files);
  const document = newDocument("Note");
  await store.save(document);
  await store.addPicture(document.id, "kept", new Blob(["a"]));
  await store.addPicture(document.id, "unused", new Blob(["b"]));
  const page = { id: "kept" } as (typeof document.pages)[number];
  await store.removeUnused({ ...document, pages: [page] });
  expect(await (await store.readPicture(document.id, "kept"))?.text()).toBe("a");
  expect(await store.readPicture(document.id, "unused")).toBeUndefined();
  expect(await store.list()).toHaveLength(1);
});

test("a removed document leaves nothing behind", async () => {
  const files = createMemoryStore();
  const store = createDocumentStore(files);
  const document = newDocument("Note");
  await store.save(document);
  await store.remove(document.id);
  expect(await files.folders()).toEqual([]);
});

test("a document that release 0.2.0 kept opens with its text and the filter of all pages", async () => {
  const [id, pageId, textId] = ["1", "2", "3"].map((digit) => `${digit.repeat(35)}0`);
  const corners = [
    { x: 10, y: 20 },
    { x: 390.5, y: 22 },
    { x: 380, y: 280 },
    { x: 15, y: 290 },
  ];
  const old = {
    ...{ id, title: "Letter", createdAt: 1763900000000, filter: "grey", sentCodes: ["qr:A-1"] },
    pages: [
      { id: pageId, width: 400, height: 300, corners, quarterTurns: 1, style: "grey", textId },
    ],
  };
  const words = [
    { text: "Hello", line: 0, confidence: 96, box: { x: 1, y: 2, width: 3, height: 4 } },
  ];
  const text = { width: 300, height: 400, text: "Hello", words };
  const files = createMemoryStore();
  const write = (name: string, json: object) =>
    files.write(id!, name, new Blob([JSON.stringify(json)]));
  await write("pages-1.json", { revision: 7, document: old });
  await write(textId!, text);
  const store = createDocumentStore(files);
  const [document] = await store.list();
  expect(JSON.parse(JSON.stringify(document))).toEqual(old);
  expect(filterOf(document!, document!.pages[0]!)).toBe("grey");
  expect(await store.readText(id!, textId!)).toEqual(text);
});

test("the texts of a document are read from one file, until a page has another text", async () => {
  const files = createMemoryStore();
  const store = createDocumentStore({
    ...files,
    read(folder, name) {
      reads.push(name);
      return files.read(folder, name);
    },
  });
  const reads: string[] = [];
  const page = (textId: string) => ({ id: `page of ${textId}`, textId }) as DocumentPage;
  const document = newDocument("Note");
  await store.save(document);
  for (const name of ["a", "b", "c"]) {
    await store.addText(document.id, name, { width: 1, height: 1, text: `${name}!`, words: [] });
  }
  const readTexts = async (...names: string[]) => {
    reads.length = 0;
    const texts = await store.readPlainTexts({ ...document, pages: names.map(page) });
    return Object.fromEntries(texts);
  };
  expect(await readTexts("a", "b")).toEqual({ a: "a!", b: "b!" });
  expect(reads).toContain("b");
  await store.removeUnused({ ...document, pages: [page("a"), page("b"), page("c")] });
  expect(await readTexts("a", "b")).toEqual({ a: "a!", b: "b!" });
  expect(reads).toHaveLength(1);
  expect(await readTexts("a", "c")).toEqual({ a: "a!", c: "c!" });
  // A crash while the file is written costs nothing but time.
  await files.write(document.id, reads[0]!, new Blob(['{"a":"a']));
  expect(await readTexts("a", "c")).toEqual({ a: "a!", c: "c!" });
});
