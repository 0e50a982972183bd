import { expect, test } from "vitest";
import { createCodeReader, type Frame } from "../index.ts";
import { readerWasm } from "../node.ts";
import { drawSheet } from "../testing/sheets.ts";

const reader = await createCodeReader({ wasm: await readerWasm() });
const texts = ["THE-UPPER-ONE-OF-TWO", "THE-LOWER-ONE-OF-TWO"] as const;

// Each is 42 pixels high, so 20 pixels of paper are between the two.
const drawTwo = () =>
  drawSheet(
    texts.map((text, i) => ({ symbology: "pdf417", text, x: 20, y: 20 + i * 62 })),
    { width: 290, height: 160, modulePixels: 2 },
  );

function turnUpsideDown({ data, width, height }: Frame): Frame {
  const pixels = new Uint32Array(data.slice().buffer).reverse();
  return { data: new Uint8ClampedArray(pixels.buffer), width, height };
}

test.each([
  ["upright", (frame: Frame) => frame],
  ["upside down", turnUpsideDown],
])("two PDF417 close above each other are read, each at its place, %s", async (_, turn) => {
  const found = await reader.still(turn(await drawTwo()), { all: true });
  expect(found.map(({ content }) => content).sort()).toEqual(texts.toSorted());
  for (const { corners } of found) {
    expect(Math.abs(corners[3].y - corners[0].y)).toBeLessThan(60);
  }
});
