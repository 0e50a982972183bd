import { describeUid, readTag } from "@scanhook/tags";
import { nfcScan } from "@scanhook/webhook";
import type { Io } from "../command.ts";
import { parseArguments } from "../input/arguments.ts";
import { parseSeconds } from "../input/seconds.ts";
import { printReading, toJson } from "../tag-content/format-reading.ts";
import { readTagOnReader } from "../tag-readers/read-tag.ts";
import type { TagContent, TagOnReader } from "../tag-readers/tag-on-reader.ts";
import { technologyNames } from "../tag-readers/technology.ts";
import { waitForTag } from "../tag-readers/wait-for-tag.ts";
import { printableJson } from "../terminal/printable.ts";
import { wrongUse } from "../usage.ts";
import { jsonOption, tagUsage, waitOptions } from "./tag/usage.ts";

const options = { ...waitOptions, ...jsonOption } as const;

/** `scanhook tag read`: waits for a tag and shows what is on it. */
export async function readOneTag(args: string[], io: Io): Promise<number> {
  const read = parseArguments(args, options);
  if (!read.ok) return wrongUse(io, read.reason, tagUsage);
  const { json, reader, wait } = read.values;
  const seconds = parseSeconds(wait, 0.1);
  if (!seconds.ok) return wrongUse(io, `--wait: ${seconds.reason}`, tagUsage);
  const waited = await waitForTag(
    async (card) => {
      const tag = await readTagOnReader(card);
      return tag.content.kind === "gone"
        ? { done: false, reason: tag.content.reason }
        : { done: true, value: tag };
    },
    {
      reader,
      waitMs: wait === undefined ? undefined : seconds.ms,
      signal: io.signal,
      say: (sentence) => io.stderr.write(`${sentence}\n`),
    },
  );
  if (!waited.ok) {
    io.stderr.write(`${waited.reason}\n`);
    return 1;
  }
  const { value: tag } = waited;
  io.stdout.write(json ? printLine(tag, io) : printTag(tag));
  const trouble = troubleOf(tag);
  if (trouble !== undefined) io.stderr.write(`${trouble}\n`);
  return trouble === undefined ? 0 : 1;
}

function readingOf({ uid, content }: TagOnReader) {
  return readTag({ uid, ...(content.kind === "ndef" && { message: content.message }) });
}

/** Why there is less than a whole tag; undefined when all of it was read. */
function troubleOf(tag: TagOnReader): string | undefined {
  return "reason" in tag.content ? tag.content.reason : readingOf(tag).damage;
}

function printLine(tag: TagOnReader, { stdout }: Io): string {
  const reading = readingOf(tag);
  const error = troubleOf(tag);
  const { technology, content } = tag;
  const room = "capacity" in content && { capacity: content.capacity, writable: content.writable };
  const line = {
    ...(error !== undefined && { error }),
    scan: nfcScan(reading),
    ...toJson(reading),
    tag: { technology, content: content.kind, ...room },
  };
  return `${printableJson(JSON.stringify(line), stdout)}\n`;
}

function printTag(tag: TagOnReader): string {
  const { uid, technology, content } = tag;
  const { manufacturer, random } = uid ? describeUid(uid) : {};
  const about = random ? "made anew for every tap" : manufacturer;
  const { identifier } = nfcScan({ uid, content: "" });
  const lines = [
    `UID   ${uid ? identifier : "not told by the reader"}${about ? ` (${about})` : ""}`,
    `Kind  ${technologyNames[technology]}`,
    `Holds ${describe(content)}`,
  ];
  return `${lines.join("\n")}\n${printReading(readingOf(tag))}`;
}

function describe(content: TagContent): string {
  const access = "writable" in content && !content.writable ? ", read-only" : "";
  switch (content.kind) {
    case "ndef":
      return `${content.message.length} of ${content.capacity} bytes${access}`;
    case "blank":
      return `nothing yet, room for ${content.capacity} bytes${access}`;
    case "unformatted":
      return "nothing: it is not formatted for NDEF";
    default:
      return "what could not be read";
  }
}
