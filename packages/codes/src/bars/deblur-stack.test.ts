import { expect, test } from "vitest";
import { soften } from "../plane.ts";
import { deblurStack } from "./deblur-stack.ts";

const [width, height, moduleWidth, margin] = [220, 24, 3, 41];
// The start characters of Code 128 (ISO/IEC 15417, table 1) as two rows of bars.
const rows = [
  "1101000010011010010000110100111001011011",
  "1101001110011010000100110100100001101011",
];

function draw() {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const modules = rows[y < height / 2 ? 0 : 1]!;
      data[y * width + x] = modules[Math.floor((x - margin) / moduleWidth)] === "1" ? 40 : 210;
    }
  }
  return { data, width, height, scale: 1 };
}

test("narrow bars that blur had merged are told apart again in both rows", () => {
  // Averaging five pixels thrice is nearly a Gaussian blur with a standard deviation of 2.4 pixels.
  const blurred = soften(soften(soften(draw(), 2), 2), 2);
  const toModules = (data: Uint8Array, y: number) =>
    Array.from({ length: rows[0]!.length }, (_, i) =>
      data[y * width + margin + i * moduleWidth + 1]! < 128 ? "1" : "0",
    ).join("");
  expect(toModules(blurred.data, 5)).not.toBe(rows[0]);
  const { data } = deblurStack(blurred);
  expect([toModules(data, 5), toModules(data, 19)]).toEqual(rows);
});

test("a flat plane stays as it is", () => {
  const flat = { data: new Uint8Array(50).fill(7), width: 10, height: 5, scale: 1 };
  expect(deblurStack(flat)).toBe(flat);
});
