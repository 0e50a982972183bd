import { describe, expect, test } from "vitest";
import { type Camera, drawPicture, type PlacedCode, toFrame } from "../../../e2e/camera/picture.ts";
import { createCodeReader, type Reading } from "./index.ts";
import { readerWasm } from "./node.ts";

const wasm = await readerWasm();
const reader = await createCodeReader({ wasm });

const qr: PlacedCode = { symbology: "qrcode", text: "https://example.org/hard" };
const matrix: PlacedCode = { symbology: "datamatrix", text: "DATA MATRIX 7" };
const aztec: PlacedCode = { symbology: "azteccode", text: "Aztec 1234567" };
const ean: PlacedCode = { symbology: "ean13", text: "5901234123457", size: 0.8 };
const code128: PlacedCode = { symbology: "code128", text: "PARCEL-128", size: 0.8 };
const gs1Text = "(01)09521234543213(10)AB(17)200101";

/**
 * The code, how the camera sees it, and what a reader should return if that is not the text of the
 * code.
 */
type Case = [name: string, code: PlacedCode, camera?: Camera, content?: string];

const small = { width: 640, height: 480 };
const usual = { width: 960, height: 540 };
const cases: Case[] = [
  ["a light QR code on dark", { ...qr, inverted: true }],
  ["a light Data Matrix on dark", { ...matrix, inverted: true }],
  ["a light Aztec code on dark", { ...aztec, inverted: true }],
  ["a mirrored QR code", { ...qr, mirrored: true }],
  ["a mirrored Data Matrix", { ...matrix, mirrored: true }],
  ["a mirrored Aztec code", { ...aztec, mirrored: true }],
  ["a mirrored EAN-13", { ...ean, mirrored: true }],
  ["a mirrored and inverted QR code", { ...qr, mirrored: true, inverted: true }],
  ["a QR code of low contrast", { ...qr, contrast: 0.12 }],
  ["an EAN-13 of low contrast", { ...ean, contrast: 0.15 }],
  ["a QR code in motion", qr, { motion: { length: 6, angle: 30 } }],
  ["an EAN-13 that moves along its bars", ean, { motion: { length: 25, angle: 90 } }],
  ["an EAN-13 that moves across its bars", ean, { motion: { length: 5, angle: 0 } }],
  ["a tiny QR code", { ...qr, size: 0.1 }, { blur: 0.4 }],
  ["a tiny EAN-13", { ...ean, size: 0.2, turn: 3 }, { blur: 0.4 }],
  ["a huge QR code", { ...qr, size: 0.92 }, { width: 1600, height: 900, blur: 1.5 }],
  ["a huge EAN-13", { ...ean, size: 1.5 }, { width: 1600, height: 900, blur: 1.5 }],
  ["a turned Code 128", { ...code128, turn: 33 }],
  [
    "a GS1 Data Matrix",
    { ...matrix, symbology: "gs1datamatrix", text: gs1Text },
    small,
    "010952123454321310AB\u001d17200101",
  ],
  [
    "a QR code with an ECI",
    // The bytes of "Привет" in ISO 8859-5, written as Latin-1.
    { ...qr, text: "^ECI000007¿àØÒÕâ", options: { parsefnc: true, binarytext: true } },
    small,
    "Привет",
  ],
];

/** Pictures that take more time than a frame of a camera has. */
const stillCases: Case[] = [
  ["a light EAN-13 on dark", { ...ean, inverted: true }],
  ["a light Code 128 on dark", { ...code128, inverted: true, turn: 33 }],
  [
    "a blurred GS1 DataBar",
    { symbology: "databaromni", text: "(01)09521234543213", size: 0.42, turn: 40 },
    { ...small, blur: 1.9 },
    "0109521234543213",
  ],
];

describe("still() reads", () => {
  test.each([...cases, ...stillCases])("%s", async (_, code, camera, content = code.text) => {
    const picture = await drawPicture([code], { ...usual, ...camera });
    const readings = await reader.still(toFrame(picture));
    expect(contentsOf(readings)).toEqual([content]);
  });
});

describe("frame() reads", () => {
  test.each(cases)("%s within eight frames", async (_, code, camera, content = code.text) => {
    const frame = toFrame(await drawPicture([code], { ...usual, ...camera }));
    const camReader = await createCodeReader({ wasm });
    let readings: Reading[] = [];
    for (let i = 0; i < 8 && readings.length === 0; i++) readings = await camReader.frame(frame);
    expect(contentsOf(readings)).toEqual([content]);
  });
});

test("still({ all }) reads six codes of four formats in one picture", async () => {
  const texts = ["ONE", "TWO", "THREE", "FOUR"];
  const codes: PlacedCode[] = [
    { ...qr, text: texts[0]!, at: { x: 0.15, y: 0.25 }, size: 0.25, turn: 10 },
    { ...qr, text: texts[1]!, at: { x: 0.15, y: 0.75 }, size: 0.25 },
    { ...matrix, text: texts[2]!, at: { x: 0.42, y: 0.25 }, size: 0.22, turn: 80 },
    { ...aztec, text: texts[3]!, at: { x: 0.42, y: 0.75 }, size: 0.25 },
    { ...ean, at: { x: 0.76, y: 0.25 }, size: 0.5, turn: 6 },
    { ...ean, text: "4006381333931", at: { x: 0.76, y: 0.75 }, size: 0.5, turn: -4 },
  ];
  const frame = toFrame(await drawPicture(codes, { width: 1600, height: 900 }));
  const readings = await reader.still(frame, { all: true });
  expect(contentsOf(readings).toSorted()).toEqual(codes.map((code) => code.text).toSorted());
});

function contentsOf(readings: Reading[]): string[] {
  return readings.map((reading) => reading.content);
}
