import { describeUid, parseTag, type TagReading } from "@scanhook/tags";
import { nfcScan } from "@scanhook/webhook";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { formatReading, readingToJson } from "../../tag-content/format-reading.ts";
import { readTigerTag } from "../../tag-content/read-tiger-tag.ts";
import { readTagPassword } from "../../tag-content/tag-password.ts";
import { readTagOnReader } from "../../tag-readers/read-tag-on-reader.ts";
import type { TagContent, TagOnReader } from "../../tag-readers/tag-on-reader.ts";
import { technologyNames } from "../../tag-readers/technology.ts";
import { jsonOption, passwordOption, tagUsage, waitOptions } from "./usage.ts";
import { useOneTag } from "./use-one-tag.ts";

const options = { ...waitOptions, ...passwordOption, ...jsonOption } as const;

/** `scanhook tag read`: waits for a tag and prints its content. */
export async function readOneTag(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, options);
  if (!input.ok) return wrongUse(io, input.reason, tagUsage);
  const password = await readTagPassword(input.values.password, io);
  if (!password.ok) return wrongUse(io, password.reason, tagUsage);
  const used = await useOneTag(input.values, io, async (card) => {
    const tag = await readTagOnReader(card, password.value);
    return tag.content.kind === "gone" ? { gone: tag.content.reason } : { value: tag };
  });
  if (!used.ok) return used.code;
  const { value: tag } = used;
  const reading = toReading(tag);
  const problem = "reason" in tag.content ? tag.content.reason : reading.damage;
  io.stdout.write(input.values.json ? toJsonLine(tag, reading, problem) : formatTag(tag, reading));
  if (problem !== undefined) io.stderr.write(`${problem}\n`);
  return problem === undefined ? 0 : 1;
}

function toReading({ uid, content }: TagOnReader): TagReading {
  if (content.kind === "tigerTag") return readTigerTag(uid, content.userMemory);
  return parseTag({ uid, message: content.kind === "ndef" ? content.message : undefined });
}

function toJsonLine(
  { technology, content }: TagOnReader,
  reading: TagReading,
  error: string | undefined,
): string {
  const memory = "capacity" in content && {
    capacity: content.capacity,
    writable: content.writable,
  };
  const line = {
    error,
    scan: nfcScan(reading),
    ...readingToJson(reading),
    tag: { technology, content: content.kind, ...memory },
  };
  return `${JSON.stringify(line)}\n`;
}

function formatTag({ uid, technology, content }: TagOnReader, reading: TagReading): string {
  const { manufacturer, random } = uid ? describeUid(uid) : {};
  const origin = random ? "random, changes with every tap" : manufacturer;
  const { identifier } = nfcScan({ uid, content: "" });
  const lines = [
    `UID   ${uid ? identifier : "not returned by the reader"}${origin ? ` (${origin})` : ""}`,
    `Kind  ${technologyNames[technology]}`,
    `Holds ${describeContent(content)}`,
  ];
  return `${lines.join("\n")}\n${formatReading(reading)}`;
}

function describeContent(content: TagContent): string {
  const access = "writable" in content && !content.writable ? ", read-only" : "";
  switch (content.kind) {
    case "ndef":
      return `${content.message.length} of ${content.capacity} bytes${access}`;
    case "blank":
      return `nothing yet, room for ${content.capacity} bytes${access}`;
    case "tigerTag":
      return "a TigerTag";
    case "unformatted":
      return "nothing: it is not formatted for NDEF";
    default:
      return "content that could not be read";
  }
}
