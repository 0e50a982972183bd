import { expect, test } from "vitest";
import { formatBox, formatMillimeters, formatVolume, scaleMeasures } from "./format-size.ts";

const cube = {
  box: { length: 100, width: 100, height: 100 },
  volume: 1e6,
  area: 6e4,
  uncertainty: { length: 1, width: 2, height: 3, volume: 2000 },
};

test("lengths and volumes are rounded to their uncertainty", () => {
  expect(formatMillimeters(84.34, 0.42)).toBe("84.3 ± 0.4 mm");
  expect(formatMillimeters(84.34, 1.6)).toBe("84 ± 2 mm");
  expect(formatMillimeters(84.34, 0.01)).toBe("84.3 ± 0.1 mm");
  expect(formatVolume(212_340, 4100)).toBe("212 ± 4 cm³");
  expect(formatVolume(2340, 41)).toBe("2.3 ± 0.1 cm³");
  expect(formatBox(cube)).toBe("100 × 100 × 100 mm");
});

test("a mat that was printed at 97 % makes a cube of 10 cm appear as one of 9.7 cm", () => {
  const { box, volume, area, uncertainty } = scaleMeasures(cube, 0.97);
  expect(box.height).toBeCloseTo(97, 9);
  expect(volume).toBeCloseTo(97 ** 3, 6);
  expect(area).toBeCloseTo(6 * 97 ** 2, 6);
  expect(uncertainty.length).toBeCloseTo(0.97, 9);
  expect(uncertainty.height).toBeCloseTo(2.91, 9);
});
