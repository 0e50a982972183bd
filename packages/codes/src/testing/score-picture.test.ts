import { expect, test } from "vitest";
import { type LabelledPicture, type Score, scorePicture } from "./score-picture.ts";

const toReading = (content: string, format = "other", bytes = new Uint8Array(0)) => ({
  content,
  format,
  bytes,
});

test.each<[string, Partial<LabelledPicture>, content: string[], Score]>([
  ["the labelled content", { format: "qr", expected: "a" }, ["a"], "hit"],
  ["another content", { format: "qr", expected: "a" }, ["b"], "wrong"],
  ["nothing", { format: "qr", expected: "a" }, [], "missed"],
  ["nothing in an empty picture", { format: "none" }, [], "clean"],
  ["something in an empty picture", { format: "none" }, ["a"], "wrong"],
  ["one of several labels", { format: "qr", expectedAny: ["a", "b"] }, ["b"], "hit"],
  ["only the other code", { format: "qr", expected: "a", alsoPresent: ["b"] }, ["b"], "missed"],
  ["a UPC-A as EAN-13", { format: "upca", expected: "036000291452" }, ["0036000291452"], "hit"],
  ["an expanded UPC-E", { format: "upce", expected: "04252614" }, ["042100005264"], "hit"],
  ["a Code 32 as Code 39", { format: "code32", expected: "A123456788" }, ["3PRM8N"], "hit"],
  ["another Code 32", { format: "code32", expected: "A123456788" }, ["3PRM8P"], "wrong"],
  ["full ASCII as pairs", { format: "code39", expected: "Aa-1/" }, ["A+A-1/O"], "hit"],
  [
    "AIs in brackets",
    { format: "databar", expected: "(01)00012345678905" },
    ["0100012345678905"],
    "hit",
  ],
  ["other characters", { format: "qr", expected: "ﾃﾞMECARD:N" }, ["�޻MECARD:N"], "hit"],
])("%s is scored", (_, picture, contents, score) => {
  const labelled = { file: "a.png", format: "none", ...picture };
  expect(
    scorePicture(
      labelled,
      contents.map((content) => toReading(content)),
    ),
  ).toBe(score);
});

test("a reader that tells the bytes must get the characters right", () => {
  const picture = { file: "a.png", format: "qr", expected: "ﾃﾞMECARD:N" };
  const bytes = Buffer.from("��MECARD:N");
  expect(scorePicture(picture, [toReading("��MECARD:N", "qr", bytes)])).toBe("wrong");
});
