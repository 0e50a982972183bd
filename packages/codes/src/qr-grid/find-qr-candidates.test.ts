import fc from "fast-check";
import { expect, test } from "vitest";
import type { Quad } from "../../../../e2e/camera/geometry.ts";
import { drawPicture } from "../../../../e2e/camera/picture.ts";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import type { Plane } from "../plane.ts";
import { measureFarthestCorner } from "../testing/pictures.ts";
import { drawQrScene, encodeQr, type QrModules, type Scene } from "../testing/qr-pictures.ts";
import { findQrCandidates } from "./find-qr-candidates.ts";
import { readBentGrid } from "./read-bent-grid.ts";

const engine = await startEngine(await readerWasm(), ["qr"]);
const text = "https://example.org/found/0123456789";
const codes: Record<number, QrModules> = {
  1: await encodeQr("V1", { version: "1" }),
  4: await encodeQr(text, { version: "4", eclevel: "Q" }),
  9: await encodeQr(text, { version: "9", eclevel: "H" }),
};

const square: Quad = [
  { x: 100, y: 80 },
  { x: 300, y: 90 },
  { x: 290, y: 290 },
  { x: 95, y: 275 },
];
/** A side view: the far edge is 0.6 times as long, and the code is 0.4 times as wide as high. */
const steep: Quad = [
  { x: 130, y: 60 },
  { x: 230, y: 110 },
  { x: 235, y: 265 },
  { x: 125, y: 330 },
];

function draw(version: number, scene: Partial<Scene>): Plane {
  return drawQrScene(codes[version]!, { width: 400, height: 380, corners: square, ...scene });
}

function readContent(plane: Plane): string | undefined {
  let content: string | undefined;
  for (const { corners, version } of findQrCandidates(plane)) {
    const tryRead = (clean: Plane) => {
      content = engine.read(clean, { family: "matrix", tryHarder: true })[0]?.content;
      return content !== undefined;
    };
    if (readBentGrid(plane, corners, version, tryRead)) break;
  }
  return content;
}

function turn(quad: Quad, degrees: number): Quad {
  const angle = (degrees * Math.PI) / 180;
  return quad.map(({ x, y }) => ({
    x: 195 + (x - 195) * Math.cos(angle) - (y - 190) * Math.sin(angle),
    y: 190 + (x - 195) * Math.sin(angle) + (y - 190) * Math.cos(angle),
  })) as Quad;
}

test.each<[string, number, Partial<Scene>]>([
  ["seen from the front", 4, {}],
  ["seen from the side", 4, { corners: steep }],
  ["upside down", 4, { corners: turn(square, 180) }],
  ["turned by 50 degrees", 4, { corners: turn(square, 50) }],
  ["turned and seen from the side", 4, { corners: turn(steep, -30), noise: 5 }],
  ["blurred and noisy", 4, { blur: 2, noise: 6 }],
  ["of low contrast", 4, { ink: 110, paper: 135, noise: 2 }],
  ["with a reflection", 4, { glare: { column: 18, row: 9, radius: 3.5 } }],
  ["mirrored", 4, { mirrored: true }],
  ["of version 1", 1, {}],
  ["of version 9", 9, { corners: turn(square, 10) }],
])("finds corners and version of a code %s", (_, version, scene) => {
  const { corners = square } = scene;
  const plane = draw(version, scene);
  const [best] = findQrCandidates(plane);
  expect(best).toMatchObject({ version });
  expect(best!.agreement).toBeGreaterThan(0.6);
  // The corners of a mirrored code are transposed, and those of the picture that it was drawn in
  // are not.
  expect(measureFarthestCorner(best!.corners, corners)).toBeLessThan(0.04);
  expect(readContent(plane)).toBe(version === 1 ? "V1" : text);
});

test.each([
  ["top left", 2, 2],
  ["top right", 31, 2],
  ["bottom left", 2, 31],
])("reads a code whose %s finder pattern is hidden", (_, column, row) => {
  expect(readContent(draw(4, { glare: { column, row, radius: 5 } }))).toBe(text);
});

test("finds a light code on dark in the inverted plane", () => {
  const plane = draw(4, { ink: 225, paper: 35 });
  expect(findQrCandidates(plane)).toEqual([]);
  const inverted = { ...plane, data: plane.data.map((value) => 255 - value) };
  expect(readContent(inverted)).toBe(text);
});

test("finds a code in each size", () => {
  const corners: Quad = [
    { x: 20, y: 20 },
    { x: 90, y: 20 },
    { x: 90, y: 90 },
    { x: 20, y: 90 },
  ];
  const small = drawQrScene(codes[4]!, { width: 110, height: 110, corners });
  for (const factor of [1, 3, 8, 17]) {
    const side = 110 * factor;
    const data = new Uint8Array(side * side);
    for (let y = 0; y < side; y++) {
      const row = Math.floor(y / factor) * 110;
      for (let x = 0; x < side; x++) data[y * side + x] = small.data[row + Math.floor(x / factor)]!;
    }
    const plane = { data, width: side, height: side, scale: 1 };
    expect(readContent(plane), `${70 * factor} pixels`).toBe(text);
  }
});

test("returns a candidate for each of three codes in a picture", async () => {
  const centers = [0.2, 0.5, 0.8];
  const { gray, ...picture } = await drawPicture(
    centers.map((x, i) => ({
      symbology: "qrcode",
      text: `code ${i}`,
      at: { x, y: 0.5 },
      size: 0.3,
      turn: 20 * i,
    })),
  );
  const candidates = findQrCandidates({ ...picture, data: gray, scale: 1 });
  for (const drawnCorners of picture.corners) {
    expect(
      Math.min(...candidates.map(({ corners }) => measureFarthestCorner(corners, drawnCorners))),
    ).toBeLessThan(0.04);
  }
});

test("returns nothing for pictures without a QR code", async () => {
  const symbologies = ["datamatrix", "azteccode", "pdf417", "ean13"];
  for (const [seed, symbology] of symbologies.entries()) {
    const code = { symbology, text: "4006381333931" };
    const { gray, width, height } = await drawPicture([code], { width: 960, height: 540, seed });
    expect(findQrCandidates({ data: gray, width, height, scale: 1 })).toEqual([]);
  }
});

test("never throws and returns at most six candidates, whatever the plane is", () => {
  const planes = fc
    .tuple(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 70 }), fc.integer())
    .map(([width, height, seed]): Plane => {
      let state = seed;
      const data = Uint8Array.from({ length: width * height }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) | 0;
        return state >>> 24;
      });
      return { data, width, height, scale: 1 };
    });
  fc.assert(
    fc.property(planes, (plane) => {
      expect(findQrCandidates(plane).length).toBeLessThanOrEqual(6);
    }),
  );
});
