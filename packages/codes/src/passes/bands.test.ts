import { expect, test } from "vitest";
import { drawPicture, type PlacedCode, toFrame } from "../../../../e2e/camera/picture.ts";
import { createStrip } from "../bars/strip.ts";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import { createPicture } from "../picture.ts";
import { toGray } from "../plane.ts";
import { defaultFormats } from "../readings/formats.ts";
import { keepRows } from "../testing/pictures.ts";
import { bands } from "./bands.ts";

const engine = await startEngine(await readerWasm(), defaultFormats);
const camera = { width: 400, height: 280, noise: 2 };

/**
 * Reads a strip over the middle of the picture in which bars are visible in this part of the
 * height.
 */
async function readStrip(code: PlacedCode, visiblePart: number): Promise<string[]> {
  const whole = toGray(toFrame(await drawPicture([{ ...code, size: 1 }], camera)));
  const region = { x: 200, y: 140, angle: 0, length: 300, height: 84 };
  const plane = keepRows(whole, Math.round(region.height * visiblePart));
  const picture = createPicture(
    () => plane,
    (large) => [createStrip(large, region)],
  );
  return [...bands(picture, engine)].flat().map(({ content }) => content);
}

test.each<PlacedCode>([
  { symbology: "interleaved2of5", text: "12345670" },
  { symbology: "rationalizedCodabar", text: "A123456B" },
  { symbology: "ean13", text: "5901234123457" },
])("one of seven bands is too little for a code such as $symbology", async (code) => {
  expect(await readStrip(code, 1 / 7)).toEqual([]);
  expect(await readStrip(code, 1)).toEqual([code.text]);
});

test("one of seven bands is enough for a Code 128 with its check character", async () => {
  expect(await readStrip({ symbology: "code128", text: "BANDS" }, 1 / 7)).toEqual(["BANDS"]);
});
