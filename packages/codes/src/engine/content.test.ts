import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCodeReader } from "../index.ts";
import { readerWasm } from "../node.ts";
import { drawOnWhite } from "../testing/pictures.ts";

const reader = await createCodeReader({ wasm: await readerWasm() });

const symbologies = ["qrcode", "datamatrix", "azteccode", "pdf417"] as const;

async function readBytes(symbology: string, bytes: Uint8Array, prefix = "") {
  const text = prefix + Buffer.from(bytes).toString("latin1");
  const frame = await drawOnWhite({
    symbology,
    text,
    options: { binarytext: true, parsefnc: prefix !== "" },
  });
  const readings = await reader.still(frame);
  expect(readings).toHaveLength(1);
  return readings[0]!;
}

describe.each(symbologies)("%s", (symbology) => {
  test("returns bytes that are not text as one Latin-1 character each", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const reading = await readBytes(symbology, bytes);
    expect(reading.content).toBe(Buffer.from(bytes).toString("latin1"));
    expect(Buffer.from(reading.bytes)).toEqual(Buffer.from(bytes));
  });

  test.each(["5°C", "«oui»", "Müller, père, naïve", "ÀÉ", "\u0085\u0099"])(
    "keeps %j, encoded in Latin-1",
    async (text) => {
      expect((await readBytes(symbology, Buffer.from(text, "latin1"))).content).toBe(text);
    },
  );

  test("recognizes undeclared UTF-8 and keeps its byte order mark", async () => {
    const text = "\ufeffGrüße, 日本 €";
    expect((await readBytes(symbology, Buffer.from(text))).content).toBe(text);
  });

  test.each([
    ["ECI 26", "Müller\0", "4dc3bc6c6c657200", "^ECI000026"],
    ["ECI 20", "日本\0", "93fa967b00", "^ECI000020"],
    ["ECI 3", "\u0080ü\u0001", "80fc01", "^ECI000003"],
    ["ECI 7", "Пр\u0000\u001b", "bfe0001b", "^ECI000007"],
    ["ECI 25", "Aü\0", "004100fc0000", "^ECI000025"],
    // Declared as binary data.
    ["ECI 899", "\0ÿÃ¼", "00ffc3bc", "^ECI000899"],
    // Not assigned.
    ["ECI 800", "Ã¼\0", "c3bc00", "^ECI000800"],
  ])("%s holds beside control characters", async (_, text, hex, prefix) => {
    const reading = await readBytes(symbology, Buffer.from(hex, "hex"), prefix);
    expect(reading.content).toBe(text);
    expect(Buffer.from(reading.bytes).toString("hex")).toBe(hex);
  });

  test("UTF-8 holds beside each of the control characters", async () => {
    for (const prefix of ["", "^ECI000026"]) {
      const text = Array.from({ length: 32 }, (_, code) => `Ä${String.fromCharCode(code)}`).join(
        "",
      );
      const reading = await readBytes(symbology, Buffer.from(text), prefix);
      expect(reading.content).toBe(text);
    }
  });

  test("decodes a declared character set", async () => {
    const cyrillic = Uint8Array.from([0xbf, 0xe0, 0xd8, 0xd2, 0xd5, 0xe2]);
    const reading = await readBytes(symbology, cyrillic, "^ECI000007");
    expect(reading.content).toBe("Привет");
  });

  test("returns bytes that are invalid in the declared character set as Latin-1", async () => {
    const bytes = Uint8Array.from([0x41, 0xc3, 0x28, 0xff, 0xe2, 0x82, 0x42]);
    const reading = await readBytes(symbology, bytes, "^ECI000026");
    expect(reading.content).toBe(Buffer.from(bytes).toString("latin1"));
  });

  test("keeps spaces and line breaks around the text", async () => {
    const text = "  a \r\n\t";
    expect((await readBytes(symbology, Buffer.from(text))).content).toBe(text);
  });
});

describe("Japanese in a QR code without a declared character set", () => {
  // Shift JIS by the table of JIS X 0208. The last two are from real codes.
  test.each([
    ["日本語", "93fa967b8cea"],
    ["カナ", "834a8369"],
    ["ﾃﾞｻﾞｲﾝQR", "c3debbdeb2dd5152"],
  ])("decodes %s as Shift JIS", async (text, hex) => {
    expect((await readBytes("qrcode", Buffer.from(hex, "hex"))).content).toBe(text);
  });
});

test("reads Japanese beside separators as Shift JIS, and binary data as Latin-1", async () => {
  const read = async (hex: string) => (await readBytes("qrcode", Buffer.from(hex, "hex"))).content;
  expect(await read("93fa967b1d8cea1e8160")).toBe("日本\u001d語\u001e〜");
  expect(await read("93fa967b00")).toBe("\u0093ú\u0096{\u0000");
  expect(await read("5cfc1d")).toBe("\\ü\u001d");
});

test("reads a control character and one byte that could be Shift JIS as Latin-1", async () => {
  expect((await readBytes("qrcode", Uint8Array.of(0x7f, 0xa1))).content).toBe("\u007f¡");
});

test("returns any bytes unchanged in bytes, and as UTF-8, Shift JIS or Latin-1 in content", async () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...symbologies), bytes, async (symbology, expected) => {
      const reading = await readBytes(symbology, expected);
      expect(Buffer.from(reading.bytes)).toEqual(Buffer.from(expected));
      const texts = [
        Buffer.from(expected).toString("latin1"),
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(expected),
        ...(symbology === "qrcode" ? [decodeShiftJis(expected)] : []),
      ];
      expect(texts).toContain(reading.content);
      expect(reading.content).not.toContain("\ufffd");
    }),
    { numRuns: 60 },
  );
});

/**
 * Seven characters that the Encoding Standard (left) maps differently from JIS X 0208 (right), and
 * three control characters that Node's decoder permutes (ICU's ibm-943).
 */
const corrections = new Map([
  ["＼", "\\"],
  ["～", "〜"],
  ["∥", "‖"],
  ["－", "−"],
  ["￠", "¢"],
  ["￡", "£"],
  ["￢", "¬"],
  ["\u001a", "\u007f"],
  ["\u001c", "\u001a"],
  ["\u007f", "\u001c"],
]);

function decodeShiftJis(bytes: Uint8Array): string {
  const text = new TextDecoder("shift_jis").decode(bytes);
  return Array.from(text, (character) => corrections.get(character) ?? character).join("");
}
