import bwip from "bwip-js/node";
import { expect, test } from "vitest";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import { createPicture, toPicture } from "../picture.ts";
import type { Plane } from "../plane.ts";
import { drawEmptyPicture } from "../testing/empty-pictures.ts";
import { edgeToEdge } from "./edge-to-edge.ts";

const engine = await startEngine(await readerWasm(), ["micropdf417", "pdf417"]);
const [moduleSize, rowHeight] = [3, 6];

/** Draws a MicroPDF417 with bwip-js that fills its picture. */
function drawFilled(text: string, version: string): Plane {
  const [symbol] = bwip.raw({
    bcid: "micropdf417",
    text,
    version,
  } as Parameters<typeof bwip.raw>[0]) as unknown as { pixs: number[]; pixx: number }[];
  const { pixs, pixx } = symbol!;
  const width = pixx * moduleSize;
  const height = (pixs.length / pixx) * rowHeight;
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return pixs[Math.floor(y / rowHeight) * pixx + Math.floor(x / moduleSize)] ? 20 : 230;
  });
  return { data, width, height, scale: 1 };
}

function turnQuarter({ data, width, height }: Plane): Plane {
  const turned = data.map(
    (_, i) => data[(height - 1 - (i % height)) * width + Math.floor(i / height)]!,
  );
  return { data: turned, width: height, height: width, scale: 1 };
}

function read(plane: Plane) {
  return [
    ...edgeToEdge(
      createPicture(() => plane),
      engine,
    ),
  ].flat();
}

test.each(["11x1", "28x1", "8x2", "26x2", "6x3", "44x3", "4x4", "44x4"])(
  "reads a MicroPDF417 of %s that fills its picture, also on its side",
  (version) => {
    const plane = drawFilled("12345", version);
    const [found] = read(plane);
    expect(found).toMatchObject({ content: "12345", format: "micropdf417" });
    const [topLeft, , bottomRight] = found!.corners;
    expect(Math.hypot(topLeft.x, topLeft.y)).toBeLessThan(3 * moduleSize);
    const [right, bottom] = [plane.width - 1, plane.height - 1];
    expect(Math.hypot(bottomRight.x - right, bottomRight.y - bottom)).toBeLessThan(3 * moduleSize);
    expect(read(turnQuarter(plane)).map(({ content }) => content)).toEqual(["12345"]);
  },
);

test("reads nothing in pictures without a code", () => {
  for (let seed = 1; seed <= 8; seed++) {
    const picture = toPicture(drawEmptyPicture(seed, { width: 320, height: 240 }));
    expect([...edgeToEdge(picture, engine)].flat()).toEqual([]);
  }
});
