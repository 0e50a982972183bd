import { shapeScan } from "../../forwarding/shape.ts";
import { toCsvLine } from "../../shaping/csv-line.ts";
import type { Kind, Making, Message, OutgoingScan } from "../kind.ts";

/** As far as a form can tell; where the hub may write is seen when it does (`file-path.ts`). */
const unlikelyPath = /(^|[\\/])\.\.([\\/]|$)|[\\/]$/;

const columns = [
  "id",
  "receivedAt",
  "inbox",
  "user",
  "source",
  "identifier",
  "tagName",
  "date",
  "content",
  "tagType",
  "structured",
] as const satisfies (keyof OutgoingScan)[];

/** CSV follows RFC 4180; JSON Lines is one object a line (https://jsonlines.org). */
export const file: Kind = {
  name: "file",
  title: "File",
  summary: "A line for each scan in a CSV or JSON Lines file on the hub's machine.",
  group: "data",
  via: "file",
  fields: [
    {
      name: "path",
      label: "File",
      help: "Below the folder files in the hub's data folder; or a full path, where the hub was started with --file-folders.",
      type: "text",
      required: true,
      placeholder: "scans.csv",
    },
    {
      name: "format",
      label: "Format",
      type: "choice",
      default: "csv",
      choices: [
        { value: "csv", label: "CSV, with a line of headings" },
        { value: "jsonl", label: "JSON Lines" },
      ],
    },
    {
      name: "rotate",
      label: "Begin a new file",
      help: "The old one is kept, with the day of its last line in its name.",
      type: "choice",
      default: "never",
      choices: [
        { value: "never", label: "Never" },
        { value: "day", label: "Every day (UTC)" },
        { value: "month", label: "Every month (UTC)" },
        { value: "size", label: "When it is large" },
      ],
    },
    {
      name: "megabytes",
      label: "Megabytes",
      type: "number",
      default: 10,
      min: 1,
      max: 10_000,
      when: { field: "rotate", is: ["size"] },
    },
  ],
  shapes: ["scan", "json", "text"],
  template: columns.map((column) => `{{ ${column} }}`).join("\t"),

  check: ({ settings }) =>
    unlikelyPath.test(String(settings.path))
      ? { field: "path", reason: "“File” must be the name of a file, without “..” in its path." }
      : undefined,

  make(making) {
    const line = toLine(making);
    if (!line.ok) return line;
    const message: Message = { via: "file", path: String(making.settings.path), ...line.parts };
    return { ok: true, messages: [message] };
  },
};

type Line = { ok: true; parts: { line: string; header?: string } } | { ok: false; reason: string };

function toLine({ settings, shape, scan }: Making): Line {
  if (shape.format === "ready-made") {
    if (settings.format === "jsonl") return { ok: true, parts: { line: toJsonLine(scan) } };
    const cells = columns.map((column) => {
      const value = scan[column];
      if (value === undefined) return "";
      return typeof value === "object" ? JSON.stringify(value) : String(value);
    });
    return { ok: true, parts: { line: toCsvLine(cells), header: toCsvLine(columns) } };
  }
  const shaped = shapeScan(shape, scan, shape);
  if (!shaped.ok) return shaped;
  if (shape.format === "text") {
    return { ok: true, parts: { line: `${shaped.body.replace(/[\r\n\u2028\u2029]+/g, " ")}\n` } };
  }
  return { ok: true, parts: { line: `${inOneLine(shaped.body)}\n` } };
}

/** JSON without the space between its tokens; parsing and printing it would change large numbers. */
function inOneLine(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
}

function toJsonLine({ body: _body, repeats: _repeats, ...scan }: OutgoingScan): string {
  return `${JSON.stringify(scan)}\n`;
}
