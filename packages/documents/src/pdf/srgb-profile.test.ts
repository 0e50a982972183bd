import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { srgbProfile } from "./srgb-profile.ts";

const profile = Buffer.from(srgbProfile());
const tags = new Map(
  Array.from({ length: profile.readUInt32BE(128) }, (_, index) => {
    const entry = 132 + index * 12;
    const offset = profile.readUInt32BE(entry + 4);
    const data = profile.subarray(offset, offset + profile.readUInt32BE(entry + 8));
    return [profile.toString("latin1", entry, entry + 4), { offset, data }] as const;
  }),
);
const fixed = (data: Buffer, index: number) => data.readInt32BE(8 + index * 4) / 65536;
const xyz = (signature: string) =>
  [0, 1, 2].map((index) => fixed(tags.get(signature)!.data, index));

test("the header is that of an RGB monitor profile of version 4.2", () => {
  expect(profile.readUInt32BE(0)).toBe(profile.length);
  expect(profile.toString("hex", 8, 12)).toBe("04200000");
  expect(profile.toString("latin1", 12, 24)).toBe("mntrRGB XYZ ");
  expect([24, 26, 28, 30, 32, 34].map((offset) => profile.readUInt16BE(offset))).toEqual([
    2026, 1, 1, 0, 0, 0,
  ]);
  expect(profile.toString("latin1", 36, 40)).toBe("acsp");
  expect(profile.readUInt32BE(64)).toBe(0);
  // D50 as every profile has it (ICC.1:2004-10, 7.2.16).
  expect(profile.toString("hex", 68, 80)).toBe("0000f6d6000100000000d32d");
  expect(profile.subarray(80, 128).every((byte) => byte === 0)).toBe(true);
});

test("the tags required of a monitor profile are there, aligned and within the file", () => {
  expect([...tags.keys()].sort()).toEqual([
    "bTRC",
    "bXYZ",
    "chad",
    "cprt",
    "desc",
    "gTRC",
    "gXYZ",
    "rTRC",
    "rXYZ",
    "wtpt",
  ]);
  for (const { offset, data } of tags.values()) {
    expect(offset % 4).toBe(0);
    expect(offset).toBeGreaterThanOrEqual(132 + tags.size * 12);
    expect(offset + data.length).toBeLessThanOrEqual(profile.length);
    expect(data.readUInt32BE(4)).toBe(0);
  }
  expect(profile.length % 4).toBe(0);
});

test("the texts are in American English", () => {
  for (const [signature, text] of [
    ["desc", "sRGB"],
    ["cprt", "No copyright, use freely"],
  ] as const) {
    const { data } = tags.get(signature)!;
    expect(data.toString("latin1", 0, 4)).toBe("mluc");
    expect(data.readUInt32BE(8)).toBe(1);
    expect(data.readUInt32BE(12)).toBe(12);
    expect(data.toString("latin1", 16, 20)).toBe("enUS");
    const [length, offset] = [data.readUInt32BE(20), data.readUInt32BE(24)];
    expect(
      Buffer.from(data.subarray(offset, offset + length))
        .swap16()
        .toString("utf16le"),
    ).toBe(text);
  }
});

test("the primaries are those of ITU-R BT.709 under D50, and add up to its white", () => {
  const columns = ["rXYZ", "gXYZ", "bXYZ"].map(xyz);
  const sum = [0, 1, 2].map((row) => columns.reduce((total, column) => total + column[row]!, 0));
  for (const [row, value] of [0.9642, 1, 0.8249].entries()) expect(sum[row]).toBeCloseTo(value, 3);
  // Back from D50 to D65, each column has the chromaticity that the recommendation states.
  const adaptation = Array.from({ length: 9 }, (_, index) => fixed(tags.get("chad")!.data, index));
  const chromaticities = [
    [0.64, 0.33],
    [0.3, 0.6],
    [0.15, 0.06],
  ];
  for (const [index, column] of columns.entries()) {
    const [X, Y, Z] = solve(adaptation, column);
    expect(X! / (X! + Y! + Z!)).toBeCloseTo(chromaticities[index]![0]!, 3);
    expect(Y! / (X! + Y! + Z!)).toBeCloseTo(chromaticities[index]![1]!, 3);
  }
});

test("the curve is the transfer function of IEC 61966-2-1", () => {
  const { data } = tags.get("rTRC")!;
  expect(data.toString("latin1", 0, 4)).toBe("para");
  expect(data.readUInt16BE(8)).toBe(3);
  const [g, a, b, c, d] = [1, 2, 3, 4, 5].map((index) => fixed(data, index)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  for (let value = 0; value <= 255; value++) {
    const x = value / 255;
    const expected = x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    expect(x >= d ? (a * x + b) ** g : c * x).toBeCloseTo(expected, 4);
  }
  expect(tags.get("gTRC")).toEqual(tags.get("rTRC"));
  expect(tags.get("bTRC")).toEqual(tags.get("rTRC"));
});

test("Little CMS converts sRGB to the profile without a change", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scanhook-profile-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "profile.icc");
  writeFileSync(path, profile);
  const pixels = Uint8Array.from({ length: 16 * 16 * 16 * 3 }, (_, index) => {
    const color = Math.floor(index / 3);
    return [color & 15, (color >> 4) & 15, color >> 8][index % 3]! * 17;
  });
  const png = await sharp(pixels, { raw: { width: 256, height: 16, channels: 3 } })
    .withIccProfile(path)
    .png()
    .toBuffer();
  const { icc } = await sharp(png).metadata();
  expect(icc?.equals(profile)).toBe(true);
  // Reading without color management shows what the conversion into the profile wrote.
  const converted = await sharp(png, { ignoreIcc: true }).raw().toBuffer();
  for (const [index, value] of converted.entries()) {
    expect(Math.abs(value - pixels[index]!)).toBeLessThanOrEqual(1);
  }
});

/** Solves a linear system of three rows by the rule of Cramer. */
function solve(m: number[], v: number[]): number[] {
  const determinant = (n: number[]) =>
    n[0]! * (n[4]! * n[8]! - n[5]! * n[7]!) -
    n[1]! * (n[3]! * n[8]! - n[5]! * n[6]!) +
    n[2]! * (n[3]! * n[7]! - n[4]! * n[6]!);
  return [0, 1, 2].map((column) => {
    const replaced = m.map((value, index) =>
      index % 3 === column ? v[Math.floor(index / 3)]! : value,
    );
    return determinant(replaced) / determinant(m);
  });
}
