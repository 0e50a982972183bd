import { describe, expect, it } from "vitest";
import { choosePageSize, guessPageSize } from "./page-size.ts";
import { measureResolution } from "./resolution.ts";

describe("the size of a page", () => {
  it.each([
    [1 / 1.42, { width: 210, height: 297, name: "A4" }],
    [1.4, { width: 297, height: 210, name: "A4" }],
    [1 / 1.3, { width: 215.9, height: 279.4, name: "Letter" }],
    [1.28, { width: 279.4, height: 215.9, name: "Letter" }],
  ])("is that of A4 or Letter for the ratio %d", (aspect, size) => {
    expect(choosePageSize(aspect)).toEqual(size);
  });

  it("is a guess of 297 mm for the longest side of any other page", () => {
    expect(choosePageSize(0.6)).toEqual({ width: 178.2, height: 297, name: "guess" });
    expect(choosePageSize(1.5)).toEqual({ width: 297, height: 198, name: "guess" });
    expect(choosePageSize(1)).toEqual({ width: 297, height: 297, name: "guess" });
  });

  it("is that of a receipt of 80 mm for a narrow page, and of 57 mm if that is chosen", () => {
    expect(choosePageSize(0.5)).toEqual({ width: 80, height: 160, name: "receipt-80" });
    expect(choosePageSize(4)).toEqual({ width: 320, height: 80, name: "receipt-80" });
    expect(choosePageSize(0.5, "receipt-57")).toMatchObject({ width: 57, height: 114 });
  });

  it("is the chosen one as the page lies, even if the ratio is another", () => {
    expect(choosePageSize(1.42, "A5")).toEqual({ width: 210, height: 148, name: "A5" });
    expect(choosePageSize(0.6, "Legal")).toEqual({ width: 215.9, height: 355.6, name: "Legal" });
    expect(choosePageSize(1.6, "card")).toEqual({ width: 85.6, height: 53.98, name: "card" });
  });
});

describe("the resolution of a page", () => {
  it("is the dots per inch of the side that has the fewest", () => {
    const size = { width: 210, height: 297, name: "A4" } as const;
    const quad = [
      { x: 200, y: 0 },
      { x: 1000, y: 0 },
      { x: 1100, y: 1500 },
      { x: 100, y: 1500 },
    ] as const;
    expect(measureResolution(quad, size)).toBeCloseTo(800 / (210 / 25.4), 9);
  });
});

it("the size of a picture that is no page is a guess, even with the ratio of paper", () => {
  expect(guessPageSize(0.75)).toEqual({ width: 222.75, height: 297, name: "guess" });
  expect(guessPageSize(1.4).name).toBe("guess");
});
