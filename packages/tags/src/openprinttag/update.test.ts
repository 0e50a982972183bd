import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf } from "../fixtures/vectors.ts";
import { type OpenPrintTag, parseOpenPrintTag } from "./parse.ts";
import { printOpenPrintTag } from "./print.ts";
import { arbitraryFields } from "./testing/arbitrary-fields.ts";
import { ownVectors, publishedVectors } from "./testing/vectors.ts";
import { updateOpenPrintTag } from "./update.ts";

const readable = [...ownVectors, ...publishedVectors()].filter(
  ({ error, decoded }) => !error && decoded,
);
const payloadOf = (name: string) =>
  bytesOf(ownVectors.find((vector) => vector.name === name)?.payloadHex ?? "");

test("a printer's use is written down, and only those bytes change", () => {
  const before = payloadOf("ref-aux-fields");
  const after = update(before, { aux: { consumed_weight: 124.5 } });
  expect(read(after).aux).toEqual({
    consumed_weight: 124.5,
    workgroup: "lab-1",
    storage_location: "B3",
  });
  expect(read(after).main).toEqual(read(before).main);
  expect([...after].filter((byte, index) => byte !== before[index]).length).toBeLessThanOrEqual(2);
});

test("an empty auxiliary region takes its first field, and loses it again", () => {
  const before = payloadOf("ref-docs-example-uid");
  const used = update(before, { aux: { consumed_weight: 444 } });
  expect(read(used).aux).toEqual({ consumed_weight: 444 });
  expect(update(used, { aux: { consumed_weight: null } })).toEqual(before);
});

test("a region that was never filled is as good as an empty one", () => {
  const zeros = bytesOf(`a10206a10800${"00".repeat(16)}`);
  expect(read(update(zeros, { aux: { workgroup: "lab" } })).aux).toEqual({ workgroup: "lab" });
});

test("unknown fields, deprecated ones and unknown values are kept as they are", () => {
  for (const name of ["ref-unknown-keys", "hand-deprecated-keys"]) {
    const before = new Uint8Array([...payloadOf(name), ...new Array(40).fill(0)]);
    const after = update(before, { main: { brand_name: "Prusament Pro", density: 1.24 } });
    expect(read(after).unknownFields).toEqual(read(before).unknownFields);
    expect(read(after).main).toEqual({
      ...read(before).main,
      brand_name: "Prusament Pro",
      density: 1.24,
    });
  }
});

test("places of regions stay, the auxiliary one before the main one too", () => {
  const before = payloadOf("hand-aux-before-main");
  const after = update(before, { aux: { consumed_weight: 6 }, main: { gtin: 1234 } });
  expect(read(after).meta).toEqual(read(before).meta);
  expect(read(after).aux).toEqual({ consumed_weight: 6, workgroup: "wg" });
  expect(read(after).main).toEqual({ ...read(before).main, gtin: 1234 });
});

test("what lies behind a section stays, unless the section grows over it", () => {
  const before = payloadOf("ref-remnants-after-main");
  const shorter = update(before, { main: { brand_name: "P" } });
  const hex = Buffer.from(shorter).toString("hex");
  expect(hex).toContain(`ff${"00".repeat(8)}deadbeef`);
});

test("a key that was there twice is there once", () => {
  const before = bytesOf("a0bf080009000901ff0000");
  const after = update(before, { main: { material_type: "ABS" } });
  expect(Buffer.from(after).toString("hex")).toBe("a0bf08000903ff00000000");
});

test("a damaged field can be written again", () => {
  const before = bytesOf("a0a30800090013420102000000");
  expect(read(before).problems.length).toBe(1);
  const after = read(update(before, { main: { primary_color: "#FF6F4C" } }));
  expect(after.main.primary_color).toBe("#ff6f4c");
  expect(after.problems).toEqual([]);
});

test.each([
  [
    "no auxiliary region",
    "ref-no-aux-region",
    { aux: { consumed_weight: 5 } },
    /no auxiliary section/,
  ],
  [
    "no room",
    "ref-small-chip-136-aux16",
    { aux: { workgroup: "workshop", storage_location: "Shelf B3" } },
    /takes 22 bytes, and there are 16/,
  ],
  [
    "a value that does not fit",
    "ref-aux-fields",
    { aux: { workgroup: "workshop 7" } },
    /workgroup takes at most 8 bytes/,
  ],
  [
    "a field that must be there",
    "ref-aux-fields",
    { main: { material_class: null } },
    /material_class is missing/,
  ],
  ["a field nobody knows", "ref-aux-fields", { main: { colour: "red" } }, /no field "colour"/],
  ["a damaged tag", "bad-main-is-array", { main: { gtin: 1 } }, /main section is damaged/],
])("%s is said in a sentence", (_, name, changes, sentence) => {
  expect(updateOpenPrintTag(payloadOf(name), changes)).toEqual({
    ok: false,
    reason: expect.stringMatching(sentence),
  });
});

test("a damaged auxiliary section is not written over", () => {
  const damaged = bytesOf(`a10206a10800a201${"00".repeat(14)}`).subarray(0, 8);
  expect(updateOpenPrintTag(damaged, { aux: { consumed_weight: 5 } })).toEqual({
    ok: false,
    reason: expect.stringMatching(/auxiliary section cannot be changed.*ends too early/),
  });
});

test("the general purpose range keeps its user while it has fields (section 6.2)", () => {
  const user = "02657072757361"; // general_purpose_range_user: "prusa"
  const before = bytesOf(`a10206a10800bf${user}19ff781863ff${"00".repeat(12)}`);
  const changed = updateOpenPrintTag(before, { aux: { general_purpose_range_user: "me" } });
  expect(changed).toEqual({
    ok: false,
    reason: expect.stringMatching(/^general_purpose_range_user/),
  });
  const same = update(before, { aux: { general_purpose_range_user: "prusa", consumed_weight: 1 } });
  expect(read(same).unknownFields).toEqual({ aux: { "19ff78": "1863" } });
});

test("after any change, the changed fields are as given and everything else as it was", () => {
  const vector = fc.constantFrom(...readable);
  const fields = fc.record({ main: arbitraryFields("main"), aux: arbitraryFields("aux") });
  fc.assert(
    fc.property(vector, fields, fc.nat({ max: 600 }), ({ payloadHex }, changes, more) => {
      const before = new Uint8Array([...bytesOf(payloadHex), ...new Uint8Array(more)]);
      const updated = updateOpenPrintTag(before, changes);
      if (!updated.ok) {
        expect(updated.reason).toMatch(/there are \d+ for it|no auxiliary section/);
        return;
      }
      const [old, now] = [read(before), read(updated.payload)];
      expect(updated.payload.length).toBe(before.length);
      expect(now.meta).toEqual(old.meta);
      expect(now.main).toEqual({ ...old.main, ...changes.main });
      expect(now.aux).toEqual(old.aux && { ...old.aux, ...changes.aux });
      expect(now.unknownFields).toEqual(old.unknownFields);
    }),
  );
});

test("changing nothing changes no byte, and giving all fields changes no value", () => {
  for (const { payloadHex } of readable) {
    const payload = bytesOf(payloadHex);
    expect(update(payload, {})).toEqual(payload);
    const { main, aux } = read(payload);
    expect(read(update(payload, { main, ...(aux && { aux }) }))).toEqual(read(payload));
  }
});

test("hostile bytes are a sentence or a tag", () => {
  const head = fc.constantFrom("", "a0", "a0bf0800", "a10206a10800", "a10208a1080000");
  fc.assert(
    fc.property(head, fc.uint8Array({ maxLength: 200 }), (begin, rest) => {
      const payload = new Uint8Array([...bytesOf(begin), ...rest]);
      const updated = updateOpenPrintTag(payload, {
        main: { gtin: 4 },
        aux: { consumed_weight: 1 },
      });
      if (!updated.ok) {
        expect(updated.reason).toMatch(/\.$/);
        return;
      }
      expect(read(updated.payload)).toMatchObject({
        main: { gtin: 4 },
        aux: { consumed_weight: 1 },
      });
    }),
  );
});

test("what this package wrote can be changed", () => {
  const printed = printOpenPrintTag({ main: { material_class: "SLA" }, aux: {} });
  if (!printed.ok) throw new Error(printed.reason);
  const after = update(printed.payload, { aux: { last_stir_time: "2026-11-21" } });
  expect(read(after).aux).toEqual({ last_stir_time: Date.UTC(2026, 10, 21) / 1000 });
});

function update(
  payload: Uint8Array,
  changes: Parameters<typeof updateOpenPrintTag>[1],
): Uint8Array {
  const updated = updateOpenPrintTag(payload, changes);
  if (!updated.ok) throw new Error(updated.reason);
  return updated.payload;
}

function read(payload: Uint8Array): OpenPrintTag {
  const read = parseOpenPrintTag(payload);
  if (!read.ok) throw new Error(read.reason);
  return read.tag;
}
