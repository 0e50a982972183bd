import { expect, test } from "vitest";
import { drawSymbol } from "../../../../e2e/camera/symbol.ts";
import { turnPlane } from "../bars/turn-plane.ts";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import { createPicture } from "../picture.ts";
import { type Plane, soften, toGray } from "../plane.ts";
import { drawEmptyPicture } from "../testing/empty-pictures.ts";
import { listMatrixPlaces } from "./list-matrix-places.ts";
import { readMatrixPlaces } from "./read-matrix-places.ts";

const engine = await startEngine(await readerWasm(), ["datamatrix", "qr"]);

/** The modules of a side of a symbol of eight codewords. */
const size = 14;

type Look = { pitch: number; dark: number; light: number; dot?: number };
type Spot = { text: string; x: number; y: number; look?: Partial<Look> };

/**
 * Draws Data Matrix codes on a gray plane; `dot` is the diameter of round modules, as a part of
 * their pitch.
 */
async function drawPlane(width: number, height: number, spots: readonly Spot[]): Promise<Plane> {
  const data = new Uint8Array(width * height).fill(170);
  for (const { text, x, y, look } of spots) {
    const { pitch, dark, light, dot } = { pitch: 4, dark: 60, light: 170, ...look };
    const symbol = await drawSymbol({ symbology: "datamatrix", text });
    const module = symbol.width / size;
    for (let row = -pitch; row < (size + 1) * pitch; row++) {
      for (let column = -pitch; column < (size + 1) * pitch; column++) {
        const [moduleX, moduleY] = [Math.floor(column / pitch), Math.floor(row / pitch)];
        const isInside = Math.min(moduleX, moduleY) >= 0 && Math.max(moduleX, moduleY) < size;
        const half = module >> 1;
        const at = (moduleY * module + half) * symbol.width + moduleX * module + half;
        const distance = Math.hypot(
          (column + 0.5) / pitch - moduleX - 0.5,
          (row + 0.5) / pitch - moduleY - 0.5,
        );
        const isDark = isInside && symbol.data[at]! < 128 && (!dot || distance < dot / 2);
        data[(y + row) * width + x + column] = isDark ? dark : light;
      }
    }
  }
  return { data, width, height, scale: 1 };
}

function readAll(plane: Plane) {
  return readMatrixPlaces(
    createPicture(() => plane),
    engine,
    [],
    () => {},
  );
}

const contentsOf = (plane: Plane) =>
  readAll(plane)
    .map(({ content }) => content)
    .sort();

test("reads each Data Matrix of a tray of sixteen", async () => {
  const texts = Array.from({ length: 16 }, (_, i) => `TRAY000${100 + i}`);
  const spots = texts.map((text, i) => ({
    text,
    x: 40 + (i % 4) * 80,
    y: 40 + Math.floor(i / 4) * 80,
  }));
  expect(contentsOf(soften(await drawPlane(380, 380, spots), 1))).toEqual(texts);
});

test("reads a small Data Matrix in a big picture, and says where it is", async () => {
  const spot = { text: "SMALL00042", x: 900, y: 420, look: { pitch: 3 } };
  const [found] = readAll(await drawPlane(1400, 1000, [spot]));
  expect(found?.content).toBe("SMALL00042");
  const { x, y } = found!.corners[3];
  expect(Math.hypot(x - 900, y - (420 + size * 3))).toBeLessThan(6);
});

test.each([
  ["dots that do not touch", { pitch: 6, dot: 0.8 }],
  ["dots of low contrast", { pitch: 6, dot: 0.9, dark: 100 }],
  ["light modules on dark", { pitch: 5, dark: 200, light: 50 }],
])("reads a turned Data Matrix of %s", async (_, look) => {
  const spots = [{ text: "PEENED0042", x: 200, y: 150, look }];
  const upright = await drawPlane(480, 400, spots);
  expect(contentsOf(turnPlane(soften(upright, 1), 0.3).plane)).toEqual(["PEENED0042"]);
});

test("lists few places in blank paper, and at most 64 anywhere", () => {
  const blank = { data: new Uint8Array(640 * 480).fill(200), width: 640, height: 480, scale: 1 };
  expect(listMatrixPlaces(blank, [])).toEqual([]);
  for (let seed = 0; seed < 10; seed++) {
    const places = listMatrixPlaces(toGray(drawEmptyPicture(seed)), []);
    expect(places.length).toBeLessThanOrEqual(64);
  }
});

test("reads nothing in pictures without a code", () => {
  for (let seed = 0; seed < 20; seed++) {
    expect(contentsOf(toGray(drawEmptyPicture(seed)))).toEqual([]);
  }
});
