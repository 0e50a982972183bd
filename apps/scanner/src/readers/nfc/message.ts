import { encodeNdef, type TagReading } from "@scanhook/tags";

/**
 * Encodes the records of a tag as an NDEF message; returns undefined if there are none or they
 * cannot be encoded.
 */
export function messageOf({ records }: TagReading): Uint8Array | undefined {
  if (records.length === 0) return undefined;
  try {
    return encodeNdef(records.map(({ record }) => record));
  } catch {
    // There are too many records, or a record is too long in the form that the browser gives. The
    // scan is complete without these bytes.
    return undefined;
  }
}
