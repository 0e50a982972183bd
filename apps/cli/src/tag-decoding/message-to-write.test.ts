import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTag } from "@scanhook/tags";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toHex } from "./hex.ts";
import { toMessage, type Wishes } from "./message-to-write.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-write-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(wishes: Wishes, capacity = 496): Promise<Uint8Array> {
  const asked = await toMessage(wishes);
  const message = asked.ok ? asked.messageFor(capacity) : asked;
  if (!message.ok) throw new Error(message.reason);
  return message.message;
}

async function whyNot(wishes: Wishes): Promise<string | undefined> {
  const asked = await toMessage(wishes);
  return asked.ok ? undefined : asked.reason;
}

// Bytes by hand after RTD URI 1.0 and RTD Text 1.0.
test("links and texts become records, the link first", async () => {
  const link = "01 0c 55 05 6578616d706c652e636f6d".replaceAll(" ", "");
  expect(toHex(await write({ url: "tel:+15550100" }))).toBe("d1010a55052b3135353530313030");
  expect(toHex(await write({ url: "mailto:a@example.org" }))).toBe(
    "d1010e550661406578616d706c652e6f7267",
  );
  expect(toHex(await write({ url: "tel:example.com", text: "Grüße", language: "de" }))).toBe(
    `91${link}51010a540264654772c3bcc39f65`,
  );
  expect(toHex(await write({ text: "hello" }))).toBe("d101085402656e68656c6c6f");
});

test("a whole message is written as it is", async () => {
  expect(toHex(await write({ hex: "D0 00:00" }))).toBe("d00000");
});

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const main = { material_class: "FFF", material_type: "PLA", brand_name: "Prusament" };

test.each([142, 308, 492, 868])(
  "an OpenPrintTag fills the %i bytes of its tag, with room to write back",
  async (capacity) => {
    const openprinttag = await file("tag.json", { main });
    const message = await write({ url: "https://example.org/1", openprinttag }, capacity);
    // Where a length of 255 bytes would take three bytes more, some stay free.
    expect(message.length).toBeLessThanOrEqual(capacity);
    expect(message.length).toBeGreaterThan(capacity - 4);
    const { openPrintTag, content, structured } = readTag({ message });
    expect(content).toBe("https://example.org/1");
    expect(structured).toEqual({ material: "PLA", manufacturer: "Prusament" });
    expect(openPrintTag).toMatchObject({ main, aux: {}, problems: [] });
  },
);

test("a tag too small for more gets just the fields", async () => {
  const openprinttag = await file("small.json", main);
  const message = await write({ openprinttag }, 70);
  expect(message.length).toBeLessThanOrEqual(70);
  expect(readTag({ message }).openPrintTag?.main).toEqual(main);
});

test("what decode shows can be written", async () => {
  const message = await write({ openprinttag: await file("tag.json", { main }) });
  const { openPrintTag } = readTag({ message });
  const again = await write({ openprinttag: await file("again.json", { scan: {}, openPrintTag }) });
  expect(again).toEqual(message);
});

test("what cannot be written says why in one sentence", async () => {
  expect(await whyNot({})).toMatch(/^Say what to write/);
  expect(await whyNot({ url: "example.org/7" })).toBe(
    "--url needs its beginning, such as https://example.org/7.",
  );
  expect(await whyNot({ url: "no link at all" })).toMatch(/^--url is a link such as/);
  expect(await whyNot({ language: "de" })).toMatch(/^--language is the language of --text/);
  expect(await whyNot({ text: "x", language: "deutsch!" })).toMatch(/^--language is a code/);
  expect(await whyNot({ hex: "d101", text: "x" })).toMatch(/^--hex is a whole message/);
  expect(await whyNot({ hex: "d10" })).toMatch(/^--hex: There are 3 hexadecimal digits/);
  expect(await whyNot({ hex: "d101" })).toMatch(/^--hex: The NDEF message is damaged/);
  expect(await whyNot({ openprinttag: join(folder, "none.json") })).toMatch(
    /cannot be read: there is no such file\.$/,
  );
  for (const [content, reason] of [
    ["{", /cannot be read: it is not JSON\.$/],
    ["[]", /it must be an object of fields/],
    [{ main: 7 }, /it must be an object of fields/],
    [{ main: { material_type: "PLA" } }, /material_class/],
    [{ main: { ...main, material_type: "PLAA" } }, /material_type/],
    [{ main: { ...main, colour: "#fff" } }, /colour/],
  ] as const) {
    expect(await whyNot({ openprinttag: await file("bad.json", content) })).toMatch(reason);
  }
});
