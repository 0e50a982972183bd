import type { OpenPrintTag, RecordValue, TagReading } from "@scanhook/tags";
import { printable } from "../terminal/printable.ts";
import { listSpoolFacts } from "./format-spool.ts";
import { toHex } from "./hex.ts";

/**
 * Converts a reading for JSON output: records with their payload in hexadecimal, the OpenPrintTag
 * model or null, and the spool if the tag describes one.
 */
export function readingToJson({ records, openPrintTag, spool }: TagReading) {
  return {
    records: records.map(({ record: { tnf, type, id, payload }, value }) => ({
      tnf,
      type: decodeText(type),
      id: decodeText(id),
      payload: toHex(payload),
      ...value,
    })),
    openPrintTag: openPrintTag ?? null,
    spool,
  };
}

/**
 * Formats a reading for people: one line for each record, and for each field of an OpenPrintTag or
 * each fact about another spool.
 */
export function formatReading({ records, openPrintTag, spool }: TagReading): string {
  const facts = spool ? listSpoolFacts(spool) : [];
  const fields = openPrintTag ? toFieldRows(openPrintTag) : facts;
  const rows = [...records.map(({ record, value }) => toRow(value, record.payload)), ...fields];
  // Names come from the tag too, so they are escaped like values.
  const lines = rows.map((row) => row.map(printable) as Row);
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join("");
}

type Row = [name: string, value: string];

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
    case "openTag3D":
      return ["OpenTag3D", bytes];
    case "unknown":
      return ["Unknown", value.type ? `${value.type}, ${bytes}` : bytes];
    case "damaged":
      return ["Damaged", value.reason];
  }
}

function toFieldRows({ main, aux = {}, uuids, problems }: OpenPrintTag): Row[] {
  const fields = Object.entries({ ...main, ...aux }).map(
    ([name, value]): Row => [name, Array.isArray(value) ? value.join(", ") : String(value)],
  );
  const uuidRows = Object.entries(uuids).map(([name, uuid]): Row => [`${name} UUID`, uuid]);
  return [...fields, ...uuidRows, ...problems.map((problem): Row => ["Problem", problem])];
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
