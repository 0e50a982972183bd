import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseTag } from "@scanhook/tags";
import { afterAll, beforeAll, expect, test } from "vitest";
import { composeMessage, type MessageContent } from "./compose-message.ts";
import { toHex } from "./hex.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-write-"));
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * Returns the message for a tag with room for `capacity` bytes. Throws if the content is refused.
 */
async function compose(content: MessageContent, capacity = 496): Promise<Uint8Array> {
  const composed = await composeMessage(content);
  const result = composed.ok ? composed.value(capacity) : composed;
  if (!result.ok) throw new Error(result.reason);
  return result.value.message;
}

async function refusalOf(content: MessageContent): Promise<string | undefined> {
  const result = await composeMessage(content);
  return result.ok ? undefined : result.reason;
}

// The expected bytes were derived from NFC Forum RTD URI 1.0 and RTD Text 1.0, without the code
// under test.
test("a link and a text become one record each, with the link first", async () => {
  const link = "01 0c 55 05 6578616d706c652e636f6d".replaceAll(" ", "");
  expect(toHex(await compose({ url: "tel:+15550100" }))).toBe("d1010a55052b3135353530313030");
  expect(toHex(await compose({ url: "mailto:a@example.org" }))).toBe(
    "d1010e550661406578616d706c652e6f7267",
  );
  expect(toHex(await compose({ url: "tel:example.com", text: "Grüße", language: "de" }))).toBe(
    `91${link}51010a540264654772c3bcc39f65`,
  );
  expect(toHex(await compose({ text: "hello" }))).toBe("d101085402656e68656c6c6f");
});

test("a message given in hexadecimal is written unchanged", async () => {
  expect(toHex(await compose({ hex: "D0 00:00" }))).toBe("d00000");
});

/** Writes a file with a text, or with a value as JSON. Returns its path. */
async function writeJsonFile(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const mainFields = { material_class: "FFF", material_type: "PLA", brand_name: "Prusament" };

test.each([142, 308, 492, 868])(
  "an OpenPrintTag fills the %i bytes of its tag and has an auxiliary region",
  async (capacity) => {
    const openprinttag = await writeJsonFile("tag.json", { main: mainFields });
    const message = await compose({ url: "https://example.org/1", openprinttag }, capacity);
    // Up to three bytes stay free where a payload over 255 bytes would need a longer length field.
    expect(message.length).toBeLessThanOrEqual(capacity);
    expect(message.length).toBeGreaterThan(capacity - 4);
    const { openPrintTag, content, structured } = parseTag({ message });
    expect(content).toBe("https://example.org/1");
    expect(structured).toEqual({ material: "PLA", manufacturer: "Prusament" });
    expect(openPrintTag).toMatchObject({ main: mainFields, aux: {}, problems: [] });
  },
);

test("an OpenPrintTag on a tag too small for an auxiliary region has only the main fields", async () => {
  const openprinttag = await writeJsonFile("small.json", mainFields);
  const message = await compose({ openprinttag }, 70);
  expect(message.length).toBeLessThanOrEqual(70);
  expect(parseTag({ message }).openPrintTag?.main).toEqual(mainFields);
});

test("the JSON of tag decode composes the message that it was decoded from", async () => {
  const message = await compose({
    openprinttag: await writeJsonFile("tag.json", { main: mainFields }),
  });
  const { openPrintTag } = parseTag({ message });
  const recomposed = await compose({
    openprinttag: await writeJsonFile("again.json", { scan: {}, openPrintTag }),
  });
  expect(recomposed).toEqual(message);
});

test("content that cannot be written is refused with a sentence that names the option or field", async () => {
  expect(await refusalOf({})).toMatch(/^Say what to write/);
  expect(await refusalOf({ url: "example.org/7" })).toBe(
    "--url needs a scheme, such as https://example.org/7.",
  );
  expect(await refusalOf({ url: "no link at all" })).toMatch(/^--url is a link such as/);
  expect(await refusalOf({ language: "de" })).toMatch(/^--language is the language of --text/);
  expect(await refusalOf({ text: "x", language: "deutsch!" })).toMatch(/^--language is a code/);
  expect(await refusalOf({ hex: "d101", text: "x" })).toMatch(/^--hex is a whole message/);
  expect(await refusalOf({ hex: "d10" })).toMatch(/^--hex: There are 3 hexadecimal digits/);
  expect(await refusalOf({ hex: "d101" })).toMatch(/^--hex: The NDEF message is damaged/);
  expect(await refusalOf({ openprinttag: join(folder, "none.json") })).toMatch(
    /cannot be read: there is no such file\.$/,
  );
  for (const [content, reason] of [
    ["{", /cannot be read: it is not JSON\.$/],
    ["[]", /it must be an object of fields/],
    [{ main: 7 }, /it must be an object of fields/],
    [{ main: { material_type: "PLA" } }, /material_class/],
    [{ main: { ...mainFields, material_type: "PLAA" } }, /material_type/],
    [{ main: { ...mainFields, color: "#fff" } }, /color/],
  ] as const) {
    expect(await refusalOf({ openprinttag: await writeJsonFile("bad.json", content) })).toMatch(
      reason,
    );
  }
});
