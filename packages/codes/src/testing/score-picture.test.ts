import { expect, test } from "vitest";
import { countCodes, type LabelledPicture, type Score, scorePicture } from "./score-picture.ts";

const toReading = (content: string, format = "other", bytes = new Uint8Array(0)) => ({
  content,
  format,
  bytes,
});

test.each<[string, Partial<LabelledPicture>, content: string[], Score]>([
  ["the labelled content", { format: "qr", expected: "a" }, ["a"], "exact"],
  ["another content", { format: "qr", expected: "a" }, ["b"], "wrong"],
  ["nothing", { format: "qr", expected: "a" }, [], "missed"],
  ["nothing in an empty picture", { format: "none" }, [], "clean"],
  ["something in an empty picture", { format: "none" }, ["a"], "wrong"],
  ["one of several labels", { format: "qr", expectedAny: ["a", "b"] }, ["b"], "exact"],
  ["only the other code", { format: "qr", expected: "a", alsoPresent: ["b"] }, ["b"], "missed"],
  ["another code than the QR code without a label", { format: "qr" }, ["a"], "wrong"],
  ["a lost control character", { format: "qr", expected: "a\u0000b" }, ["ab"], "wrong"],
  ["a lost separator", { format: "datamatrix", expected: "10A\u001d21B" }, ["10A21B"], "wrong"],
  ["spaces", { format: "qr", expected: " a " }, ["a"], "wrong"],
  ["a byte order mark", { format: "qr", expected: "\ufeffa" }, ["a"], "wrong"],
  ["UTF-8 as Latin-1", { format: "qr", expected: "ü" }, ["Ã¼"], "wrong"],
  ["a Japanese QR code", { format: "qr", expected: "ﾃﾞMECARD:N" }, ["�޻MECARD:N"], "wrong"],
  ["a line end that the label lacks", { format: "qr", expected: "a" }, ["a\r\n"], "spelling"],
  [
    "a UPC-A as EAN-13",
    { format: "upca", expected: "036000291452" },
    ["0036000291452"],
    "spelling",
  ],
  ["an expanded UPC-E", { format: "upce", expected: "04252614" }, ["042100005264"], "spelling"],
  ["a Code 32 as Code 39", { format: "code32", expected: "A123456788" }, ["3PRM8N"], "spelling"],
  ["another Code 32", { format: "code32", expected: "A123456788" }, ["3PRM8P"], "wrong"],
  ["full ASCII as pairs", { format: "code39", expected: "Aa-1/" }, ["A+A-1/O"], "spelling"],
  [
    "AIs in brackets",
    { format: "databar-expanded", expected: "(10)AB(21)C" },
    ["10AB\u001d21C"],
    "spelling",
  ],
])("%s is scored", (_, picture, contents, score) => {
  const labelled = { file: "a.png", format: "none", ...picture };
  const readings = contents.map((content) => toReading(content));
  expect(scorePicture(labelled, readings)).toBe(score);
});

test("bytes are compared as they are, and a labelled content beside them", () => {
  const picture = { file: "a.png", format: "qr", expectedBase64: "wyg=" };
  const [right, wrong] = [Buffer.from([0xc3, 0x28]), Buffer.from([0xc3, 0x29])];
  expect(scorePicture(picture, [toReading("Ã(", "qr", right)])).toBe("exact");
  expect(scorePicture(picture, [toReading("Ã(", "qr", wrong)])).toBe("wrong");
  expect(scorePicture(picture, [toReading("Ã(")])).toBe("exact");
  const labelled = { ...picture, expected: "Ã(" };
  expect(scorePicture(labelled, [toReading("?", "qr", right)])).toBe("wrong");
  expect(scorePicture(labelled, [toReading("Ã(", "qr", right)])).toBe("exact");
});

test("each reading counts for one labelled code", () => {
  const code = { format: "ean13", text: "4006381333931" };
  const unusable = { format: "pdf417", text: "", binary: true };
  const readings = [
    toReading("4006381333931", "EAN13"),
    toReading("anything", "PDF417"),
    toReading("4006381333932", "EAN13"),
  ];
  const { readCount, missed, unlabelled } = countCodes([unusable, code, code], readings);
  expect(readCount).toBe(2);
  expect(missed).toEqual([code]);
  expect(unlabelled).toEqual([readings[2]]);
});

test("a content is compared with its label without the kind of line ends", () => {
  const codes = [{ format: "qr", text: "BCD\n001" }];
  expect(countCodes(codes, [toReading("BCD\r\n001\r\n", "qr")]).readCount).toBe(1);
  expect(countCodes(codes, [toReading("BCD001", "qr")]).readCount).toBe(0);
});
