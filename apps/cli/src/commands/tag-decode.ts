import { createInterface } from "node:readline";
import { parseUid } from "@scanhook/tags";
import { printScan } from "@scanhook/webhook";
import type { Io } from "../command.ts";
import { parseArguments, type Values } from "../input/arguments.ts";
import { isTimestamp } from "../input/timestamp.ts";
import { printReading, toJson } from "../tag-content/format-reading.ts";
import {
  type Decoded,
  decodeLine,
  decodeTag,
  noUid,
  type Source,
} from "../tag-decoding/decode-tag.ts";
import { readBytes } from "../tag-decoding/read-bytes.ts";
import { printableJson } from "../terminal/printable.ts";
import { wrongUse } from "../usage.ts";
import { decodeOptions, jsonOption, tagUsage } from "./tag/usage.ts";

const options = { ...decodeOptions, ...jsonOption } as const;

/** `scanhook tag decode HEX|FILE|-`: what would be sent for a tag with these bytes, without a reader. */
export async function decodeTags(args: string[], io: Io): Promise<number> {
  const read = parseArguments(args, options, ["HEX|FILE|-…"]);
  if (!read.ok) return wrongUse(io, read.reason, tagUsage);
  const { values, words } = read;
  const misfit = misfitOf(values, words);
  if (misfit) return wrongUse(io, misfit, tagUsage);
  const { uid, date } = values;
  const source: Source = values.memory === undefined ? "message" : (values.memory as Source);
  if (words[0] === "-") return decodeStdin(io, { source, date });
  const decoded = decodeTag(await readBytes(words), { uid, source, date });
  if (values.json) io.stdout.write(printLine(decoded, io));
  else print(decoded, io);
  return decoded.ok ? 0 : 1;
}

function misfitOf(
  { uid, memory, date }: Values<typeof options>,
  words: string[],
): string | undefined {
  if (words.includes("-") && words.length > 1) return "Only - alone reads from stdin.";
  if (words[0] === "-" && uid !== undefined) {
    return "With - each line has its own UID, behind the HEX; leave out --uid.";
  }
  if (uid !== undefined && !parseUid(uid)) return `--uid: ${noUid(uid)}`;
  if (memory !== undefined && memory !== "t2" && memory !== "t5") {
    return `--memory is t2 (Type 2: NTAG, Ultralight) or t5 (Type 5: ISO 15693), not "${memory}".`;
  }
  if (date !== undefined && !isTimestamp(date)) {
    return `--date is a time with its zone such as 2026-05-12T14:23:01Z or 2026-05-12T16:23:01+02:00, not "${date}".`;
  }
}

async function decodeStdin(
  io: Io,
  given: { source: Source; date: string | undefined },
): Promise<number> {
  let lines = 0;
  let good = 0;
  for await (const line of createInterface({
    input: io.stdin,
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const decoded = decodeLine(line, given);
    lines++;
    if (decoded.ok) good++;
    io.stdout.write(printLine(decoded, io));
  }
  if (lines === 0) io.stderr.write("There was no line on stdin.\n");
  return lines > 0 && good === lines ? 0 : 1;
}

function printLine(decoded: Decoded, { stdout }: Io): string {
  const line = decoded.ok
    ? { scan: decoded.scan, ...toJson(decoded.reading) }
    : { error: decoded.reason, scan: decoded.scan };
  return `${printableJson(JSON.stringify(line), stdout)}\n`;
}

/** The records are for the eyes of people: what goes on to another program is the scan alone, as it would be sent. */
function print(decoded: Decoded, io: Io): void {
  if (decoded.scan) io.stdout.write(`${printableJson(printScan(decoded.scan), io.stdout)}\n`);
  if (!decoded.ok) io.stderr.write(`${decoded.reason}\n`);
  else if (io.stdout.isTTY) io.stdout.write(`\n${printReading(decoded.reading)}`);
  if (decoded.ok && decoded.note) io.stderr.write(`${decoded.note}\n`);
}
