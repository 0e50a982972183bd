import { describe, expect, test } from "vitest";
import { drawPicture, type PlacedCode, toFrame } from "../../../e2e/camera/picture.ts";
import { drawOnWhite, farthestCorner } from "./fixtures/pictures.ts";
import { type CodeFormat, createCodeReader } from "./index.ts";
import { readerWasm } from "./node.ts";

const wasm = await readerWasm();
const reader = await createCodeReader({ wasm });

// The contents are what each standard says the symbol means, written down by hand.
const gs1Text = "(01)09521234543213(10)AB(17)200101";
const gs1Content = "010952123454321310AB\u001d17200101";
const item = "(01)09521234543213";
const weighed = `${item}(3103)000123`;
const weighedContent = "01095212345432133103000123";
const rows: [CodeFormat, PlacedCode, content: string, gs1?: "gs1"][] = [
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
  ["code32", { symbology: "code32", text: "01234567" }, "A012345676"],
  ["code39", { symbology: "code39", text: "CODE-39" }, "CODE-39"],
  ["code39", { symbology: "code39ext", text: "Code39 x", size: 1 }, "Code39 x"],
  ["code39", { symbology: "hibccode39", text: "A123BJC5D6E71", size: 1.2 }, "+A123BJC5D6E71G"],
  ["code93", { symbology: "code93", text: "CODE 93", options: { includecheck: true } }, "CODE 93"],
  ["databar", { symbology: "databaromni", text: item }, "0109521234543213", "gs1"],
  ["databar", { symbology: "databarstacked", text: item }, "0109521234543213", "gs1"],
  ["databar", { symbology: "databarstackedomni", text: item }, "0109521234543213", "gs1"],
  ["databar", { symbology: "databartruncated", text: item }, "0109521234543213", "gs1"],
  ["databar-limited", { symbology: "databarlimited", text: item }, "0109521234543213", "gs1"],
  ["databar-expanded", { symbology: "databarexpanded", text: weighed }, weighedContent, "gs1"],
  [
    "databar-expanded",
    { symbology: "databarexpandedstacked", text: weighed },
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

const camera = { width: 960, height: 540, noise: 2, blur: 0.6 };

/** zxing-cpp finds the core of these, not their edges. */
const roughlyPlaced = /databar|itf14/;

describe("what a camera sees of a code is read back", () => {
  test.each(rows)("%s %o", async (format, code, content, gs1) => {
    const picture = await drawPicture([{ size: 0.7, ...code }], camera);
    const readings = await reader.still(toFrame(picture));
    const expected = { format, content, gs1: gs1 === "gs1" };
    expect(readings).toEqual([expect.objectContaining(expected)]);
    if (!roughlyPlaced.test(code.symbology)) {
      expect(farthestCorner(readings[0]!.corners, picture.corners[0]!)).toBeLessThan(0.03);
    }
  });
});

test("MaxiCode is read when nothing else is in the picture", async () => {
  const frame = await drawOnWhite({
    symbology: "maxicode",
    text: "MaxiCode",
    options: { mode: 4 },
  });
  expect(await reader.still(frame)).toEqual([
    expect.objectContaining({ format: "maxicode", content: "MaxiCode", gs1: false }),
  ]);
});

test("numeric Telepen is read as such when it is asked for", async () => {
  const frame = await drawOnWhite({ symbology: "telepennumeric", text: "123456" });
  const numeric = await createCodeReader({ wasm, formats: ["telepen-numeric"] });
  expect(await numeric.still(frame)).toEqual([
    expect.objectContaining({ format: "telepen-numeric", content: "123456" }),
  ]);
});

test.each(["qr", "datamatrix", "aztec", "pdf417", "code128"] as const)(
  "a reader narrowed to %s reads it and nothing else",
  async (format) => {
    const codes = rows.find((row) => row[0] === format)!;
    const others = rows.find((row) => row[0] === (format === "qr" ? "microqr" : "qr"))!;
    const narrow = await createCodeReader({ wasm, formats: [format] });
    const [hit, miss] = await Promise.all(
      [codes, others].map(async ([, code]) => toFrame(await drawPicture([code], { seed: 3 }))),
    );
    expect((await narrow.still(hit!)).map((reading) => reading.content)).toEqual([codes[2]]);
    expect(await narrow.still(miss!)).toEqual([]);
  },
);

test("a UPC-A is an EAN-13 with a leading zero to a reader that looks for EAN-13 only", async () => {
  const frame = await drawOnWhite({ symbology: "upca", text: "036000291452" });
  const read = async (formats: CodeFormat[]) => {
    const readings = await (await createCodeReader({ wasm, formats })).still(frame);
    return readings.map(({ format, content }) => [format, content]);
  };
  expect(await read(["ean13"])).toEqual([["ean13", "0036000291452"]]);
  expect(await read(["upca"])).toEqual([["upca", "036000291452"]]);
  expect(await read(["ean13", "upca"])).toEqual([["upca", "036000291452"]]);
});
