import { byteOrderMark, toCsvLine } from "@scanhook/csv/line";
import type { EntryState, HistoryEntry } from "./entry.ts";

type Row = { entry: HistoryEntry; state: EntryState };

/** The columns of the CSV export in order, each with a function that returns its value. */
const columns: Record<string, (row: Row) => string> = {
  time: ({ entry }) => new Date(entry.at).toISOString(),
  source: ({ entry }) => entry.source,
  format: ({ entry }) => entry.format ?? "",
  content: ({ entry }) => entry.scan.content,
  identifier: ({ entry }) => entry.scan.identifier,
  date: ({ entry }) => entry.scan.date,
  tagType: ({ entry }) => entry.scan.tagType ?? "",
  structured: ({ entry }) => (entry.scan.structured ? JSON.stringify(entry.scan.structured) : ""),
  quantity: ({ entry }) => entry.quantity ?? "",
  outcome: ({ state }) => state.kind,
  status: ({ state }) => ("status" in state ? String(state.status) : ""),
  reason: ({ state }) => ("reason" in state ? state.reason : ""),
  reply: ({ state }) => ("reply" in state ? (state.reply?.text ?? "") : ""),
  receiver: ({ entry }) => entry.sentTo ?? "",
  job: ({ entry }) => entry.job?.name ?? "",
  resends: ({ entry }) => String(entry.resends),
};

/** Serializes entries as CSV (RFC 4180) for spreadsheets. */
export function toCsv(rows: Row[]): string {
  const lines = rows.map((row) => Object.values(columns).map((getValue) => getValue(row)));
  return byteOrderMark + [Object.keys(columns), ...lines].map(toCsvLine).join("");
}

/**
 * Serializes entries with all their fields except the request body as a JSON array, one entry per
 * line. Bytes are in base64.
 */
export function toJson(rows: Row[]): string {
  const lines = rows.map(({ entry, state }) => {
    const { bytes, at, sentAt, body: _body, ...rest } = entry;
    return JSON.stringify({
      ...rest,
      time: new Date(at).toISOString(),
      sentAt: sentAt === undefined ? undefined : new Date(sentAt).toISOString(),
      outcome: state,
      bytes: bytes && toBase64(bytes),
    });
  });
  return lines.length === 0 ? "[]\n" : `[\n${lines.join(",\n")}\n]\n`;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
