import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pinchZoom, toSupportedZoom } from "./zoom.ts";

const range = { min: 1, max: 8, step: 0.1 };

describe("zoom", () => {
  it("doubles when the fingers move twice as far apart", () => {
    expect(pinchZoom(2, 2, range)).toBe(4);
    expect(pinchZoom(4, 0.5, range)).toBe(2);
  });

  it("stays within the range of the camera", () => {
    expect(pinchZoom(6, 10, range)).toBe(8);
    expect(pinchZoom(2, 0.01, range)).toBe(1);
  });

  it("uses only steps of the camera, without rounding errors", () => {
    expect(toSupportedZoom(1.74, range)).toBe(1.7);
    expect(toSupportedZoom(3, { min: 1, max: 4, step: 2 })).toBe(3);
    expect(toSupportedZoom(1.2345, { min: 1, max: 4, step: 0 })).toBe(1.2345);
  });

  it("never leaves the range for any pinch", () => {
    const any = fc.double({ min: 0.001, max: 1000, noNaN: true });
    fc.assert(
      fc.property(any, any, (start, ratio) => {
        const zoom = pinchZoom(start, ratio, range);
        expect(zoom).toBeGreaterThanOrEqual(range.min);
        expect(zoom).toBeLessThanOrEqual(range.max);
      }),
    );
  });
});
