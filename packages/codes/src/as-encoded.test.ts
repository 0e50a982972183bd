import { expect, test } from "vitest";
import type { CodeSymbol } from "../../../e2e/camera/symbol.ts";
import { createCodeReader } from "./index.ts";
import { readerWasm } from "./node.ts";
import { drawOnWhite } from "./testing/pictures.ts";

const reader = await createCodeReader({ wasm: await readerWasm() });

/** What a reader may add, drop or check by agreement only, none of which this one does. */
const cases: [title: string, symbol: CodeSymbol, content: string][] = [
  [
    "the check character of a Code 39",
    { symbology: "code39", text: "CODE39", options: { includecheck: true } },
    "CODE39W",
  ],
  ["a last character of a Code 39 that is no check character", code39("CODE39X"), "CODE39X"],
  [
    "the check digit of an ITF",
    { symbology: "interleaved2of5", text: "1234567", options: { includecheck: true } },
    "12345670",
  ],
  ["an ITF of 14 digits without one", code("interleaved2of5", "04601234567890"), "04601234567890"],
  ["start and stop of a Codabar", code("rationalizedCodabar", "C$399.95A"), "C$399.95A"],
  [
    "start, stop and check character of a Codabar",
    { symbology: "rationalizedCodabar", text: "A37859B", options: { includecheck: true } },
    "A37859+B",
  ],
  ["the FNC1 that makes a Code 128 GS1", fnc("code128", "^FNC110AB^FNC121C"), "10AB\u001d21C"],
  ["an FNC1 behind others in a Code 128", fnc("code128", "ABC^FNC1123"), "ABC\u001d123"],
  [
    "the application indicator of a Code 128, whose FNC1 marks it",
    fnc("code128", "A^FNC1123"),
    "A123",
  ],
  ["the FNC1 that makes a Data Matrix GS1", fnc("datamatrix", "^FNC110AB"), "10AB"],
  [
    "the header and trailer that macro 06 of a Data Matrix stands for",
    code("datamatrix", "[)>\u001e06\u001dABC\u001e\u0004"),
    "[)>\u001e06\u001dABC\u001e\u0004",
  ],
  ["a line break behind a Code 128", { symbology: "code128", text: "ABC\r" }, "ABC\r"],
  ["an EAN-13 beside an add-on", code("ean13", "9771473968012 54"), "9771473968012"],
  ["the zero of an EAN-8", code("ean8", "01234565"), "01234565"],
  ["the number system and check digit of a UPC-E", code("upce", "01234565"), "01234565"],
];

test.each(cases)("%s: nothing is added or dropped", async (_, symbol, content) => {
  const readings = await reader.still(await drawOnWhite(symbol));
  expect(readings.map((reading) => reading.content)).toEqual([content]);
});

function code(symbology: string, text: string): CodeSymbol {
  return { symbology, text };
}

function code39(text: string): CodeSymbol {
  return code("code39", text);
}

function fnc(symbology: string, text: string): CodeSymbol {
  return { symbology, text, options: { parsefnc: true } };
}
