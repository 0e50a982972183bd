import { describe, expect, test } from "vitest";
import { drawPicture, type PlacedCode, toFrame } from "../../../e2e/camera/picture.ts";
import { type CodeFormat, createCodeReader } from "./index.ts";
import { readerWasm } from "./node.ts";
import { drawOnWhite, measureFarthestCorner } from "./testing/pictures.ts";

const wasm = await readerWasm();
const reader = await createCodeReader({ wasm });

// The expected contents are derived by hand from the standard of each symbology.
const gs1Text = "(01)09521234543213(10)AB(17)200101";
const gs1Content = "010952123454321310AB\u001d17200101";
const itemGtin = "(01)09521234543213";
const weighedItem = `${itemGtin}(3103)000123`;
const weighedContent = "01095212345432133103000123";
const codeCases: [CodeFormat, PlacedCode, content: string, gs1?: "gs1"][] = [
  ["aztec", { symbology: "azteccode", text: "https://example.org/a" }, "https://example.org/a"],
  ["aztec", { symbology: "azteccodecompact", text: "compact" }, "compact"],
  ["aztec", { symbology: "aztecrune", text: "25" }, "025"],
  ["datamatrix", { symbology: "datamatrix", text: "Data Matrix" }, "Data Matrix"],
  ["datamatrix", { symbology: "datamatrixrectangular", text: "1234567" }, "1234567"],
  ["datamatrix", { symbology: "gs1datamatrix", text: gs1Text }, gs1Content, "gs1"],
  ["micropdf417", { symbology: "micropdf417", text: "MicroPDF417" }, "MicroPDF417"],
  ["microqr", { symbology: "microqrcode", text: "1234567" }, "1234567"],
  ["pdf417", { symbology: "pdf417", text: "PDF417 here" }, "PDF417 here"],
  ["qr", { symbology: "qrcode", text: "https://example.org/q" }, "https://example.org/q"],
  ["qr", { symbology: "gs1qrcode", text: gs1Text }, gs1Content, "gs1"],
  [
    "rmqr",
    { symbology: "rectangularmicroqrcode", text: "rMQR", options: { version: "R15x59" } },
    "rMQR",
  ],
  ["codabar", { symbology: "rationalizedCodabar", text: "A40156B" }, "A40156B"],
  ["code128", { symbology: "code128", text: "Code-128" }, "Code-128"],
  ["code128", { symbology: "gs1-128", text: gs1Text, size: 1.2 }, gs1Content, "gs1"],
  // Six characters of Code 39, which a reader has to be told to take for a Code 32.
  ["code39", { symbology: "code32", text: "01234567" }, "0CSSBD"],
  ["code39", { symbology: "code39", text: "CODE-39" }, "CODE-39"],
  ["code39", { symbology: "code39ext", text: "Code39 x", size: 1 }, "C+O+D+E39 +X"],
  ["code39", { symbology: "hibccode39", text: "A123BJC5D6E71", size: 1.2 }, "+A123BJC5D6E71G"],
  ["code93", { symbology: "code93", text: "CODE 93", options: { includecheck: true } }, "CODE 93"],
  ["databar", { symbology: "databaromni", text: itemGtin }, "0109521234543213", "gs1"],
  ["databar", { symbology: "databarstacked", text: itemGtin }, "0109521234543213", "gs1"],
  ["databar", { symbology: "databarstackedomni", text: itemGtin }, "0109521234543213", "gs1"],
  ["databar", { symbology: "databartruncated", text: itemGtin }, "0109521234543213", "gs1"],
  ["databar-limited", { symbology: "databarlimited", text: itemGtin }, "0109521234543213", "gs1"],
  ["databar-expanded", { symbology: "databarexpanded", text: weighedItem }, weighedContent, "gs1"],
  [
    "databar-expanded",
    { symbology: "databarexpandedstacked", text: weighedItem },
    weighedContent,
    "gs1",
  ],
  ["ean13", { symbology: "ean13", text: "5901234123457" }, "5901234123457"],
  ["ean13", { symbology: "isbn", text: "978-3-16-148410-0" }, "9783161484100"],
  ["ean8", { symbology: "ean8", text: "96385074" }, "96385074"],
  ["itf", { symbology: "interleaved2of5", text: "12345670" }, "12345670"],
  ["itf", { symbology: "itf14", text: "04601234567893" }, "04601234567893"],
  ["pzn", { symbology: "pzn", text: "02758089", options: { pzn8: true } }, "-02758089"],
  ["telepen", { symbology: "telepen", text: "Telepen9" }, "Telepen9"],
  ["upca", { symbology: "upca", text: "036000291452" }, "036000291452"],
  ["upce", { symbology: "upce", text: "04252614" }, "04252614"],
];

const cameraOptions = { width: 960, height: 540, noise: 2, blur: 0.6 };

/** zxing-cpp finds only the core of these codes, not their edges. */
const roughlyLocated = /databar|itf14/;

describe("reads codes as a camera sees them", () => {
  test.each(codeCases)("%s %o", async (format, code, content, gs1) => {
    const picture = await drawPicture([{ size: 0.7, ...code }], cameraOptions);
    const expected = { format, content, gs1: gs1 === "gs1" };
    const isExpected = [expect.objectContaining(expected)];
    expect(await reader.still(toFrame(picture))).toEqual(isExpected);
    const readings = await reader.still(toFrame(picture), { all: true });
    expect(readings).toEqual(isExpected);
    if (!roughlyLocated.test(code.symbology)) {
      expect(measureFarthestCorner(readings[0]!.corners, picture.corners[0]!)).toBeLessThan(0.04);
    }
  });
});

test("reads MaxiCode if nothing else is in the picture", async () => {
  const frame = await drawOnWhite({
    symbology: "maxicode",
    text: "MaxiCode",
    options: { mode: 4 },
  });
  expect(await reader.still(frame)).toEqual([
    expect.objectContaining({ format: "maxicode", content: "MaxiCode", gs1: false }),
  ]);
});

test.each([
  ["telepen-numeric", { symbology: "telepennumeric", text: "123456" }, "123456"],
  ["code32", { symbology: "code32", text: "01234567" }, "A012345676"],
] as const)("reads %s if it is requested", async (format, code, content) => {
  const frame = await drawOnWhite(code);
  const specialReader = await createCodeReader({ wasm, formats: [format] });
  expect(await specialReader.still(frame)).toEqual([expect.objectContaining({ format, content })]);
});

test("does not take an asset tag for a Code 32, whose check digit one in ten fits", async () => {
  for (let tag = 100_000; tag < 100_020; tag++) {
    const frame = await drawOnWhite({ symbology: "code39", text: String(tag) });
    expect(await reader.still(frame)).toMatchObject([{ format: "code39", content: String(tag) }]);
  }
});

test.each(["qr", "datamatrix", "aztec", "pdf417", "code128"] as const)(
  "a reader limited to %s reads nothing else",
  async (format) => {
    const allowedCase = codeCases.find((row) => row[0] === format)!;
    const otherCase = codeCases.find((row) => row[0] === (format === "qr" ? "microqr" : "qr"))!;
    const limitedReader = await createCodeReader({ wasm, formats: [format] });
    const [allowedFrame, otherFrame] = await Promise.all(
      [allowedCase, otherCase].map(async ([, code]) =>
        toFrame(await drawPicture([code], { seed: 3 })),
      ),
    );
    expect((await limitedReader.still(allowedFrame!)).map((reading) => reading.content)).toEqual([
      allowedCase[2],
    ]);
    expect(await limitedReader.still(otherFrame!)).toEqual([]);
  },
);

test("a reader limited to EAN-13 reads a UPC-A as an EAN-13 with a leading zero", async () => {
  const frame = await drawOnWhite({ symbology: "upca", text: "036000291452" });
  const readWith = async (formats: CodeFormat[]) => {
    const readings = await (await createCodeReader({ wasm, formats })).still(frame);
    return readings.map(({ format, content }) => [format, content]);
  };
  expect(await readWith(["ean13"])).toEqual([["ean13", "0036000291452"]]);
  expect(await readWith(["upca"])).toEqual([["upca", "036000291452"]]);
  expect(await readWith(["ean13", "upca"])).toEqual([["upca", "036000291452"]]);
});
