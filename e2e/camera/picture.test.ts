import { expect, test } from "vitest";
import { createCodeReader } from "../../packages/codes/src/index.ts";
import { readerWasm } from "../../packages/codes/src/node.ts";
import { project } from "./geometry.ts";
import { drawPicture, toFrame } from "./picture.ts";

const label = { symbology: "qrcode", text: "https://example.org/1" };

test("the same seed draws the same picture, and another seed a different one", async () => {
  const camera = { width: 320, height: 240 };
  const first = await drawPicture([label], { ...camera, seed: 7 });
  expect(await drawPicture([label], { ...camera, seed: 7 })).toEqual(first);
  expect((await drawPicture([label], { ...camera, seed: 8 })).gray).not.toEqual(first.gray);
});

test("a label that is turned, tilted, blurred, dim and noisy is still readable", async () => {
  const picture = await drawPicture([{ ...label, turn: 25, lean: 0.1 }], {
    blur: 1.2,
    noise: 8,
    shade: 0.6,
  });
  const reader = await createCodeReader({ wasm: await readerWasm() });
  const readings = await reader.still(toFrame(picture));
  expect(readings.map((reading) => reading.content)).toEqual([label.text]);
});

test("a label that is half outside the picture is drawn in part", async () => {
  const picture = await drawPicture([{ ...label, at: { x: 1, y: 0 } }], {
    width: 320,
    height: 240,
  });
  expect(picture.gray).toHaveLength(320 * 240);
});

test("projecting a point to the picture and back returns the same point", () => {
  const { toPicture, toCode } = project([
    { x: 10, y: 20 },
    { x: 110, y: 25 },
    { x: 100, y: 90 },
    { x: 15, y: 120 },
  ]);
  for (const point of [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 0.3, y: 0.8 },
  ]) {
    const back = toCode(toPicture(point));
    expect(back.x).toBeCloseTo(point.x, 9);
    expect(back.y).toBeCloseTo(point.y, 9);
  }
  expect(toPicture({ x: 1, y: 1 })).toEqual({
    x: expect.closeTo(100, 9),
    y: expect.closeTo(90, 9),
  });
});
