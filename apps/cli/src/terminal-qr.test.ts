import { stripVTControlCharacters } from "node:util";
import { createCodeReader, type Frame } from "@scanhook/codes";
import { readerWasm } from "@scanhook/codes/node";
import { expect, test } from "vitest";
import { printQr } from "./terminal-qr.ts";

const link = "http://192.168.1.5:8080/phone#/pair?code=ac-nWg-0bUvvGQr9MN-auQ";
const terminal = { write() {}, isTTY: true, columns: 80 };

test("a phone reads the code on any terminal, and with NO_COLOR on a dark one", async () => {
  const reader = await createCodeReader({ wasm: await readerWasm(), formats: ["qr"] });
  const coloured = printQr(link, { stdout: terminal, env: {} }) ?? "";
  expect((await reader.still(photograph(coloured, 0)))[0]?.content).toBe(link);
  const plain = printQr(link, { stdout: terminal, env: { NO_COLOR: "1" } }) ?? "";
  expect(plain).not.toContain("\u001b");
  expect((await reader.still(photograph(plain, 255)))[0]?.content).toBe(link);
});

test("a pipe, a narrow terminal and a dumb one get no code", () => {
  expect(printQr(link, { stdout: { write() {} }, env: {} })).toBeUndefined();
  expect(printQr(link, { stdout: { ...terminal, columns: 30 }, env: {} })).toBeUndefined();
  expect(printQr(link, { stdout: terminal, env: { TERM: "dumb" } })).toBeUndefined();
});

/** What a camera sees of half-block characters, when the text is drawn with `ink` (0 black … 255 white). */
function photograph(text: string, ink: number): Frame {
  const lines = stripVTControlCharacters(text).trimEnd().split("\n");
  const pixels = 4;
  const columns = Math.max(...lines.map((line) => line.length)) + 4;
  const rows = lines.length * 2 + 4;
  const width = columns * pixels;
  const height = rows * pixels;
  const data = new Uint8ClampedArray(width * height * 4).fill(255 - ink);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const row = Math.floor(y / pixels) - 2;
      const char = lines[row >> 1]?.[Math.floor(x / pixels) - 2] ?? " ";
      const inked = char === "█" || char === (row % 2 === 0 ? "▀" : "▄");
      const at = (y * width + x) * 4;
      if (inked) data.fill(ink, at, at + 3);
      data[at + 3] = 255;
    }
  }
  return { data, width, height };
}
