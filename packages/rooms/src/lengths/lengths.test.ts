import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatArea, formatLength } from "./format-length.ts";
import { parseLength } from "./parse-length.ts";

const meters = (text: string, system: "metric" | "imperial" = "metric") => {
  const parsed = parseLength(text, system);
  return parsed.ok ? parsed.meters : parsed.problem;
};

describe("a typed length", () => {
  it.each([
    ["3.62", 3.62],
    ["3,62 m", 3.62],
    ["362 cm", 3.62],
    ["3620mm", 3.62],
    ["3 m 62", 3.62],
    ["3m 5 cm", 3.05],
    ["3 m 620", 3.62],
    [".5 m", 0.5],
  ])("in metric units is read: %s", (text, expected) => {
    expect(meters(text)).toBeCloseTo(expected, 9);
  });

  // 11 ft 10 1/2 in are 142.5 inches of 25.4 mm each.
  it.each([
    `11' 10 1/2"`,
    `11'-10 1/2"`,
    "11′ 10½″",
    "11’ 10 1⁄2”",
    "11 ft 10.5 in",
    "11ft 10-1/2in",
    "142.5 in",
    `142 1/2"`,
    "11-10 1/2",
    "11 10 1/2",
    "11' 10 1/2''",
  ])("in feet, inches and fractions is read: %s", (text) => {
    expect(meters(text, "imperial")).toBeCloseTo(3.6195, 9);
  });

  it("without a unit is meters or feet, as the system says", () => {
    expect(meters("12")).toBe(12);
    expect(meters("12", "imperial")).toBeCloseTo(3.6576, 9);
    expect(meters("12'", "metric")).toBeCloseTo(3.6576, 9);
    expect(meters("1 m", "imperial")).toBe(1);
    expect(meters(`3/4"`)).toBeCloseTo(0.01905, 9);
  });

  it.each([
    ["", "empty"],
    ["  ", "empty"],
    ["about 3", "notALength"],
    ["-3", "notALength"],
    ["3 apples", "notALength"],
    ["1e3", "notALength"],
    [`5' 1/0"`, "dividedByZero"],
    ["1000.5 m", "tooLong"],
  ])("that is none is refused: %j", (text, problem) => {
    expect(meters(text)).toBe(problem);
  });

  it("is read without an exception, whatever the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9 .,/'"mcft½-]{0,12}$/)), (text) => {
        const parsed = parseLength(text, "imperial");
        if (parsed.ok) expect(parsed.meters).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("a shown length", () => {
  it("has centimeters, or feet, inches and sixteenths in lowest terms", () => {
    expect(formatLength(3.6195, "metric")).toBe("3.62 m");
    expect(formatLength(3.6195, "imperial")).toBe("11′ 10 1/2″");
    expect(formatLength(3.048, "imperial")).toBe("10′ 0″");
    expect(formatLength(0.0254 * (11 + 31 / 32), "imperial")).toBe("1′ 0″");
    expect(formatLength(0.3048 + 0.0254 / 16, "imperial")).toBe("1′ 0 1/16″");
    expect(formatLength(-0.5, "imperial")).toBe("−1′ 7 11/16″");
  });

  it("is read back within half of its last digit", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 900, noNaN: true }),
        fc.constantFrom("metric" as const, "imperial" as const),
        (length, system) => {
          const half = system === "metric" ? 0.005 : 0.0254 / 32;
          expect(
            Math.abs((meters(formatLength(length, system), system) as number) - length),
          ).toBeLessThan(half + 1e-9);
        },
      ),
    );
  });

  it("of an area names its unit", () => {
    expect(formatArea(12, "metric")).toBe("12.00 m²");
    expect(formatArea(12, "imperial")).toBe("129.2 sq ft");
  });
});
