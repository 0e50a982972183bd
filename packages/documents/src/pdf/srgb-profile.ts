import { latin1 } from "./syntax.ts";

/**
 * Returns an ICC profile of a monitor with the sRGB color space (ICC.1:2004-10, version 4.2, the
 * newest that PDF 1.7 knows): the primaries of ITU-R BT.709 adapted from D65 to D50, and the
 * transfer function of IEC 61966-2-1 as a parametric curve.
 */
export function srgbProfile(): Uint8Array<ArrayBuffer> {
  const tags: [signature: string, data: number[]][] = [
    ["desc", text("sRGB")],
    ["cprt", text("No copyright, use freely")],
    ["wtpt", xyz(d50)],
    ["chad", [...latin1("sf32"), ...u32(0), ...fixed(adaptation)]],
    ["rXYZ", xyz(red)],
    ["gXYZ", xyz(green)],
    ["bXYZ", xyz(blue)],
    ["rTRC", transferCurve],
    ["gTRC", transferCurve],
    ["bTRC", transferCurve],
  ];
  const dataStart = 128 + 4 + tags.length * 12;
  const table = u32(tags.length);
  const body: number[] = [];
  const starts = new Map<number[], number>();
  for (const [signature, data] of tags) {
    if (!starts.has(data)) {
      starts.set(data, dataStart + body.length);
      body.push(...data, ...Array<number>(-data.length & 3).fill(0));
    }
    table.push(...latin1(signature), ...u32(starts.get(data)!, data.length));
  }
  return Uint8Array.from([...header(dataStart + body.length), ...table, ...body]);
}

/** The white of the profile connection space (ICC.1:2004-10, 6.3.4.3). */
const d50 = [0.9642, 1, 0.8249];

/** The linear Bradford transform from D65 to D50 (ICC.1:2004-10, annex E), row by row. */
const adaptation = [
  1.04789, 0.02292, -0.05022, 0.02958, 0.99048, -0.01708, -0.00925, 0.01507, 0.75168,
];

/** The red primary of ITU-R BT.709 in XYZ, adapted to D50. */
const red = [0.43604, 0.22248, 0.01392];
/** The green primary in the same way. */
const green = [0.38511, 0.71691, 0.09707];
/** The blue primary in the same way. */
const blue = [0.14305, 0.06061, 0.71391];

/**
 * The transfer function of IEC 61966-2-1: a power above 0.04045 and a line below (ICC.1:2004-10,
 * 10.15, type 3).
 */
const transferCurve = [
  ...latin1("para"),
  ...u32(0, 3 << 16),
  ...fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]),
];

/**
 * The header (ICC.1:2004-10, 7.2). The profile ID stays zero, which means that it was not computed.
 */
function header(size: number): number[] {
  return [
    ...u32(size, 0, 0x04200000),
    ...latin1("mntrRGB XYZ "),
    ...u32((2026 << 16) | 1, (1 << 16) | 0, 0), // date and time
    ...latin1("acsp"),
    ...u32(0, 0, 0, 0, 0, 0, 0), // platform, flags, device, attributes, perceptual intent
    ...fixed(d50),
    ...Array<number>(48).fill(0), // creator, ID, reserved
  ];
}

/** A text in American English (ICC.1:2004-10, 10.13). */
function text(value: string): number[] {
  const characters = Array.from(value, (character) => character.charCodeAt(0));
  return [
    ...latin1("mluc"),
    ...u32(0, 1, 12),
    ...latin1("enUS"),
    ...u32(characters.length * 2, 28),
    ...characters.flatMap((code) => [code >> 8, code & 0xff]),
  ];
}

function xyz(values: number[]): number[] {
  return [...latin1("XYZ "), ...u32(0), ...fixed(values)];
}

/** Numbers with 16 bits of fraction. */
function fixed(values: number[]): number[] {
  return u32(...values.map((value) => Math.round(value * 65536)));
}

function u32(...values: number[]): number[] {
  return values.flatMap((value) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff));
}
