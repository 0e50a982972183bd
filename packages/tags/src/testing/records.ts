import fc from "fast-check";
import type { NdefRecord } from "../ndef/message.ts";

const noBytes = fc.constant(new Uint8Array(0));
const anyBytes = (maxLength: number) => fc.uint8Array({ maxLength });

/** Any record that a message can hold, short and long. */
export const anyRecord: fc.Arbitrary<NdefRecord> = fc.oneof(
  fc.record({ tnf: fc.constant(0), type: noBytes, id: noBytes, payload: noBytes }),
  fc.record({
    tnf: fc.constantFrom(5, 7),
    type: noBytes,
    id: anyBytes(255),
    payload: anyBytes(600),
  }),
  fc.record({
    tnf: fc.constantFrom(1, 2, 3, 4),
    type: anyBytes(255),
    id: anyBytes(255),
    payload: anyBytes(600),
  }),
);

/** Any text that UTF-8 can encode, which is all text without lone surrogates. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: "binary" });
