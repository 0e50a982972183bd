import { printNdef, type TagReading } from "@scanhook/tags";

/** The bytes of what is written on a tag; undefined for nothing. */
export function messageOf({ records }: TagReading): Uint8Array | undefined {
  if (records.length === 0) return undefined;
  try {
    return printNdef(records.map(({ record }) => record));
  } catch {
    // Too many records, or one that the browser has spelled too long. The scan matters more than a copy of its bytes.
    return undefined;
  }
}
