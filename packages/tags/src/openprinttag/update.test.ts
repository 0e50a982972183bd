import fc from "fast-check";
import { expect, test } from "vitest";
import { fromHex } from "../testing/vectors.ts";
import { encodeOpenPrintTag } from "./encode.ts";
import { type OpenPrintTag, parseOpenPrintTag } from "./parse.ts";
import { arbitraryFields } from "./testing/arbitrary-fields.ts";
import { loadPublishedVectors, ownVectors } from "./testing/vectors.ts";
import { updateOpenPrintTag } from "./update.ts";

const readableVectors = [...ownVectors, ...loadPublishedVectors()].filter(
  ({ error, decoded }) => !error && decoded,
);
const readPayload = (name: string) =>
  fromHex(ownVectors.find((vector) => vector.name === name)?.payloadHex ?? "");

test("writing the consumed weight changes only the bytes of that field", () => {
  const oldPayload = readPayload("ref-aux-fields");
  const newPayload = update(oldPayload, { aux: { consumed_weight: 124.5 } });
  expect(parsePayload(newPayload).aux).toEqual({
    consumed_weight: 124.5,
    workgroup: "lab-1",
    storage_location: "B3",
  });
  expect(parsePayload(newPayload).main).toEqual(parsePayload(oldPayload).main);
  expect(
    [...newPayload].filter((byte, index) => byte !== oldPayload[index]).length,
  ).toBeLessThanOrEqual(2);
});

test("adds the first field to an empty auxiliary region and removes it again", () => {
  const oldPayload = readPayload("ref-docs-example-uid");
  const updated = update(oldPayload, { aux: { consumed_weight: 444 } });
  expect(parsePayload(updated).aux).toEqual({ consumed_weight: 444 });
  expect(update(updated, { aux: { consumed_weight: null } })).toEqual(oldPayload);
});

test("treats an auxiliary region of zeros as empty", () => {
  const zeros = fromHex(`a10206a10800${"00".repeat(16)}`);
  expect(parsePayload(update(zeros, { aux: { workgroup: "lab" } })).aux).toEqual({
    workgroup: "lab",
  });
});

test("keeps unknown and deprecated fields and unknown values", () => {
  for (const name of ["ref-unknown-keys", "hand-deprecated-keys"]) {
    const oldPayload = new Uint8Array([...readPayload(name), ...new Array(40).fill(0)]);
    const newPayload = update(oldPayload, { main: { brand_name: "Prusament Pro", density: 1.24 } });
    expect(parsePayload(newPayload).unknownFields).toEqual(parsePayload(oldPayload).unknownFields);
    expect(parsePayload(newPayload).main).toEqual({
      ...parsePayload(oldPayload).main,
      brand_name: "Prusament Pro",
      density: 1.24,
    });
  }
});

test("keeps the positions of regions, even with the auxiliary one first", () => {
  const oldPayload = readPayload("hand-aux-before-main");
  const newPayload = update(oldPayload, { aux: { consumed_weight: 6 }, main: { gtin: 1234 } });
  expect(parsePayload(newPayload).meta).toEqual(parsePayload(oldPayload).meta);
  expect(parsePayload(newPayload).aux).toEqual({ consumed_weight: 6, workgroup: "wg" });
  expect(parsePayload(newPayload).main).toEqual({ ...parsePayload(oldPayload).main, gtin: 1234 });
});

test("keeps the bytes after a section that becomes shorter", () => {
  const oldPayload = readPayload("ref-remnants-after-main");
  const shorter = update(oldPayload, { main: { brand_name: "P" } });
  const hex = Buffer.from(shorter).toString("hex");
  expect(hex).toContain(`ff${"00".repeat(8)}deadbeef`);
});

test("writes a key that occurred twice only once", () => {
  const oldPayload = fromHex("a0bf080009000901ff0000");
  const newPayload = update(oldPayload, { main: { material_type: "ABS" } });
  expect(Buffer.from(newPayload).toString("hex")).toBe("a0bf08000903ff00000000");
});

test("keeps the withdrawn keys 61 and 62, and writes 30 and 33 beside them", () => {
  const oldPayload = fromHex(`a0bf0800183d1906d6183e190190ff${"00".repeat(20)}`);
  const newPayload = update(oldPayload, {
    main: { filament_diameter: 2.85, min_nozzle_diameter: 0.5 },
  });
  const hex = Buffer.from(newPayload).toString("hex");
  expect(hex).toContain("a0bf0800183d1906d6183e190190181e");
  expect(parsePayload(newPayload).main).toMatchObject({
    filament_diameter: 2.85,
    min_nozzle_diameter: 0.5,
  });
  const { main } = parsePayload(oldPayload);
  const rewritten = encodeOpenPrintTag({ main });
  if (!rewritten.ok) throw new Error(rewritten.reason);
  expect(parsePayload(rewritten.payload).main).toEqual(main);
  expect(Buffer.from(rewritten.payload).toString("hex")).not.toMatch(/183[de]/);
});

test("replaces a damaged field", () => {
  const oldPayload = fromHex("a0a30800090013420102000000");
  expect(parsePayload(oldPayload).problems.length).toBe(1);
  const newPayload = parsePayload(update(oldPayload, { main: { primary_color: "#FF6F4C" } }));
  expect(newPayload.main.primary_color).toBe("#ff6f4c");
  expect(newPayload.problems).toEqual([]);
});

test.each([
  [
    "a change to a missing auxiliary region",
    "ref-no-aux-region",
    { aux: { consumed_weight: 5 } },
    /no auxiliary section/,
  ],
  [
    "fields that do not fit",
    "ref-small-chip-136-aux16",
    { aux: { workgroup: "workshop", storage_location: "Shelf B3" } },
    /takes 22 bytes.*room for only 16/,
  ],
  [
    "a value that is too long",
    "ref-aux-fields",
    { aux: { workgroup: "workshop 7" } },
    /workgroup takes at most 8 bytes/,
  ],
  [
    "the removal of a required field",
    "ref-aux-fields",
    { main: { material_class: null } },
    /material_class is missing/,
  ],
  ["an unknown field", "ref-aux-fields", { main: { color: "red" } }, /no field "color"/],
  [
    "a change to a damaged tag",
    "bad-main-is-array",
    { main: { gtin: 1 } },
    /main section is damaged/,
  ],
])("refuses %s with a sentence", (_, name, changes, sentence) => {
  expect(updateOpenPrintTag(readPayload(name), changes)).toEqual({
    ok: false,
    reason: expect.stringMatching(sentence),
  });
});

test("refuses to overwrite a damaged auxiliary section", () => {
  const damaged = fromHex(`a10206a10800a201${"00".repeat(14)}`).subarray(0, 8);
  expect(updateOpenPrintTag(damaged, { aux: { consumed_weight: 5 } })).toEqual({
    ok: false,
    reason: expect.stringMatching(/auxiliary section cannot be changed.*ends too early/),
  });
});

test("refuses to change the user of the general purpose range while it has fields (section 6.2)", () => {
  const userField = "02657072757361"; // general_purpose_range_user: "prusa"
  const oldPayload = fromHex(`a10206a10800bf${userField}19ff781863ff${"00".repeat(12)}`);
  const changed = updateOpenPrintTag(oldPayload, { aux: { general_purpose_range_user: "me" } });
  expect(changed).toEqual({
    ok: false,
    reason: expect.stringMatching(/^general_purpose_range_user/),
  });
  const unchangedUser = update(oldPayload, {
    aux: { general_purpose_range_user: "prusa", consumed_weight: 1 },
  });
  expect(parsePayload(unchangedUser).unknownFields).toEqual({ aux: { "19ff78": "1863" } });
});

test("any change sets the changed fields and keeps everything else", () => {
  const vector = fc.constantFrom(...readableVectors);
  const fields = fc.record({ main: arbitraryFields("main"), aux: arbitraryFields("aux") });
  fc.assert(
    fc.property(vector, fields, fc.nat({ max: 600 }), ({ payloadHex }, changes, extraLength) => {
      const oldPayload = new Uint8Array([...fromHex(payloadHex), ...new Uint8Array(extraLength)]);
      const updated = updateOpenPrintTag(oldPayload, changes);
      if (!updated.ok) {
        expect(updated.reason).toMatch(/room for only \d+|no auxiliary section/);
        return;
      }
      const [oldTag, newTag] = [parsePayload(oldPayload), parsePayload(updated.payload)];
      expect(updated.payload.length).toBe(oldPayload.length);
      expect(newTag.meta).toEqual(oldTag.meta);
      expect(newTag.main).toEqual({ ...oldTag.main, ...changes.main });
      expect(newTag.aux).toEqual(oldTag.aux && { ...oldTag.aux, ...changes.aux });
      expect(newTag.unknownFields).toEqual(oldTag.unknownFields);
    }),
  );
});

test("no changes keep every byte, and writing all fields again keeps every value", () => {
  for (const { payloadHex } of readableVectors) {
    const payload = fromHex(payloadHex);
    expect(update(payload, {})).toEqual(payload);
    const { main, aux } = parsePayload(payload);
    expect(parsePayload(update(payload, { main, ...(aux && { aux }) }))).toEqual(
      parsePayload(payload),
    );
  }
});

test("any bytes give a changed tag or a refusal with a sentence", () => {
  const head = fc.constantFrom("", "a0", "a0bf0800", "a10206a10800", "a10208a1080000");
  fc.assert(
    fc.property(head, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      const payload = new Uint8Array([...fromHex(start), ...rest]);
      const updated = updateOpenPrintTag(payload, {
        main: { gtin: 4 },
        aux: { consumed_weight: 1 },
      });
      if (!updated.ok) {
        expect(updated.reason).toMatch(/\.$/);
        return;
      }
      expect(parsePayload(updated.payload)).toMatchObject({
        main: { gtin: 4 },
        aux: { consumed_weight: 1 },
      });
    }),
  );
});

test("changes a payload that encodeOpenPrintTag made", () => {
  const encoded = encodeOpenPrintTag({ main: { material_class: "SLA" }, aux: {} });
  if (!encoded.ok) throw new Error(encoded.reason);
  const newPayload = update(encoded.payload, { aux: { last_stir_time: "2026-11-21" } });
  expect(parsePayload(newPayload).aux).toEqual({ last_stir_time: Date.UTC(2026, 10, 21) / 1000 });
});

function update(
  payload: Uint8Array,
  changes: Parameters<typeof updateOpenPrintTag>[1],
): Uint8Array {
  const updated = updateOpenPrintTag(payload, changes);
  if (!updated.ok) throw new Error(updated.reason);
  return updated.payload;
}

function parsePayload(payload: Uint8Array): OpenPrintTag {
  const parsed = parseOpenPrintTag(payload);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.tag;
}
