import { createInterface } from "node:readline";
import { parseUid } from "@scanhook/tags";
import { compatibilityIdentifier, serializeScan } from "@scanhook/webhook";
import { parseArguments, type Values } from "../../input/arguments.ts";
import { isTimestamp } from "../../input/timestamp.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import {
  type BytesFormat,
  type DecodedTag,
  decodeLine,
  decodeTagBytes,
  describeInvalidUid,
} from "../../tag-content/decode-tag-bytes.ts";
import { formatReading, readingToJson } from "../../tag-content/format-reading.ts";
import { readTagBytes } from "../../tag-content/read-tag-bytes.ts";
import { decodeOptions, jsonOption, tagUsage } from "./usage.ts";

const options = { ...decodeOptions, ...jsonOption } as const;

/**
 * `scanhook tag decode HEX|FILE|-`: prints the scan that would be sent for a tag with these bytes.
 * Needs no reader.
 */
export async function decodeTags(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, options, ["HEX|FILE|-…"]);
  if (!input.ok) return wrongUse(io, input.reason, tagUsage);
  const { values, positionals } = input;
  const problem = findProblem(values, positionals);
  if (problem) return wrongUse(io, problem, tagUsage);
  const { uid, date } = values;
  const format = (values.memory ?? "message") as BytesFormat;
  if (positionals[0] === "-") return decodeStdin(io, { format, date });
  const decoded = decodeTagBytes(await readTagBytes(positionals), { uid, format, date });
  if (values.json) io.stdout.write(toJsonLine(decoded));
  else printDecodedTag(decoded, io);
  return decoded.ok ? 0 : 1;
}

function findProblem(
  { uid, memory, date }: Values<typeof options>,
  positionals: string[],
): string | undefined {
  if (positionals.includes("-") && positionals.length > 1) {
    return "- cannot be combined with other words; it reads everything from stdin.";
  }
  if (positionals[0] === "-" && uid !== undefined) {
    return "With -, each line has its own UID after the HEX; leave out --uid.";
  }
  if (uid !== undefined && !parseUid(uid)) return `--uid: ${describeInvalidUid(uid)}`;
  if (memory !== undefined && memory !== "t2" && memory !== "t5") {
    return `--memory is t2 (Type 2: NTAG, Ultralight) or t5 (Type 5: ISO 15693), not "${memory}".`;
  }
  if (date !== undefined && !isTimestamp(date)) {
    return `--date is a time with its zone such as 2026-05-12T14:23:01Z or 2026-05-12T16:23:01+02:00, not "${date}".`;
  }
}

async function decodeStdin(
  io: Io,
  options: { format: BytesFormat; date: string | undefined },
): Promise<number> {
  let lineCount = 0;
  let decodedCount = 0;
  for await (const line of createInterface({
    input: io.stdin,
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const decoded = decodeLine(line, options);
    lineCount++;
    if (decoded.ok) decodedCount++;
    io.stdout.write(toJsonLine(decoded));
  }
  if (lineCount === 0) io.stderr.write("There was no line on stdin.\n");
  return lineCount > 0 && decodedCount === lineCount ? 0 : 1;
}

function toJsonLine(decoded: DecodedTag): string {
  const line = decoded.ok
    ? { scan: decoded.scan, ...readingToJson(decoded.reading) }
    : { error: decoded.reason, scan: decoded.scan };
  return `${JSON.stringify(line)}\n`;
}

const noUid = `The UID of the tag is not known, so a scanner would send the identifier ${compatibilityIdentifier}. Give the UID with --uid.`;

/**
 * Prints the scan as it would be sent. On a terminal, prints the records too, and leaves out the
 * placeholder that identifies a tag without a UID. Writes to stderr that the UID is missing.
 */
function printDecodedTag(decoded: DecodedTag, io: Io): void {
  const hasUid = decoded.scan?.identifier !== compatibilityIdentifier;
  if (decoded.scan) {
    const body = serializeScan(decoded.scan);
    const text = hasUid || !io.stdout.isTTY ? body : body.replace(/^ *"identifier" : .*\n/m, "");
    io.stdout.write(`${text}\n`);
  }
  if (!decoded.ok) io.stderr.write(`${decoded.reason}\n`);
  else if (io.stdout.isTTY) io.stdout.write(`\n${formatReading(decoded.reading)}`);
  if (decoded.ok && decoded.note) io.stderr.write(`${decoded.note}\n`);
  if (!hasUid) io.stderr.write(`${noUid}\n`);
}
