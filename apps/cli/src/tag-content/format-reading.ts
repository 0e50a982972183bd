import type { OpenPrintTag, RecordValue, TagReading } from "@scanhook/tags";
import { toHex } from "../tag-decoding/hex.ts";
import { printable } from "../terminal/printable.ts";

/** A reading as scripts get it: records with their bytes in hexadecimal, and OpenPrintTag's model or null. */
export function toJson({ records, openPrintTag }: TagReading) {
  return {
    records: records.map(({ record: { tnf, type, id, payload }, value }) => ({
      tnf,
      type: text(type),
      id: text(id),
      payload: toHex(payload),
      ...value,
    })),
    openPrintTag: openPrintTag ?? null,
  };
}

/** A reading as people get it: a line for each record and each field of an OpenPrintTag. */
export function printReading({ records, openPrintTag }: TagReading): string {
  const fields = openPrintTag ? fieldRows(openPrintTag) : [];
  const rows = [...records.map(({ record, value }) => toRow(value, record.payload)), ...fields];
  // What a tag calls its data is as little to be trusted as the data.
  const lines = rows.map((row) => row.map(printable) as Row);
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  return lines.map(([name, what]) => `  ${name.padEnd(width)}  ${what}\n`).join("");
}

type Row = [name: string, what: string];

function toRow(value: RecordValue, payload: Uint8Array): Row {
  const bytes = payload.length === 1 ? "1 byte" : `${payload.length} bytes`;
  switch (value.kind) {
    case "empty":
      return ["Empty", "a record without content"];
    case "uri":
      return ["Link", value.uri];
    case "text":
      return ["Text", value.language ? `${value.text} (${value.language})` : value.text];
    case "smart-poster":
      return ["Smart poster", [value.uri, ...value.titles.map(({ text }) => text)].join(" · ")];
    case "mime":
      return [value.mediaType, value.text ?? bytes];
    case "wifi":
      return ["Wi-Fi", `${value.ssid} (${value.security})`];
    case "app":
      return ["App", value.packageName];
    case "external":
      return [value.type, bytes];
    case "openPrintTag":
      return ["OpenPrintTag", bytes];
    case "unknown":
      return ["Unknown", value.type ? `${value.type}, ${bytes}` : bytes];
    case "damaged":
      return ["Damaged", value.reason];
  }
}

function fieldRows({ main, aux = {}, uuids, problems }: OpenPrintTag): Row[] {
  const fields = Object.entries({ ...main, ...aux }).map(
    ([name, value]): Row => [name, Array.isArray(value) ? value.join(", ") : String(value)],
  );
  const known = Object.entries(uuids).map(([name, uuid]): Row => [`${name} UUID`, uuid]);
  return [...fields, ...known, ...problems.map((problem): Row => ["Problem", problem])];
}

function text(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
