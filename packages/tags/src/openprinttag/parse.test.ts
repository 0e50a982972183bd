import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../testing/random.ts";
import { fromHex } from "../testing/vectors.ts";
import { type OpenPrintTag, parseOpenPrintTag } from "./parse.ts";
import { materialNameOf, structuredOf } from "./structured.ts";
import {
  loadPublishedVectors,
  ownVectors,
  removeNullFields,
  type Vector,
} from "./testing/vectors.ts";

const vectors = [...ownVectors, ...loadPublishedVectors()];

test.each(vectors.filter(({ error }) => !error))("parses $name", (vector: Vector) => {
  const tag = parsePayload(fromHex(vector.payloadHex), vector.tagUidHex);
  expect(structuredOf(tag)).toEqual(removeNullFields(vector.structured ?? {}));
  if (vector.uuids) expect(tag.uuids).toEqual(removeNullFields(vector.uuids));
  if (!vector.decoded) return;
  const { meta, main, aux, unknownFields, problems } = tag;
  expect({ meta, main, ...(aux && { aux }) }).toEqual(vector.decoded);
  expect(unknownFields).toEqual(vector.unknownFields);
  expect(problems).toEqual([]);
  expect(materialNameOf(tag)).toBe(vector.materialName ?? composeFallbackName(vector));
});

test.each(vectors.filter(({ error }) => error))("refuses $name with a sentence", (vector) => {
  expect(parseOpenPrintTag(fromHex(vector.payloadHex))).toEqual({
    ok: false,
    reason: expect.stringMatching(
      /^The OpenPrintTag data .* (meta|main) section is damaged: .*\.$/,
    ),
  });
});

test.each([
  ["a color of two bytes", "13420102", "primary_color", /3 or 4 bytes, but is 2 bytes/],
  ["a name that is a number", "0a05", "material_name", /text in UTF-8, but is the number 5/],
  ["a name in another encoding", "0a62ff7a", "material_name", /but is text in another encoding/],
  ["a UUID that is text", "006161", "instance_uuid", /16 bytes, but is text/],
  ["a type that is text", "0963504c41", "material_type", /0 to 65535, but is text/],
  ["a negative type", "0920", "material_type", /0 to 65535, but is the number -1/],
  ["tags that contain a text", "181c82006161", "tags", /list of numbers from 0 to 65535/],
  ["a weight of NaN", "10f97e00", "nominal_netto_full_weight", /number NaN/],
  ["an infinite weight", "10f97c00", "nominal_netto_full_weight", /number Infinity/],
  ["a number beyond 2^53", "041bffffffffffffffff", "gtin", /18446744073709551615/],
  ["a time that is null", "0ef6", "manufactured_date", /seconds, but is empty/],
  ["two numbers for a color in Lab", "183b820102", "primary_color_lab", /3 numbers/],
  ["a map for a diameter", "181ea0", "filament_diameter", /a number, but is a map/],
])("omits %s, reports it and keeps the other fields", (_, field, name, sentence) => {
  const payload = fromHex(`a0bf0800${field}0b6950727573616d656e74ff`);
  const tag = parsePayload(payload);
  expect(tag.main).toEqual({ material_class: "FFF", brand_name: "Prusament" });
  expect(tag.problems).toEqual([expect.stringMatching(sentence)]);
  expect(tag.problems[0]).toContain(name);
});

test("parses a tag without the required material_class and reports it", () => {
  const tag = parsePayload(fromHex("a0a10b6950727573616d656e74"));
  expect(tag.main).toEqual({ brand_name: "Prusament" });
  expect(tag.problems).toEqual([expect.stringMatching(/^material_class is missing/)]);
});

test.each([
  ["is full of zeros", `a10206a108000000000000`],
  ["begins after the end of the payload", "a10218c8a10800"],
  ["begins where the main section does", "a10203a10800"],
  ["begins inside the meta section", "a10201a10800"],
  ["has an offset that is not a number", "a1026161a10800"],
  ["ends too early", "a10206a10800a201"],
])("ignores an auxiliary region that %s and reports it", (_, hex) => {
  const tag = parsePayload(fromHex(hex));
  expect(tag.main).toEqual({ material_class: "FFF" });
  expect(tag.aux).toBe(undefined);
  expect(tag.problems.at(-1)).toMatch(/^The auxiliary section is ignored.*\.$/);
});

test("keeps unknown fields of the auxiliary region", () => {
  const tag = parsePayload(fromHex("a10206a10800a30207020019ff781863"));
  expect(tag.unknownFields).toEqual({ aux: { "19ff78": "1863" } });
});

test("parses values inside CBOR tags", () => {
  const tag = parsePayload(
    fromHex("a0a308000ec11a68d3c7d700d82550473bb8cde12945b89fcfda1c3add9c47"),
  );
  expect(tag.main).toMatchObject({
    manufactured_date: 1758709719,
    instance_uuid: "473bb8cd-e129-45b8-9fcf-da1c3add9c47",
  });
});

// The keys and units of main_fields.yaml at 0c784780, which was withdrawn: 61 and 62 in µm.
test.each([
  ["183d1906d6183e190190", { filament_diameter: 1.75, min_nozzle_diameter: 0.4 }],
  ["183d190b22181efb4006cccccccccccd", { filament_diameter: 2.85 }],
  ["181efb4006cccccccccccd183d1906d6", { filament_diameter: 2.85 }],
])(
  "reads the withdrawn keys 61 and 62 of %s in millimeters, after 30 and 33",
  (fields, expected) => {
    const tag = parsePayload(fromHex(`a0bf0800${fields}ff`));
    expect(tag).toMatchObject({ problems: [], unknownFields: {} });
    expect(tag.main).toEqual({ material_class: "FFF", ...expected });
  },
);

test("reports a withdrawn field that is damaged", () => {
  const tag = parsePayload(fromHex("a0bf0800183d6161ff"));
  expect(tag.main).toEqual({ material_class: "FFF" });
  expect(tag.problems).toEqual([expect.stringMatching(/^filament_diameter is damaged/)]);
});

test("names hardness and material tags as the specification does since autumn 2026", () => {
  const tag = parsePayload(fromHex("a0bf0801181f185f1820181e181c9f1849184affff"));
  expect(tag.main).toEqual({
    material_class: "SLA",
    hardness_shore_a: 95,
    hardness_shore_d: 30,
    tags: ["uv_resistant", "acetone_soluble"],
  });
});

test("uses the later entry of a key that occurs twice", () => {
  expect(parsePayload(fromHex("a0a3080009000901")).main.material_type).toBe("PETG");
});

test("refuses deeply nested bytes and huge lengths within 100 ms and 1 MB of memory", () => {
  const hostilePayloads = [
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
  ].map(fromHex);
  for (const bytes of hostilePayloads) {
    expect(parseOpenPrintTag(bytes).ok).toBe(false);
    const memory = process.memoryUsage().arrayBuffers;
    // The fastest of several runs, because other processes may slow the machine down.
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      parseOpenPrintTag(bytes);
      return performance.now() - start;
    });
    // A slow machine takes some milliseconds; an algorithm with quadratic work takes a second.
    expect(Math.min(...times)).toBeLessThan(100);
    expect(process.memoryUsage().arrayBuffers - memory).toBeLessThan(1_000_000);
  }
});

test("any bytes give a tag that is valid JSON or a refusal with a sentence", () => {
  const head = fc.constantFrom("", "a0", "a0bf", "a0bf0800", "a10206a10800", "a0a9");
  fc.assert(
    fc.property(head, fc.uint8Array({ maxLength: 300 }), (start, rest) => {
      checkParsing(new Uint8Array([...fromHex(start), ...rest]));
    }),
  );
});

/** `FUZZ_SEED=<n>` repeats the cases of a run that failed. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32));

test("vectors with changed, deleted and added bytes give a tag or a refusal with a sentence", () => {
  const random = createRandom(seed);
  for (let round = 0; round < 5_000; round++) {
    const bytes = [...fromHex(vectors[random(vectors.length)]?.payloadHex ?? "")];
    for (let changes = 1 + random(6); changes > 0; changes--) {
      const offset = random(Math.min(bytes.length, 120) + 1);
      const added = Array.from({ length: random(9) }, () => random(256));
      if (random(10) === 0) bytes.splice(offset);
      else bytes.splice(offset, random(4), ...added);
    }
    try {
      checkParsing(new Uint8Array(bytes));
    } catch (cause) {
      const hex = Buffer.from(bytes).toString("hex");
      throw new Error(`FUZZ_SEED=${seed}, round ${round}: ${hex}`, { cause });
    }
  }
});

function checkParsing(bytes: Uint8Array) {
  const parsed = parseOpenPrintTag(bytes, fromHex("e0040108662f6fbc"));
  if (!parsed.ok) {
    expect(parsed.reason).toMatch(/^The OpenPrintTag data .*\.$/);
    return;
  }
  const { tag } = parsed;
  expect(JSON.parse(JSON.stringify(tag))).toEqual(tag);
  for (const problem of tag.problems) expect(problem).toMatch(/\.$/);
  for (const value of Object.values(structuredOf(tag))) expect(value).toBeTypeOf("string");
  expect(materialNameOf(tag)).not.toBe("");
}

function parsePayload(payload: Uint8Array, uidHex?: string | null): OpenPrintTag {
  const parsed = parseOpenPrintTag(payload, uidHex ? fromHex(uidHex) : undefined);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.tag;
}

/** The name of a material without material_name: its manufacturer and material. */
function composeFallbackName({ structured }: Vector): string | undefined {
  const nameParts = [structured?.manufacturer, structured?.material].filter(Boolean);
  return nameParts.length > 0 ? nameParts.join(" ") : undefined;
}
