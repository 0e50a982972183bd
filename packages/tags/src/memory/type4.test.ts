import fc from "fast-check";
import { expect, test } from "vitest";
import { fromHex } from "../testing/vectors.ts";
import { readType4Container } from "./type4.ts";

test("reads the example of the Type 4 Tag specification", () => {
  expect(readType4Container(fromHex("000f20003b00340406e10400320000"))).toEqual({
    ok: true,
    ndefFile: fromHex("e104"),
    lengthBytes: 2,
    capacity: 48,
    maxRead: 59,
    maxWrite: 52,
    readable: true,
    writable: true,
  });
});

test("reads the container of a new NTAG 424 DNA, which also describes a proprietary file", () => {
  const file = "001720010000ff0406e104010000000506e10500808283000000000000000000";
  expect(readType4Container(fromHex(file))).toMatchObject({
    ndefFile: fromHex("e104"),
    capacity: 254,
    maxRead: 256,
    maxWrite: 255,
    writable: true,
  });
});

test("reads the extended entry of mapping version 3 for messages over 64 kB", () => {
  const file = "00113000ff00ff0608e1040002000000ff";
  expect(readType4Container(fromHex(file))).toMatchObject({
    lengthBytes: 4,
    capacity: 0x20000 - 4,
    readable: true,
    writable: false,
  });
});

test("skips a proprietary entry before the one for NDEF", () => {
  const file = "001720003b00340506e105008082830406e10400320080";
  expect(readType4Container(fromHex(file))).toMatchObject({ ok: true, writable: false });
});

test.each([
  ["an empty file", ""],
  ["a header without entries", "000720003b0034"],
  ["a container that allows no bytes to be read", "000f20000000340406e10400320000"],
  ["an incomplete entry", "000f20003b00340406e10400"],
  ["an entry that reaches beyond the declared length", "000c20003b00340406e10400320000"],
  ["an entry of the wrong length", "000f20003b00340405e104003200"],
  ["an entry that names the container itself as NDEF file", "000f20003b00340406e10300320000"],
])("refuses %s with a sentence", (_, hex) => {
  expect(readType4Container(fromHex(hex))).toEqual({
    ok: false,
    reason: expect.stringMatching(/^The tag's capability container is damaged: .+\.$/),
  });
});

test("any bytes give a container or a refusal with a sentence", () => {
  const start = fc.constantFrom("", "001720003b0034", "000f20003b00340406");
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 60 }), (start, rest) => {
      const container = readType4Container(Uint8Array.from([...fromHex(start), ...rest]));
      if (container.ok) expect(container.capacity).toBeGreaterThanOrEqual(0);
      else expect(container.reason).toMatch(/\.$/);
    }),
  );
});
