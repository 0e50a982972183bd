import { describe, expect, test } from "vitest";
import { toBits } from "../bits.ts";
import { drawLitPage, isInk, type Rgb } from "../testing/lit-page.ts";
import { applyFilter, filters } from "./apply-filter.ts";
import { removeSpecks } from "./specks.ts";
import { decideStyle } from "./style.ts";

const black: Rgb = [20, 20, 20];
const red: Rgb = [200, 30, 30];
const white: Rgb = [255, 255, 255];
const warm: Rgb = [255, 220, 170];

const least = (values: number[]) => values.reduce((least, value) => Math.min(least, value), 255);
const most = (values: number[]) => values.reduce((most, value) => Math.max(most, value), 0);

/** Splits the values of a channel into those on ink and those on paper. */
function split(page: ReturnType<typeof drawLitPage>, channel: number) {
  const [ink, paper]: [number[], number[]] = [[], []];
  for (let at = 0; at < page.width * page.height; at++) {
    const [x, y] = [at % page.width, Math.floor(at / page.width)];
    (isInk(x, y) ? ink : paper).push(page.data[at * 4 + channel]!);
  }
  return { ink, paper };
}

test("a clean page is white with black ink, under a warm lamp and in a shadow over its lower half", () => {
  const page = applyFilter(drawLitPage({ ink: black, lamp: warm }), "clean", "color");
  for (const channel of [0, 1, 2]) {
    const { ink, paper } = split(page, channel);
    expect(least(paper)).toBeGreaterThan(225);
    expect(most(ink)).toBeLessThan(90);
  }
});

test("a clean page keeps the color of ink in color, and loses it in grey", () => {
  const page = drawLitPage({ ink: red, lamp: warm });
  const colored = applyFilter(page, "clean", "color");
  expect(least(split(colored, 0).ink)).toBeGreaterThan(120);
  expect(most(split(colored, 2).ink)).toBeLessThan(90);
  const grey = applyFilter(page, "clean", "grey");
  expect(split(grey, 0)).toEqual(split(grey, 2));
});

test("a page in black and white has every pixel of the ink and no other, in light and shadow", () => {
  const page = applyFilter(drawLitPage({ ink: black, lamp: warm }), "black-and-white", "color");
  const { ink, paper } = split(page, 1);
  expect(new Set(ink)).toEqual(new Set([0]));
  expect(new Set(paper)).toEqual(new Set([255]));
});

test("the original stays as it is, and every filter keeps the size", () => {
  const page = drawLitPage({ ink: red, lamp: warm });
  expect(applyFilter(page, "original", "grey")).toBe(page);
  for (const filter of filters) {
    const { width, height, data } = applyFilter(page, filter, "color");
    expect([width, height, data.length]).toEqual([page.width, page.height, page.data.length]);
  }
});

test.each([
  ["black ink under white light", black, white, "grey"],
  ["black ink under a warm lamp", black, warm, "grey"],
  ["red ink under a warm lamp", red, warm, "color"],
] as const)("the style of %s is right", (_, ink, lamp, style) => {
  expect(decideStyle([drawLitPage({ ink, lamp })])).toBe(style);
});

test("one colored page makes a document colored", () => {
  const [plain, colored] = [black, red].map((ink) => drawLitPage({ ink, lamp: white }));
  expect(decideStyle([plain!, colored!])).toBe("color");
  expect(decideStyle([])).toBe("grey");
});

describe("specks", () => {
  /** Pages of A4 with black rectangles, and how many of their pixels stay black. */
  const countAfter = (dpi: number, rectangles: [x: number, y: number, w: number, h: number][]) => {
    const [width, height] = [Math.round(8.27 * dpi), Math.round(11.69 * dpi)];
    const ink = new Uint8Array(width * height);
    for (const [left, top, w, h] of rectangles)
      for (let y = top; y < top + h; y++) ink.fill(1, y * width + left, y * width + left + w);
    removeSpecks(ink, width, height);
    return ink.reduce((sum, value) => sum + value, 0);
  };

  test.each([
    [100, 1, 2],
    [200, 4, 5],
    [300, 9, 10],
  ])("at %i dpi of up to %i pixels go, and of %i stay", (dpi, gone, stays) => {
    expect(countAfter(dpi, [[500, 500, gone, 1]])).toBe(0);
    expect(countAfter(dpi, [[500, 500, stays, 1]])).toBe(stays);
  });

  test("that touch at a corner are one", () => {
    const stairs = [0, 1, 2, 3, 4].map((step): [number, number, number, number] => [
      500 + step,
      500 + step,
      1,
      1,
    ]);
    expect(countAfter(200, stairs)).toBe(5);
  });

  test("a strip of the table along the border goes, and a bar or ink beside the border stays", () => {
    expect(countAfter(200, [[0, 100, 20, 1500]])).toBe(0);
    expect(countAfter(200, [[0, 0, 1654, 100]])).toBe(165_400);
    expect(countAfter(200, [[2, 100, 20, 1500]])).toBe(30_000);
  });
});

test("bits are packed from the left, rows padded to whole bytes", () => {
  const gray = [0, 255, 0, 0, 255, 255, 255, 255, 0, 255, 255, 255, 255, 255, 255, 255, 255, 0];
  const data = Uint8Array.from(gray.flatMap((value) => [value, value, value, 255]));
  expect([...toBits({ width: 9, height: 2, data })]).toEqual([
    0b10110000, 0b10000000, 0, 0b10000000,
  ]);
});
