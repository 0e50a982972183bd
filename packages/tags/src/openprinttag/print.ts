import { cborInteger, cborMap } from "../cbor/write.ts";
import { longestSection } from "./regions.ts";
import { missingField, noRoom, writeFields } from "./write-fields.ts";

export type PrintedOpenPrintTag =
  | { ok: true; payload: Uint8Array<ArrayBuffer> }
  | { ok: false; reason: string };

/** Section 2: at least 16 bytes for an auxiliary region, 32 recommended. */
const leastAux = 16;
const usualAux = 32;

/**
 * The payload of an OpenPrintTag record with these fields (sections 2 to 6), each given by its name as
 * {@link parseOpenPrintTag} shows it, or as a form or table has it: numbers as text, dates such as 2026-11-21, lists with
 * commas between. Undefined, empty text and (except for colours) null leave a field out.
 *
 * `size`: bytes that the payload fills, the rest being zeros; without it, as few as possible. `auxSize`: bytes at the end
 * for the auxiliary region, which is there when this or `aux` is given; 32 unless its fields need more.
 * What does not fit the specification or the size comes back as a sentence that names the field.
 */
export function printOpenPrintTag(
  fields: { main: Readonly<Record<string, unknown>>; aux?: Readonly<Record<string, unknown>> },
  { size, auxSize }: { size?: number; auxSize?: number } = {},
): PrintedOpenPrintTag {
  const main = printSection("main", fields.main);
  if (!main.ok) return main;
  const aux = printSection("aux", fields.aux ?? {});
  if (!aux.ok) return aux;
  const hasAux = fields.aux !== undefined || auxSize !== undefined;
  const auxRoom = hasAux ? (auxSize ?? Math.max(usualAux, aux.bytes.length)) : 0;
  if (hasAux && !(Number.isInteger(auxRoom) && auxRoom >= leastAux && auxRoom <= longestSection)) {
    return refuse(
      `The auxiliary region takes ${leastAux} to ${longestSection} bytes, not ${auxRoom}.`,
    );
  }
  if (aux.bytes.length > auxRoom && hasAux) {
    return refuse(noRoom("aux", aux.bytes.length, auxRoom));
  }

  const meta = printMeta(main.bytes.length, auxRoom, size);
  const needed = meta.length + main.bytes.length + auxRoom;
  const length = size ?? needed;
  if (!(Number.isSafeInteger(length) && length >= needed)) {
    return refuse(
      `The fields take ${needed} bytes, and there is room for ${length}; leave out or shorten some.`,
    );
  }
  const payload = new Uint8Array(length);
  payload.set(meta);
  payload.set(main.bytes, meta.length);
  if (hasAux) payload.set(aux.bytes, length - auxRoom);
  return { ok: true, payload };
}

function printSection(
  region: "main" | "aux",
  values: Readonly<Record<string, unknown>>,
): { ok: true; bytes: Uint8Array } | { ok: false; reason: string } {
  const written = writeFields(region, values);
  if (!written.ok) return written;
  const entries = written.fields.flatMap(({ field, bytes }) =>
    bytes ? [{ key: field.key, bytes: [cborInteger(field.key), bytes] as const }] : [],
  );
  const missing = missingField(region, new Set(entries.map(({ key }) => key)));
  if (missing) return refuse(missing);
  const bytes = cborMap(
    entries.map((entry) => entry.bytes),
    entries.length > 0,
  );
  if (bytes.length > longestSection) return refuse(noRoom(region, bytes.length, longestSection));
  return { ok: true, bytes };
}

/** The main section follows it at once; the auxiliary region is at the end. */
function printMeta(mainLength: number, auxRoom: number, size: number | undefined): Uint8Array {
  if (size === undefined) {
    if (auxRoom === 0) return metaSection({});
    // The offset counts the bytes that it takes itself.
    const lengths = [3, 4, 5].map((length) => metaSection({ auxOffset: length + mainLength }));
    return lengths.find((meta, index) => meta.length === index + 3) ?? new Uint8Array();
  }
  const mainEnd = size - auxRoom;
  const auxOffset = auxRoom === 0 ? undefined : mainEnd;
  const meta = metaSection({ auxOffset });
  // No region longer than a section may be: some readers take no other.
  if (mainEnd - meta.length <= longestSection) return meta;
  return metaSection({ mainSize: longestSection, auxOffset });
}

function metaSection(offsets: { mainSize?: number; auxOffset?: number | undefined }): Uint8Array {
  const entries = [[1, offsets.mainSize] as const, [2, offsets.auxOffset] as const].flatMap(
    ([key, value]) =>
      value === undefined ? [] : [[cborInteger(key), cborInteger(value)] as const],
  );
  return cborMap(entries, false);
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
