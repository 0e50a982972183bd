import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addSentCode,
  changePage,
  type DocumentPage,
  filterAllPages,
  filterOf,
  type KeptDocument,
  movePage,
  newDocument,
  parseDocument,
  removePage,
} from "./document.ts";

const page = (): DocumentPage => ({
  id: crypto.randomUUID(),
  width: 400,
  height: 300,
  corners: [
    { x: 10, y: 20 },
    { x: 390.5, y: 22 },
    { x: 380, y: 280 },
    { x: 15, y: 290 },
  ],
  quarterTurns: 3,
  style: "grey",
});
const three = () => ({ ...newDocument("Note"), pages: [page(), page(), page()] });

test("a document is the same after it was stored and read", () => {
  const document = {
    ...three(),
    folder: "Tax 2026",
    paper: "A5" as const,
    filter: "original" as const,
    sentCodes: ["qr:A-1"],
    pages: [
      page(),
      { ...page(), filter: "black-and-white" as const },
      { ...page(), doubt: "not-found" as const },
    ],
  };
  expect(parseDocument(JSON.parse(JSON.stringify(document)))).toEqual(document);
});

test("new corners leave no doubt about them, and a turn leaves it", () => {
  const doubtful = { ...page(), doubt: "not-found" as const };
  const document = { ...newDocument("Note"), pages: [doubtful] };
  const after = (change: Partial<DocumentPage>) =>
    changePage(document, doubtful.id, change).pages[0]?.doubt;
  expect(after({ corners: page().corners })).toBeUndefined();
  expect(after({ quarterTurns: 1 })).toBe("not-found");
});

test("a document that was stored before codes were noted is read, and a code is noted once", () => {
  const { sentCodes: _, ...older } = three();
  const document = parseDocument(older)!;
  expect(document.sentCodes).toEqual([]);
  const noted = addSentCode(addSentCode(addSentCode(document, "qr:A-1"), "qr:B-2"), "qr:A-1");
  expect(noted).toEqual({ ...document, sentCodes: ["qr:A-1", "qr:B-2"] });
});

test("a page has the filter of the document unless it has its own, until all get the same", () => {
  const { pages, ...rest } = three();
  const own = { ...pages[1]!, filter: "black-and-white" as const };
  const document: KeptDocument = { ...rest, filter: "grey", pages: [pages[0]!, own, pages[2]!] };
  const filters = (of: KeptDocument) => of.pages.map((each) => filterOf(of, each));
  expect(filters(document)).toEqual(["grey", "black-and-white", "grey"]);
  expect(filters({ ...document, filter: "original" })).toEqual([
    "original",
    "black-and-white",
    "original",
  ]);
  const same = filterAllPages(document, "clean");
  expect(filters({ ...same, filter: "grey" })).toEqual(["grey", "grey", "grey"]);
});

test("anything else that is stored is refused, and nothing throws", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseDocument(value)).toBeUndefined();
    }),
  );
});

test("a document whose parts were changed is read with sound values or not at all", () => {
  const document = three();
  const keys = fc.constantFrom(...Object.keys(document));
  fc.assert(
    fc.property(keys, fc.jsonValue(), (key, value) => {
      const parsed = parseDocument({ ...document, [key]: value });
      if (parsed) expect(parseDocument(JSON.parse(JSON.stringify(parsed)))).toEqual(parsed);
    }),
  );
});

test("an id that leads out of its folder is refused", () => {
  const document = three();
  expect(parseDocument({ ...document, id: "../secret" })).toBeUndefined();
  const pages = [{ ...document.pages[0], id: "../../x" }];
  expect(parseDocument({ ...document, pages })).toBeUndefined();
});

test("a page moves by a number of pages and stops at the ends", () => {
  const document = three();
  const [a, b, c] = document.pages.map(({ id }) => id);
  const order = (id: string, steps: number) =>
    movePage(document, id, steps).pages.map((each) => each.id);
  expect(order(a!, 1)).toEqual([b, a, c]);
  expect(order(c!, -2)).toEqual([c, a, b]);
  expect(order(a!, -1)).toEqual([a, b, c]);
  expect(order(c!, 1)).toEqual([a, b, c]);
});

test("changing and removing a page leave the other pages and the given document unchanged", () => {
  const document = three();
  const copy = structuredClone(document);
  const [first, second, third] = document.pages;
  expect(changePage(document, second!.id, { quarterTurns: 1 }).pages).toEqual([
    first,
    { ...second, quarterTurns: 1 },
    third,
  ]);
  expect(removePage(document, first!.id).pages).toEqual([second, third]);
  expect(document).toEqual(copy);
});
