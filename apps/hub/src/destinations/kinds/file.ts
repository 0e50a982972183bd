import { toCsvLine, withoutNul } from "@scanhook/csv/line";
import type { OutgoingScan } from "../../shaping/outgoing-scan.ts";
import { shapeScan } from "../../shaping/shape.ts";
import { say } from "../../texts/exact-message.ts";
import type { Kind, Message, MessageInput } from "../kind.ts";

/** Paths that a form can refuse. The wire checks where the hub may write (`file-path.ts`). */
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

/** CSV follows RFC 4180; JSON Lines has one object per line (https://jsonlines.org). */
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
      help: "A name in the folder files of the hub's data folder, or a full path in a folder that --file-folders allows.",
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
        { value: "csv", label: "CSV with a header line" },
        { value: "jsonl", label: "JSON Lines" },
      ],
    },
    {
      name: "rotate",
      label: "Start a new file",
      help: "The old file is kept. Its name gets the date of its last line.",
      type: "choice",
      default: "never",
      choices: [
        { value: "never", label: "Never" },
        { value: "day", label: "Every day (UTC)" },
        { value: "month", label: "Every month (UTC)" },
        { value: "size", label: "When it reaches a size" },
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

  checkFields: ({ settings }) =>
    unlikelyPath.test(String(settings.path))
      ? { field: "path", reason: say("field-file-name", { label: "File" }) }
      : undefined,

  createMessages(input) {
    const created = createLine(input);
    if (!created.ok) return created;
    const message: Message = { via: "file", path: String(input.settings.path), ...created.output };
    return { ok: true, messages: [message] };
  },
};

type LineResult =
  | { ok: true; output: { line: string; header?: string } }
  | { ok: false; reason: string };

function createLine({ settings, shape, scan }: MessageInput): LineResult {
  if (shape.format === "ready-made") {
    if (settings.format === "jsonl") return { ok: true, output: { line: toJsonLine(scan) } };
    const cells = columns.map((column) => {
      const value = scan[column];
      if (value === undefined) return "";
      return typeof value === "object" ? JSON.stringify(value) : String(value);
    });
    return { ok: true, output: { line: toCsvLine(cells), header: toCsvLine(columns) } };
  }
  const shaped = shapeScan(shape, scan, shape);
  if (!shaped.ok) return shaped;
  if (shape.format === "text") {
    const oneLine = withoutNul(shaped.body).replace(/[\r\n\u2028\u2029]+/g, " ");
    return { ok: true, output: { line: `${oneLine}\n` } };
  }
  return { ok: true, output: { line: `${minifyJson(shaped.body)}\n` } };
}

/**
 * Removes the whitespace between the tokens of JSON. Parsing and serializing it would change large
 * numbers.
 */
function minifyJson(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
}

function toJsonLine({ body: _body, repeats: _repeats, ...scan }: OutgoingScan): string {
  return `${JSON.stringify(scan)}\n`;
}
