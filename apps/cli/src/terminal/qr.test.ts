import { stripVTControlCharacters } from "node:util";
import { createCodeReader, type Frame } from "@scanhook/codes";
import { readerWasm } from "@scanhook/codes/node";
import { expect, test } from "vitest";
import { formatQr } from "./qr.ts";

const link = "http://192.168.1.5:8080/phone#/pair?code=ac-nWg-0bUvvGQr9MN-auQ";
const terminal = { write() {}, isTTY: true, columns: 80 };

test("a camera reads the QR code on a terminal of any color, and with NO_COLOR on a dark terminal", async () => {
  const reader = await createCodeReader({ wasm: await readerWasm(), formats: ["qr"] });
  const colored = formatQr(link, { stdout: terminal, env: {} }) ?? "";
  expect((await reader.still(photograph(colored, 0)))[0]?.content).toBe(link);
  const plain = formatQr(link, { stdout: terminal, env: { NO_COLOR: "1" } }) ?? "";
  expect(plain).not.toContain("\u001b");
  expect((await reader.still(photograph(plain, 255)))[0]?.content).toBe(link);
});

test("formatQr returns undefined for a pipe, a narrow terminal and a dumb terminal", () => {
  expect(formatQr(link, { stdout: { write() {} }, env: {} })).toBeUndefined();
  expect(formatQr(link, { stdout: { ...terminal, columns: 30 }, env: {} })).toBeUndefined();
  expect(formatQr(link, { stdout: terminal, env: { TERM: "dumb" } })).toBeUndefined();
});

/**
 * Draws half-block characters as a camera sees them. `ink` is the brightness of the text, from 0
 * (black) to 255 (white).
 */
function photograph(text: string, ink: number): Frame {
  const lines = stripVTControlCharacters(text).trimEnd().split("\n");
  const pixelsPerModule = 4;
  const margin = 2;
  const columns = Math.max(...lines.map((line) => line.length)) + 2 * margin;
  const rows = lines.length * 2 + 2 * margin;
  const width = columns * pixelsPerModule;
  const height = rows * pixelsPerModule;
  const data = new Uint8ClampedArray(width * height * 4).fill(255 - ink);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const row = Math.floor(y / pixelsPerModule) - margin;
      const char = lines[row >> 1]?.[Math.floor(x / pixelsPerModule) - margin] ?? " ";
      const isInked = char === "█" || char === (row % 2 === 0 ? "▀" : "▄");
      const offset = (y * width + x) * 4;
      if (isInked) data.fill(ink, offset, offset + 3);
      data[offset + 3] = 255;
    }
  }
  return { data, width, height };
}
