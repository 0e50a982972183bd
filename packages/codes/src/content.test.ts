import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawOnWhite } from "./fixtures/pictures.ts";
import { createCodeReader } from "./index.ts";
import { readerWasm } from "./node.ts";

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
  test("bytes that are no text come out as one Latin-1 character each", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const reading = await readBytes(symbology, bytes);
    expect(reading.content).toBe(Buffer.from(bytes).toString("latin1"));
    expect(Buffer.from(reading.bytes)).toEqual(Buffer.from(bytes));
  });

  test.each(["5°C", "«oui»", "Müller, père, naïve", "ÀÉ", "\u0085\u0099"])(
    "%j in Latin-1 stays what it is",
    async (text) => {
      expect((await readBytes(symbology, Buffer.from(text, "latin1"))).content).toBe(text);
    },
  );

  test("UTF-8 is recognised without being declared, a byte order mark included", async () => {
    const text = "\ufeffGrüße, 日本 €";
    expect((await readBytes(symbology, Buffer.from(text))).content).toBe(text);
  });

  test("a declared character set is followed", async () => {
    const cyrillic = Uint8Array.from([0xbf, 0xe0, 0xd8, 0xd2, 0xd5, 0xe2]);
    const reading = await readBytes(symbology, cyrillic, "^ECI000007");
    expect(reading.content).toBe("Привет");
  });

  test("bytes that are not in the declared character set survive as Latin-1", async () => {
    const bytes = Uint8Array.from([0x41, 0xc3, 0x28, 0xff, 0xe2, 0x82, 0x42]);
    const reading = await readBytes(symbology, bytes, "^ECI000026");
    expect(reading.content).toBe(Buffer.from(bytes).toString("latin1"));
  });

  test("spaces and line ends around the text are kept", async () => {
    const text = "  a \r\n\t";
    expect((await readBytes(symbology, Buffer.from(text))).content).toBe(text);
  });
});

describe("Japanese in a QR code without a declared character set", () => {
  // Shift JIS by the table of JIS X 0208; the last two as real codes hold them.
  test.each([
    ["日本語", "93fa967b8cea"],
    ["カナ", "834a8369"],
    ["ﾃﾞｻﾞｲﾝQR", "c3debbdeb2dd5152"],
  ])("%s is Shift JIS", async (text, hex) => {
    expect((await readBytes("qrcode", Buffer.from(hex, "hex"))).content).toBe(text);
  });
});

test("two bytes that might be Shift JIS, one of them a control character, are Latin-1", async () => {
  expect((await readBytes("qrcode", Uint8Array.of(0x7f, 0xa1))).content).toBe("\u007f¡");
});

test("any bytes come back: in bytes always, in content as UTF-8, Shift JIS or Latin-1", async () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...symbologies), bytes, async (symbology, wanted) => {
      const reading = await readBytes(symbology, wanted);
      expect(Buffer.from(reading.bytes)).toEqual(Buffer.from(wanted));
      const texts = [
        Buffer.from(wanted).toString("latin1"),
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(wanted),
        ...(symbology === "qrcode" ? [decodeShiftJis(wanted)] : []),
      ];
      expect(texts).toContain(reading.content);
      expect(reading.content).not.toContain("\ufffd");
    }),
    { numRuns: 60 },
  );
});

/**
 * Seven characters are written in JIS X 0208 as here on the right, in the Encoding Standard as on the left; and Node's
 * decoder exchanges three control characters (ICU's ibm-943).
 */
const meant = new Map([
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
  return Array.from(text, (character) => meant.get(character) ?? character).join("");
}
