import type { Reading } from "@scanhook/codes";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { DocumentPage } from "./document.ts";
import { listPageCodes, placeCode } from "./placed-codes.ts";

const size = { width: 1000, height: 800 };
const page: DocumentPage = {
  id: "a",
  width: 2000,
  height: 1600,
  corners: [
    { x: 400, y: 200 },
    { x: 1600, y: 300 },
    { x: 1500, y: 1400 },
    { x: 300, y: 1300 },
  ],
  quarterTurns: 0,
  style: "color",
};

const readCode = (content: string, x: number, y: number): Reading => ({
  content,
  bytes: new Uint8Array(),
  format: "qr",
  gs1: false,
  corners: [
    { x: x - 10, y: y - 10 },
    { x: x + 10, y: y - 10 },
    { x: x + 10, y: y + 10 },
    { x: x - 10, y: y + 10 },
  ],
});
const list = (pages: DocumentPage[], ...readings: Reading[]) =>
  listPageCodes(
    pages,
    new Map(pages.map(({ id }) => [id, readings.map((reading) => placeCode(reading, size))])),
  );

test("codes on the page are listed, those on the table beside it are not", () => {
  const onPage = readCode("on the page", 500, 400);
  const codes = list(
    [page],
    readCode("beside it", 100, 400),
    onPage,
    readCode("above it", 500, 60),
  );
  expect(codes).toEqual([{ reading: onPage, page }]);
});

test("a code that several pages have is listed once, with the first of them", () => {
  const second = { ...page, id: "b" };
  const codes = list([page, second], readCode("letterhead", 500, 400));
  expect(codes.map(({ page }) => page.id)).toEqual(["a"]);
});

test("a page whose outline is the whole picture lists every code of the picture", () => {
  const whole: DocumentPage = {
    ...page,
    corners: [
      { x: 0, y: 0 },
      { x: 2000, y: 0 },
      { x: 2000, y: 1600 },
      { x: 0, y: 1600 },
    ],
  };
  const position = fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 800 }));
  fc.assert(
    fc.property(fc.uniqueArray(position, { maxLength: 5 }), (positions) => {
      const readings = positions.map(([x, y], index) => readCode(`${index}`, x, y));
      expect(list([whole], ...readings).map(({ reading }) => reading)).toEqual(readings);
    }),
  );
});
