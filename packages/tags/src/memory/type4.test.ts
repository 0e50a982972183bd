import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf } from "../fixtures/vectors.ts";
import { readType4Container } from "./type4.ts";

test("the example of the Type 4 Tag specification", () => {
  expect(readType4Container(bytesOf("000f20003b00340406e10400320000"))).toEqual({
    ok: true,
    ndefFile: bytesOf("e104"),
    lengthBytes: 2,
    capacity: 48,
    maxRead: 59,
    maxWrite: 52,
    readable: true,
    writable: true,
  });
});

test("a new NTAG 424 DNA, whose container goes on with a file of its maker", () => {
  const file = "001720010000ff0406e104010000000506e10500808283000000000000000000";
  expect(readType4Container(bytesOf(file))).toMatchObject({
    ndefFile: bytesOf("e104"),
    capacity: 254,
    maxRead: 256,
    maxWrite: 255,
    writable: true,
  });
});

test("a file for messages beyond 64 kB, as mapping version 3 has it", () => {
  const file = "00113000ff00ff0608e1040002000000ff";
  expect(readType4Container(bytesOf(file))).toMatchObject({
    lengthBytes: 4,
    capacity: 0x20000 - 4,
    readable: true,
    writable: false,
  });
});

test("an entry of a maker before the one for NDEF is passed over", () => {
  const file = "001720003b00340506e105008082830406e10400320080";
  expect(readType4Container(bytesOf(file))).toMatchObject({ ok: true, writable: false });
});

test.each([
  ["nothing", ""],
  ["a header alone", "000720003b0034"],
  ["no bytes to read at once", "000f20000000340406e10400320000"],
  ["an entry that breaks off", "000f20003b00340406e10400"],
  ["an entry cut off by the length", "000c20003b00340406e10400320000"],
  ["an entry of another length", "000f20003b00340405e104003200"],
  ["the container itself as NDEF file", "000f20003b00340406e10300320000"],
])("%s is refused with a sentence", (_, hex) => {
  expect(readType4Container(bytesOf(hex))).toEqual({
    ok: false,
    reason: expect.stringMatching(/^The tag's capability container is damaged: .+\.$/),
  });
});

test("any bytes give a container or a sentence", () => {
  const start = fc.constantFrom("", "001720003b0034", "000f20003b00340406");
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 60 }), (start, rest) => {
      const read = readType4Container(Uint8Array.from([...bytesOf(start), ...rest]));
      if (read.ok) expect(read.capacity).toBeGreaterThanOrEqual(0);
      else expect(read.reason).toMatch(/\.$/);
    }),
  );
});
