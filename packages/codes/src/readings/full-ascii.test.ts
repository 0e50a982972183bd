import fc from "fast-check";
import { expect, test } from "vitest";
import { createCodeReader, type Reading, toFullAscii } from "../index.ts";
import { readerWasm } from "../node.ts";
import { drawOnWhite } from "../testing/pictures.ts";

const reader = await createCodeReader({ wasm: await readerWasm(), formats: ["code39", "code93"] });

async function readOnly(symbology: string, text: string): Promise<Reading> {
  const options = { includecheck: symbology === "code93" };
  const readings = await reader.still(await drawOnWhite({ symbology, text, options }));
  expect(readings).toHaveLength(1);
  return readings[0]!;
}

/** The cases of users whose codes other readers change. */
test.each(["2222/F1", "12/A", "AB+C", "%WBA12345", "+TT123", "$MONEY", "1+2", "+A99912345/$$5"])(
  "the Code 39 %s is read as its characters",
  async (text) => {
    const { content, bytes } = await readOnly("code39", text);
    expect(content).toBe(text);
    expect(Buffer.from(bytes).toString("latin1")).toBe(content);
  },
);

test("each of the 128 characters that bwip-js writes in full ASCII is read back", async () => {
  const all = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join("");
  for (let start = 0; start < 128; start += 8) {
    const text = all.slice(start, start + 8);
    expect(toFullAscii(await readOnly("code39ext", text)).content).toBe(text);
  }
});

test("a Code 39 that is no full ASCII, and any other code, stays as it is", async () => {
  const plain = await readOnly("code39", "50% + /9");
  expect(toFullAscii(plain)).toEqual(plain);
  const other = await readOnly("code93", "AB+C/F1");
  expect(toFullAscii(other)).toBe(other);
});

test("any content of a Code 39 becomes no longer, and all ASCII", async () => {
  const plain = await readOnly("code39", "ABC");
  const content = fc.string({ unit: fc.constantFrom(..."ABMPVWXZ019$%/+-. ") });
  fc.assert(
    fc.property(content, (text) => {
      const full = toFullAscii({ ...plain, content: text }).content;
      expect(full.length).toBeLessThanOrEqual(text.length);
      expect(full).toMatch(/^\p{ASCII}*$/u);
    }),
  );
});
