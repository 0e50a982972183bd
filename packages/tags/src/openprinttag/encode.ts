import { encodeInteger, encodeMap } from "../cbor/encode.ts";
import { describeMissingField, describeSectionTooLong, encodeFields } from "./encode-fields.ts";
import { maxSectionLength } from "./regions.ts";

export type EncodedOpenPrintTag =
  | { ok: true; payload: Uint8Array<ArrayBuffer> }
  | { ok: false; reason: string };

/** The shortest auxiliary region in bytes (section 2). */
const minAuxLength = 16;
/** The recommended length of an auxiliary region in bytes (section 2). */
const defaultAuxLength = 32;

/**
 * Encodes the payload of an OpenPrintTag record (sections 2 to 6). Fields are passed by name, with
 * values as {@link parseOpenPrintTag} returns them or as forms and tables hold them: numbers as
 * text, dates such as 2026-11-21, lists separated by commas. Undefined, empty text and null omit a
 * field; for colors, null is a value.
 *
 * `size` is the length of the payload in bytes, padded with zeros; by default it is as short as
 * possible. `auxSize` is the length of the auxiliary region at the end, 32 bytes by default or more
 * if its fields need it. The region exists if `auxSize` or `aux` is set. If a value violates the
 * specification or does not fit, `reason` is a sentence.
 */
export function encodeOpenPrintTag(
  fields: { main: Readonly<Record<string, unknown>>; aux?: Readonly<Record<string, unknown>> },
  { size, auxSize }: { size?: number; auxSize?: number } = {},
): EncodedOpenPrintTag {
  const main = encodeSection("main", fields.main);
  if (!main.ok) return main;
  const aux = encodeSection("aux", fields.aux ?? {});
  if (!aux.ok) return aux;
  const hasAux = fields.aux !== undefined || auxSize !== undefined;
  const auxRoom = hasAux ? (auxSize ?? Math.max(defaultAuxLength, aux.bytes.length)) : 0;
  if (
    hasAux &&
    !(Number.isInteger(auxRoom) && auxRoom >= minAuxLength && auxRoom <= maxSectionLength)
  ) {
    return refuse(
      `The auxiliary region takes ${minAuxLength} to ${maxSectionLength} bytes, not ${auxRoom}.`,
    );
  }
  if (aux.bytes.length > auxRoom && hasAux) {
    return refuse(describeSectionTooLong("aux", aux.bytes.length, auxRoom));
  }

  const meta = encodeMeta(main.bytes.length, auxRoom, size);
  const neededLength = meta.length + main.bytes.length + auxRoom;
  const length = size ?? neededLength;
  if (!(Number.isSafeInteger(length) && length >= neededLength)) {
    return refuse(
      `The fields take ${neededLength} bytes, but there is room for only ${length}; remove or shorten some.`,
    );
  }
  const payload = new Uint8Array(length);
  payload.set(meta);
  payload.set(main.bytes, meta.length);
  if (hasAux) payload.set(aux.bytes, length - auxRoom);
  return { ok: true, payload };
}

function encodeSection(
  region: "main" | "aux",
  values: Readonly<Record<string, unknown>>,
): { ok: true; bytes: Uint8Array } | { ok: false; reason: string } {
  const encoded = encodeFields(region, values);
  if (!encoded.ok) return encoded;
  const entries = encoded.fields.flatMap(({ field, bytes }) =>
    bytes ? [{ key: field.key, bytes: [encodeInteger(field.key), bytes] as const }] : [],
  );
  const missing = describeMissingField(region, new Set(entries.map(({ key }) => key)));
  if (missing) return refuse(missing);
  const bytes = encodeMap(
    entries.map((entry) => entry.bytes),
    entries.length > 0,
  );
  if (bytes.length > maxSectionLength)
    return refuse(describeSectionTooLong(region, bytes.length, maxSectionLength));
  return { ok: true, bytes };
}

/**
 * Encodes the meta section. The main section follows directly, and the auxiliary region is at the
 * end.
 */
function encodeMeta(mainLength: number, auxRoom: number, size: number | undefined): Uint8Array {
  if (size === undefined) {
    if (auxRoom === 0) return encodeOffsets({});
    // The offset includes the length of the meta section, 3 to 5 bytes, which in turn depends on
    // the offset. So each length is tried.
    const candidates = [3, 4, 5].map((length) => encodeOffsets({ auxOffset: length + mainLength }));
    return candidates.find((meta, index) => meta.length === index + 3) ?? new Uint8Array();
  }
  const mainEnd = size - auxRoom;
  const auxOffset = auxRoom === 0 ? undefined : mainEnd;
  const meta = encodeOffsets({ auxOffset });
  // Some readers accept no region that is longer than a section may be.
  if (mainEnd - meta.length <= maxSectionLength) return meta;
  return encodeOffsets({ mainSize: maxSectionLength, auxOffset });
}

function encodeOffsets(offsets: { mainSize?: number; auxOffset?: number | undefined }): Uint8Array {
  const entries = [[1, offsets.mainSize] as const, [2, offsets.auxOffset] as const].flatMap(
    ([key, value]) =>
      value === undefined ? [] : [[encodeInteger(key), encodeInteger(value)] as const],
  );
  return encodeMap(entries, false);
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
