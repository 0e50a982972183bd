// Encodes QR codes of a structured append sequence, which bwip-js cannot draw.
import type { Frame } from "../index.ts";
import { getKnownModules } from "../qr-grid/known-modules.ts";
import { createBlankFrame } from "./pictures.ts";

/**
 * Version 2-M (ISO/IEC 18004:2015, tables 7 and 9): one block of 28 data and 16 error correction
 * codewords.
 */
const version = 2;
const [dataCount, checkCount] = [28, 16];

export type SequencePart = { index: number; size: number; parity: number; bytes: Uint8Array };

/**
 * Splits bytes into parts of `partLength` bytes, 23 at most; the last is the rest. The parity is
 * that of all bytes (ISO/IEC 18004:2015, 8.3).
 */
export function splitSequence(bytes: Uint8Array, partLength: number): SequencePart[] {
  const size = Math.ceil(bytes.length / partLength);
  const parity = bytes.reduce((sum, byte) => sum ^ byte, 0);
  return Array.from({ length: size }, (_, index) => {
    const part = bytes.slice(index * partLength, (index + 1) * partLength);
    return { index, size, parity, bytes: part };
  });
}

/** Draws the parts in a row on white, 5 pixels a module. */
export function drawSequence(parts: readonly SequencePart[]): Frame {
  const [modulePixels, quiet] = [5, 6];
  const symbols = parts.map((part) => encode(part));
  const { size } = getKnownModules(version);
  const pitch = (size + 2 * quiet) * modulePixels;
  const frame = createBlankFrame(pitch * parts.length, pitch, 255);
  for (let y = 0; y < frame.height; y++) {
    for (let x = 0; x < frame.width; x++) {
      const column = Math.floor((x % pitch) / modulePixels) - quiet;
      const row = Math.floor(y / modulePixels) - quiet;
      if (column < 0 || row < 0 || column >= size || row >= size) continue;
      if (!symbols[Math.floor(x / pitch)]![row * size + column]) continue;
      frame.data.fill(20, (y * frame.width + x) * 4, (y * frame.width + x) * 4 + 3);
    }
  }
  return frame;
}

function encode(part: SequencePart): Uint8Array {
  const data = toDataCodewords(part);
  return placeModules([...data, ...getCheckCodewords(data)]);
}

/** The header of the sequence (8.2), then one segment in byte mode, then padding (7.4.10). */
function toDataCodewords({ index, size, parity, bytes }: SequencePart): number[] {
  const fields = [
    [0b0011, 4],
    [index, 4],
    [size - 1, 4],
    [parity, 8],
    [0b0100, 4],
    [bytes.length, 8],
    ...Array.from(bytes, (byte) => [byte, 8]),
    [0, 4],
  ];
  const bits = fields.map(([value, length]) => value!.toString(2).padStart(length!, "0")).join("");
  const codewords = (bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, "0"), 2));
  for (let pad = 0xec; codewords.length < dataCount; pad ^= 0xec ^ 0x11) codewords.push(pad);
  return codewords;
}

/** The remainder of the division by the generator polynomial in GF(256) (7.5.2). */
function getCheckCodewords(data: readonly number[]): number[] {
  let generator = [1];
  for (let i = 0, root = 1; i < checkCount; i++, root = multiply(root, 2)) {
    const shifted = [...generator, 0];
    generator = shifted.map((value, k) => value ^ multiply(generator[k - 1] ?? 0, root));
  }
  const remainder = [...data, ...new Array<number>(checkCount).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = remainder[i]!;
    generator.forEach((value, k) => {
      remainder[i + k]! ^= multiply(value, factor);
    });
  }
  return remainder.slice(data.length);
}

function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** Places the codewords in columns of two from the right (7.7.3), with mask 000 (7.8.2). */
function placeModules(codewords: readonly number[]): Uint8Array {
  const { size, modules: known } = getKnownModules(version);
  const modules = Uint8Array.from(known, (value) => (value === 1 ? 1 : 0));
  const isFormat = (x: number, y: number) =>
    (x === 8 && (y <= 8 || y >= size - 8)) || (y === 8 && (x <= 8 || x >= size - 8));
  let next = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (known[y * size + x] !== 0 || isFormat(x, y)) continue;
        const bit = ((codewords[next >> 3] ?? 0) >> (7 - (next & 7))) & 1;
        modules[y * size + x] = bit ^ ((x + y) % 2 === 0 ? 1 : 0);
        next++;
      }
    }
  }
  drawFormat(modules, size);
  return modules;
}

/**
 * Draws both copies of the format information for level M and mask 000 (7.9.1 and table C.1), the
 * highest bit first.
 */
function drawFormat(modules: Uint8Array, size: number): void {
  const format = 0b101010000010010;
  for (let i = 0; i < 15; i++) {
    const bit = (format >> (14 - i)) & 1;
    const column = i < 6 ? i : i === 6 ? 7 : size - 15 + i;
    const row = i < 7 ? size - 1 - i : i === 7 ? 8 : i === 8 ? 7 : 14 - i;
    modules[8 * size + column] = bit;
    modules[row * size + 8] = bit;
  }
}
