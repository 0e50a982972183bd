import type { EntryState, HistoryEntry } from "./entry.ts";

type Row = { entry: HistoryEntry; state: EntryState };

/** The columns of the export, each with how to fill it. */
const columns: Record<string, (row: Row) => string> = {
  time: ({ entry }) => new Date(entry.at).toISOString(),
  source: ({ entry }) => entry.source,
  format: ({ entry }) => entry.format ?? "",
  content: ({ entry }) => entry.scan.content,
  identifier: ({ entry }) => entry.scan.identifier,
  date: ({ entry }) => entry.scan.date,
  tagType: ({ entry }) => entry.scan.tagType ?? "",
  structured: ({ entry }) => (entry.scan.structured ? JSON.stringify(entry.scan.structured) : ""),
  outcome: ({ state }) => state.kind,
  status: ({ state }) => ("status" in state ? String(state.status) : ""),
  reason: ({ state }) => ("reason" in state ? state.reason : ""),
  reply: ({ state }) => ("reply" in state ? (state.reply?.text ?? "") : ""),
  receiver: ({ entry }) => entry.sentTo ?? "",
  resends: ({ entry }) => String(entry.resends),
};

/** CSV as RFC 4180 has it, with a byte order mark so that Excel reads UTF-8. */
export function toCsv(rows: Row[]): string {
  const lines = [
    Object.keys(columns).join(","),
    ...rows.map((row) =>
      Object.values(columns)
        .map((fill) => toCell(fill(row)))
        .join(","),
    ),
  ];
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

/** Also after blanks, which some spreadsheets cut off, and full-width, as Japanese ones take them. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A cell that a spreadsheet would take for a formula is made text by an apostrophe (OWASP, CSV injection). */
function toCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A JSON array, one entry a line, with everything that is kept; bytes in base64. */
export function toJson(rows: Row[]): string {
  const lines = rows.map(({ entry, state }) => {
    const { bytes, at, sentAt, body: _body, ...rest } = entry;
    return JSON.stringify({
      ...rest,
      time: new Date(at).toISOString(),
      ...(sentAt === undefined ? {} : { sentAt: new Date(sentAt).toISOString() }),
      outcome: state,
      ...(bytes ? { bytes: toBase64(bytes) } : {}),
    });
  });
  return lines.length === 0 ? "[]\n" : `[\n${lines.join(",\n")}\n]\n`;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
