import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../fixtures/random.ts";
import { bytesOf } from "../fixtures/vectors.ts";
import { type OpenPrintTag, parseOpenPrintTag } from "./parse.ts";
import { materialNameOf, structuredOf } from "./structured.ts";
import { ownVectors, publishedVectors, type Vector, withoutNull } from "./testing/vectors.ts";

const vectors = [...ownVectors, ...publishedVectors()];

test.each(vectors.filter(({ error }) => !error))("$name is read", (vector: Vector) => {
  const tag = read(bytesOf(vector.payloadHex), vector.tagUidHex);
  expect(structuredOf(tag)).toEqual(withoutNull(vector.structured ?? {}));
  if (vector.uuids) expect(tag.uuids).toEqual(withoutNull(vector.uuids));
  if (!vector.decoded) return;
  const { meta, main, aux, unknownFields, problems } = tag;
  expect({ meta, main, ...(aux && { aux }) }).toEqual(vector.decoded);
  expect(unknownFields).toEqual(vector.unknownFields);
  expect(problems).toEqual([]);
  expect(materialNameOf(tag)).toBe(vector.materialName ?? nameWithout(vector));
});

test.each(vectors.filter(({ error }) => error))("$name is refused with a sentence", (vector) => {
  expect(parseOpenPrintTag(bytesOf(vector.payloadHex))).toEqual({
    ok: false,
    reason: expect.stringMatching(
      /^The OpenPrintTag data .* (meta|main) section is damaged: .*\.$/,
    ),
  });
});

test.each([
  ["a colour of two bytes", "13420102", "primary_color", /3 or 4 bytes, but is 2 bytes/],
  ["a name that is a number", "0a05", "material_name", /text in UTF-8, but is the number 5/],
  ["a name in another encoding", "0a62ff7a", "material_name", /but is text in another encoding/],
  ["a UUID that is text", "006161", "instance_uuid", /16 bytes, but is text/],
  ["a type that is text", "0963504c41", "material_type", /0 to 65535, but is text/],
  ["a type below nothing", "0920", "material_type", /0 to 65535, but is the number -1/],
  ["tags with a text in them", "181c82006161", "tags", /list of numbers from 0 to 65535/],
  ["a weight that is not a number", "10f97e00", "nominal_netto_full_weight", /number NaN/],
  ["a weight without end", "10f97c00", "nominal_netto_full_weight", /number Infinity/],
  ["a number nobody can count to", "041bffffffffffffffff", "gtin", /18446744073709551615/],
  ["a time that is null", "0ef6", "manufactured_date", /seconds, but is empty/],
  ["two numbers for a colour in Lab", "183b820102", "primary_color_lab", /3 numbers/],
  ["a map for a diameter", "181ea0", "filament_diameter", /a number, but is a map/],
])("%s costs only itself", (_, field, name, sentence) => {
  const payload = bytesOf(`a0bf0800${field}0b6950727573616d656e74ff`);
  const read = parseOpenPrintTag(payload);
  if (!read.ok) throw new Error(read.reason);
  expect(read.tag.main).toEqual({ material_class: "FFF", brand_name: "Prusament" });
  expect(read.tag.problems).toEqual([expect.stringMatching(sentence)]);
  expect(read.tag.problems[0]).toContain(name);
});

test("a tag without its one required field is read, and says so", () => {
  const tag = read(bytesOf("a0a10b6950727573616d656e74"));
  expect(tag.main).toEqual({ brand_name: "Prusament" });
  expect(tag.problems).toEqual([expect.stringMatching(/^material_class is missing/)]);
});

test.each([
  ["is full of zeros", `a10206a108000000000000`],
  ["begins past the end", "a10218c8a10800"],
  ["begins where the main section does", "a10203a10800"],
  ["begins inside the meta section", "a10201a10800"],
  ["has no number for its place", "a1026161a10800"],
  ["ends too early", "a10206a10800a201"],
])("an auxiliary region that %s costs only itself", (_, hex) => {
  const tag = read(bytesOf(hex));
  expect(tag.main).toEqual({ material_class: "FFF" });
  expect(tag.aux).toBe(undefined);
  expect(tag.problems.at(-1)).toMatch(/^The auxiliary section is left out.*\.$/);
});

test("fields of the tag's auxiliary region that only its user knows are kept", () => {
  const tag = read(bytesOf("a10206a10800a30207".concat("0200", "19ff781863")).slice(0));
  expect(tag.unknownFields).toEqual({ aux: { "19ff78": "1863" } });
});

test("CBOR tags around a value do not hide it", () => {
  const tag = read(bytesOf("a0a308000ec11a68d3c7d700d82550473bb8cde12945b89fcfda1c3add9c47"));
  expect(tag.main).toMatchObject({
    manufactured_date: 1758709719,
    instance_uuid: "473bb8cd-e129-45b8-9fcf-da1c3add9c47",
  });
});

test("of a key that is there twice, the later one counts", () => {
  expect(read(bytesOf("a0a308000900 0901".replace(" ", ""))).main.material_type).toBe("PETG");
});

test("bytes nested 10,000 deep and huge lengths are refused at once, with little memory", () => {
  const hostile = [
    `a0${"81".repeat(10_000)}00`,
    `a0${"bf00".repeat(10_000)}`,
    `a0bf0800${"9f".repeat(60_000)}`,
    `a0bf0800${"1863c6".repeat(20_000)}`,
    `${"d9ffff".repeat(20_000)}a0`,
    "a0bf08000a7bffffffffffffffff",
    "a0bf08000a7affffffff",
    "a0bf0800181c9bffffffffffffffff",
    "a0bf0800181c9a7fffffff",
    "bbffffffffffffffff",
    `a0bf${"1863f6".repeat(20_000)}ff`,
    `a0bf08000a7f${"6161".repeat(30_000)}ffff`,
    `a0bf08000a7f${"60".repeat(60_000)}ffff`,
    `a0bf08000a7a0000f000${"61".repeat(0xf000)}ff`,
    `a0bf0800${"1863590064".concat("00".repeat(100)).repeat(500)}ff`,
    `a0bf0800183b9f${"f93c01".repeat(1000)}ffff`,
  ].map(bytesOf);
  for (const bytes of hostile) {
    expect(parseOpenPrintTag(bytes).ok).toBe(false);
    const memory = process.memoryUsage().arrayBuffers;
    // The fastest of some: other processes may hold the machine up.
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      parseOpenPrintTag(bytes);
      return performance.now() - start;
    });
    // A slow machine takes some milliseconds, work that grows with the square of the bytes a second.
    expect(Math.min(...times)).toBeLessThan(100);
    expect(process.memoryUsage().arrayBuffers - memory).toBeLessThan(1_000_000);
  }
});

test("any bytes are a tag or a sentence, and a tag is JSON", () => {
  const head = fc.constantFrom("", "a0", "a0bf", "a0bf0800", "a10206a10800", "a0a9");
  fc.assert(
    fc.property(head, fc.uint8Array({ maxLength: 300 }), (begin, rest) => {
      check(new Uint8Array([...bytesOf(begin), ...rest]));
    }),
  );
});

/** `FUZZ_SEED=<n>` runs one that failed again. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32));

test("vectors with bytes changed, cut and added are tags or sentences", () => {
  const random = createRandom(seed);
  for (let round = 0; round < 5_000; round++) {
    const bytes = [...bytesOf(vectors[random(vectors.length)]?.payloadHex ?? "")];
    for (let changes = 1 + random(6); changes > 0; changes--) {
      const place = random(Math.min(bytes.length, 120) + 1);
      const some = Array.from({ length: random(9) }, () => random(256));
      if (random(10) === 0) bytes.splice(place);
      else bytes.splice(place, random(4), ...some);
    }
    try {
      check(new Uint8Array(bytes));
    } catch (cause) {
      const hex = Buffer.from(bytes).toString("hex");
      throw new Error(`FUZZ_SEED=${seed}, round ${round}: ${hex}`, { cause });
    }
  }
});

function check(bytes: Uint8Array) {
  const read = parseOpenPrintTag(bytes, bytesOf("e0040108662f6fbc"));
  if (!read.ok) {
    expect(read.reason).toMatch(/^The OpenPrintTag data .*\.$/);
    return;
  }
  expect(JSON.parse(JSON.stringify(read.tag))).toEqual(read.tag);
  for (const problem of read.tag.problems) expect(problem).toMatch(/\.$/);
  for (const said of Object.values(structuredOf(read.tag))) expect(said).toBeTypeOf("string");
  expect(materialNameOf(read.tag)).not.toBe("");
}

function read(payload: Uint8Array, uidHex?: string | null): OpenPrintTag {
  const read = parseOpenPrintTag(payload, uidHex ? bytesOf(uidHex) : undefined);
  if (!read.ok) throw new Error(read.reason);
  return read.tag;
}

/** materialName is the field alone; the contract goes on with manufacturer and material. */
function nameWithout({ structured }: Vector): string | undefined {
  const words = [structured?.manufacturer, structured?.material].filter(Boolean);
  return words.length > 0 ? words.join(" ") : undefined;
}
