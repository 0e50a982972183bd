import fc from "fast-check";
import { expect, test } from "vitest";
import { readType2 } from "../memory/type2.ts";
import { mimeRecord } from "../ndef/make-records.ts";
import { parseTag } from "../tag.ts";
import { createRandom } from "../testing/random.ts";
import { fromHex, toHex } from "../testing/vectors.ts";
import { parseOpenSpool } from "./openspool.ts";
import { parseOpenTag3D } from "./opentag3d.ts";
import { nameSpool, type Spool, type SpoolResult, summarizeSpool } from "./spool.ts";
import { spoolVectors } from "./testing/vectors.ts";
import { isTigerTag, parseTigerTag } from "./tigertag.ts";

const toBytes = (text: string) => new TextEncoder().encode(text);

function parse(kind: string, bytes: Uint8Array): SpoolResult {
  if (kind === "tigerTag") return parseTigerTag(bytes.subarray(16));
  if (kind === "openTag3D") return parseOpenTag3D(bytes);
  const content = readType2(bytes);
  if (content.kind !== "ndef") throw new Error(`The memory is ${content.kind}.`);
  const { spool, damage = "no spool" } = parseTag({ message: content.message });
  return spool ? { ok: true, spool } : { ok: false, reason: damage };
}

test.each(spoolVectors)("reads $name as its source does", ({ kind, hex, spool }) => {
  const parsed = parse(kind, fromHex(hex));
  if (spool === null) expect(parsed).toEqual({ ok: false, reason: expect.stringMatching(/\.$/) });
  else expect(parsed).toEqual({ ok: true, spool });
});

test("one line about a spool has its name, colors, weight, temperatures and diameter", () => {
  const lines = spoolVectors.flatMap(({ spool }) => (spool ? [summarizeSpool(spool)] : []));
  expect(lines).toEqual(
    expect.arrayContaining([
      "OpenTag3D: Polar Filament PLA Pure Royal Blue, #1154CF, 1000 g, 205–245 °C, 1.75 mm",
      "OpenSpool: Elegoo PLA, #A5A5A5, 200–230 °C",
      "TigerTag: eSun PLA Matt, #22AA44, 150 g, 200–230 °C, 1.75 mm",
      "TigerTag: Castable Resin, #CCCCFFCC",
    ]),
  );
  const nameless: Spool = { format: "OpenSpool", colors: [], properties: [], problems: [] };
  expect(nameSpool(nameless)).toBe(undefined);
  expect(summarizeSpool(nameless)).toBe("OpenSpool");
});

const openTag3D = (version: number) => {
  const bytes = fromHex(spoolVectors[1]!.hex);
  bytes.set([version >> 8, version & 0xff]);
  return bytes;
};

test("reads a newer minor version of OpenTag3D with a warning, and refuses a major one", () => {
  const newer = parseOpenTag3D(openTag3D(2050));
  expect(newer).toMatchObject({ ok: true, spool: { version: "2.050", gtin: "12345543210" } });
  expect(newer.ok && newer.spool.problems).toEqual([expect.stringMatching(/newer than 2\.003/)]);
  for (const [version, name] of [
    [0, "0.000"],
    [999, "0.999"],
    [3000, "3.000"],
  ] as const) {
    expect(parseOpenTag3D(openTag3D(version))).toEqual({
      ok: false,
      reason: expect.stringContaining(`OpenTag3D ${name}`),
    });
  }
});

test("reads what is left of an OpenTag3D that is cut off, and says so", () => {
  const cut = parseOpenTag3D(openTag3D(2000).subarray(0, 0x9d));
  expect(cut).toMatchObject({ ok: true, spool: { material: "PLA", dryingTime: 480 } });
  expect(cut.ok && cut.spool).not.toHaveProperty("density");
  expect(cut.ok && cut.spool.problems).toEqual([expect.stringMatching(/157 bytes.* 160,.*\.$/)]);
  for (const length of [0, 1, 2, 6]) {
    expect(parseOpenTag3D(openTag3D(2000).subarray(0, length)).ok).toBe(false);
  }
});

test("reports a date of OpenTag3D that does not exist", () => {
  const bytes = openTag3D(2000);
  bytes[0x86] = 13;
  const parsed = parseOpenTag3D(bytes);
  expect(parsed.ok && parsed.spool.problems).toEqual([expect.stringMatching(/no such day\.$/)]);
  expect(parsed.ok && parsed.spool).not.toHaveProperty("madeOn");
});

// The values of the U1's extended OpenSpool, and an invalid color of a README of another program.
test("reads the values that Snapmaker's U1 adds to OpenSpool", () => {
  const json = {
    protocol: "openspool",
    version: "1.0",
    type: "PETG",
    subtype: "Rapid",
    color_hex: "#AFAFAF",
    alpha: "80",
    additional_color_hexes: ["EEFFEE", "1616161", "FF00FF"],
    brand: "Elegoo",
    min_temp: "230",
    max_temp: 260,
    bed_min_temp: 0,
    bed_max_temp: "80",
    weight: 750,
    diameter: "2.85",
  };
  expect(parseOpenSpool(JSON.stringify(json))).toEqual({
    ok: true,
    spool: {
      format: "OpenSpool",
      version: "1.0",
      brand: "Elegoo",
      material: "PETG",
      variant: "Rapid",
      colors: ["#AFAFAF80", "#EEFFEE", "#FF00FF"],
      properties: [],
      nominalWeight: 750,
      fullWeight: 750,
      printTemperature: { min: 230, max: 260 },
      bedTemperature: { max: 80 },
      diameter: 2.85,
      problems: ['A color is damaged: it should have 6 hexadecimal digits, but is "1616161".'],
    },
  });
});

test("other JSON is no OpenSpool, and one that is cut off is refused with a sentence", () => {
  for (const text of ['{"protocol":"other"}', "[]", "null", "openspool", '{"openspool":1}', ""]) {
    expect(parseOpenSpool(text)).toBe(undefined);
  }
  const cut = '{"protocol": "openspool", "version": "1.0", "type": "PL';
  expect(parseOpenSpool(cut)).toEqual({
    ok: false,
    reason: expect.stringMatching(/not whole JSON/),
  });
  const reading = parseTag({ records: [mimeRecord("application/json", toBytes(cut))] });
  expect(reading).toMatchObject({ content: cut, damage: expect.stringMatching(/not whole JSON/) });
});

test("reports numbers of a TigerTag that are not in its tables, and refuses one that is cut off", () => {
  const bytes = fromHex(spoolVectors.find(({ name }) => name.includes("150 g"))!.hex.slice(32));
  bytes.set([0x27, 0x0f], 8);
  const parsed = parseTigerTag(bytes);
  expect(parsed.ok && parsed.spool).not.toHaveProperty("material");
  expect(parsed.ok && parsed.spool.problems).toEqual([
    "The material has the number 9999, which this version does not know.",
  ]);
  expect(parseTigerTag(bytes.subarray(0, 79))).toEqual({
    ok: false,
    reason: expect.stringMatching(/ends after 79 bytes, but it takes 80/),
  });
  expect(isTigerTag(bytes.subarray(0, 3))).toBe(false);
  expect(parseTigerTag(new Uint8Array(80)).ok).toBe(false);
});

function checkResult(result: SpoolResult | undefined): void {
  if (result === undefined) return;
  if (!result.ok) return void expect(result.reason).toMatch(/\.$/);
  const { spool } = result;
  expect(JSON.parse(JSON.stringify(spool))).toEqual(spool);
  for (const color of spool.colors) expect(color).toMatch(/^#(?:[0-9A-F]{6}|[0-9A-F]{8})$/);
  for (const problem of spool.problems) expect(problem).toMatch(/\.$/);
  expect(summarizeSpool(spool)).not.toMatch(/undefined|NaN|Infinity/);
}

test("any bytes give a spool that is valid JSON or a refusal with a sentence", () => {
  const head = fc.constantFrom("", "03e8", "03eb", "07d0", "07d3", "5bf59264", "bc0fcb97");
  fc.assert(
    fc.property(head, fc.uint8Array({ maxLength: 230 }), (start, rest) => {
      const bytes = new Uint8Array([...fromHex(start), ...rest]);
      checkResult(parseOpenTag3D(bytes));
      checkResult(parseTigerTag(bytes));
    }),
  );
});

test("any JSON and any text give an OpenSpool, a refusal with a sentence or nothing", () => {
  const keys = fc.constantFrom(
    ..."type subtype color_hex alpha additional_color_hexes brand min_temp weight diameter".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(fc.dictionary(keys, fc.jsonValue()), fc.string(), (values, text) => {
      checkResult(parseOpenSpool(JSON.stringify({ ...values, protocol: "openspool" })));
      checkResult(parseOpenSpool(`{"protocol":"openspool"${text}`));
      checkResult(parseOpenSpool(text));
    }),
  );
});

/** `FUZZ_SEED=<n>` repeats the cases of a run that failed. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 32));

test("vectors with changed and missing bytes give a spool or a refusal with a sentence", () => {
  const random = createRandom(seed);
  for (let round = 0; round < 2_000; round++) {
    const { kind, hex } = spoolVectors[random(spoolVectors.length)]!;
    const bytes = fromHex(hex);
    for (let change = random(8); change >= 0; change--) bytes[random(bytes.length)] = random(256);
    const cut = random(4) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
    try {
      if (kind !== "memory") checkResult(parse(kind, cut));
    } catch (cause) {
      throw new Error(`FUZZ_SEED=${seed}, round ${round}: ${kind} ${toHex(cut)}`, { cause });
    }
  }
});
