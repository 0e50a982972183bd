import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { centerOf, chooseFit, isVisible, placePicture, toBox, toPicture } from "./placement.ts";

const hd = { width: 1280, height: 720 };

describe("placement", () => {
  it("covers a square box by cutting off left and right", () => {
    const placement = placePicture(hd, { width: 360, height: 360 }, "cover");
    expect(placement).toMatchObject({ scale: 0.5, left: -140, top: 0 });
    expect(toBox({ x: 640, y: 360 }, placement)).toEqual({ x: 180, y: 180 });
    expect(toBox({ x: 280, y: 0 }, placement)).toEqual({ x: 0, y: 0 });
  });

  it("contains a picture with bars above and below", () => {
    const placement = placePicture(hd, { width: 640, height: 640 }, "contain");
    expect(placement).toMatchObject({ scale: 0.5, left: 0, top: 140 });
    expect(toBox({ x: 1280, y: 720 }, placement)).toEqual({ x: 640, y: 500 });
  });

  it("flips a mirrored picture, so that its left side is shown on the right", () => {
    const placement = placePicture(hd, hd, "cover", true);
    expect(toBox({ x: 100, y: 50 }, placement)).toEqual({ x: 1180, y: 50 });
    expect(toPicture({ x: 1180, y: 50 }, placement)).toEqual({ x: 100, y: 50 });
  });

  it("fills the screen of a phone with its own camera's picture", () => {
    expect(chooseFit({ width: 1080, height: 1920 }, { width: 390, height: 760 })).toBe("cover");
    expect(chooseFit({ width: 480, height: 640 }, { width: 390, height: 760 })).toBe("cover");
  });

  it("shows a landscape camera whole in a tall window", () => {
    expect(chooseFit(hd, { width: 390, height: 760 })).toBe("contain");
    expect(chooseFit(hd, { width: 720, height: 540 })).toBe("cover");
  });

  it("reports a code in the hidden part of the picture as not visible", () => {
    const placement = placePicture(hd, { width: 360, height: 360 }, "cover");
    const createSquare = (x: number) => [
      { x, y: 300 },
      { x: x + 80, y: 300 },
      { x: x + 80, y: 380 },
      { x, y: 380 },
    ];
    expect(isVisible(createSquare(600), placement)).toBe(true);
    expect(isVisible(createSquare(20), placement)).toBe(false);
    expect(centerOf(createSquare(20))).toEqual({ x: 60, y: 340 });
  });

  const size = fc.record({
    width: fc.integer({ min: 1, max: 5000 }),
    height: fc.integer({ min: 1, max: 5000 }),
  });
  const point = fc.record({
    x: fc.integer({ min: 0, max: 5000 }),
    y: fc.integer({ min: 0, max: 5000 }),
  });
  const fit = fc.constantFrom("cover" as const, "contain" as const);

  it("maps points of the box back to the picture", () => {
    fc.assert(
      fc.property(
        size,
        size,
        fit,
        fc.boolean(),
        point,
        (picture, box, fitMode, mirrored, original) => {
          const placement = placePicture(picture, box, fitMode, mirrored);
          const restored = toPicture(toBox(original, placement), placement);
          expect(restored.x).toBeCloseTo(original.x, 4);
          expect(restored.y).toBeCloseTo(original.y, 4);
        },
      ),
    );
  });

  it("leaves no gap when covering, hides nothing when containing, and stays centered", () => {
    fc.assert(
      fc.property(size, size, fit, (picture, box, fitMode) => {
        const placement = placePicture(picture, box, fitMode);
        const start = toBox({ x: 0, y: 0 }, placement);
        const end = toBox({ x: picture.width, y: picture.height }, placement);
        const sign = fitMode === "cover" ? 1 : -1;
        const slack = 1e-6 * (picture.width + picture.height + box.width + box.height);
        expect(-start.x * sign).toBeGreaterThanOrEqual(-slack);
        expect(-start.y * sign).toBeGreaterThanOrEqual(-slack);
        expect((end.x - box.width) * sign).toBeGreaterThanOrEqual(-slack);
        expect((end.y - box.height) * sign).toBeGreaterThanOrEqual(-slack);
        expect(start.x + end.x).toBeCloseTo(box.width, 3);
        expect(start.y + end.y).toBeCloseTo(box.height, 3);
      }),
    );
  });
});
