import { createInterface } from "node:readline/promises";
import { nfcScan } from "@scanhook/webhook";
import type { Io } from "../command.ts";
import { parseArguments } from "../input/arguments.ts";
import { parseSeconds } from "../input/seconds.ts";
import { type MessageFor, toMessage } from "../tag-decoding/message-to-write.ts";
import type { Card } from "../tag-readers/card-readers.ts";
import { readTagOnReader } from "../tag-readers/read-tag.ts";
import type { LockOutcome, WriteOutcome, WrittenTag } from "../tag-readers/tag-on-reader.ts";
import { waitForTag } from "../tag-readers/wait-for-tag.ts";
import { writeTagOnReader } from "../tag-readers/write-tag-on-reader.ts";
import { wrongUse } from "../usage.ts";
import { jsonOption, tagUsage, waitOptions, writeOptions } from "./tag/usage.ts";

const options = { ...waitOptions, ...writeOptions, ...jsonOption } as const;

/** `scanhook tag write`: waits for a tag, writes it, reads it back and locks it when asked to. */
export async function writeOneTag(args: string[], io: Io): Promise<number> {
  const read = parseArguments(args, options);
  if (!read.ok) return wrongUse(io, read.reason, tagUsage);
  const { json, lock = false, yes = false, reader, wait, ...wishes } = read.values;
  const seconds = parseSeconds(wait, 0.1);
  if (!seconds.ok) return wrongUse(io, `--wait: ${seconds.reason}`, tagUsage);
  if (yes && !lock) return wrongUse(io, "--yes answers the question of --lock alone.", tagUsage);
  const asked = await toMessage(wishes);
  if (!asked.ok) return wrongUse(io, asked.reason, tagUsage);
  if (lock && !yes && !isTerminal(io)) {
    return wrongUse(io, "--lock cannot be undone; in a script add --yes to mean it.", tagUsage);
  }
  if (lock && !yes && !(await confirms(io))) {
    io.stderr.write("Nothing was written.\n");
    return 1;
  }
  const say = (sentence: string) => io.stderr.write(`${sentence}\n`);
  const waitMs = wait === undefined ? undefined : seconds.ms;
  const waited = await waitForTag(
    async (card) => {
      const tag = await write(card, asked.messageFor, { lock, say });
      return tag.outcome.kind === "gone"
        ? { done: false, reason: tag.outcome.reason }
        : { done: true, value: tag };
    },
    { reader, waitMs, signal: io.signal, say },
  );
  if (!waited.ok) {
    say(waited.reason);
    return 1;
  }
  const trouble = troubleOf(waited.value.outcome);
  if (json) io.stdout.write(printLine(waited.value, trouble));
  else if (waited.value.outcome.kind === "written") io.stdout.write(printWritten(waited.value));
  if (trouble !== undefined) say(trouble);
  return trouble === undefined ? 0 : 1;
}

/** What is on the tag before tells how much there is room for. */
async function write(
  card: Card,
  messageFor: MessageFor,
  { lock, say }: { lock: boolean; say: (sentence: string) => void },
): Promise<WrittenTag> {
  const { technology, uid, content } = await readTagOnReader(card);
  if (content.kind === "gone") return { technology, uid, outcome: content };
  // Content that is damaged is written over, and says nothing about the room.
  const message = messageFor("capacity" in content ? content.capacity : 0);
  if (!message.ok) {
    return { technology, uid, outcome: { kind: "unwritable", reason: message.reason } };
  }
  say(`Writing ${message.message.length} bytes; leave the tag where it is.`);
  return writeTagOnReader(card, message.message, { lock });
}

function troubleOf(outcome: WriteOutcome): string | undefined {
  if (outcome.kind !== "written") return outcome.reason;
  const { lock } = outcome;
  return lock && !lock.ok ? `The tag is written, but not locked: ${lock.reason}` : undefined;
}

function printLine({ technology, uid, outcome }: WrittenTag, error: string | undefined): string {
  const { identifier } = nfcScan({ uid, content: "" });
  const { kind, ...rest } = outcome;
  const facts = kind === "written" ? rest : {};
  return `${JSON.stringify({ ...(error && { error }), outcome: kind, identifier, technology, ...facts })}\n`;
}

function printWritten({ uid, outcome }: WrittenTag): string {
  if (outcome.kind !== "written") return "";
  const { bytes, capacity, lock } = outcome;
  const { identifier } = nfcScan({ uid, content: "" });
  const name = uid ? `the tag ${identifier}` : "the tag";
  return `Wrote ${bytes} of ${capacity} bytes to ${name} and read them back.${inWords(lock)}\n`;
}

function inWords(lock: LockOutcome | undefined): string {
  if (!lock?.ok) return "";
  return lock.how === "memory"
    ? " It is locked for good."
    : " It says now that it is read-only, which phones and this program heed; its memory itself could not be locked.";
}

function isTerminal({ stdin }: Io): boolean {
  return "isTTY" in stdin && stdin.isTTY === true;
}

async function confirms(io: Io): Promise<boolean> {
  io.stderr.write(
    "Once locked the tag can never be written again, by you or by anybody else. Lock it? [y/N] ",
  );
  const lines = createInterface({ input: io.stdin, ...(io.signal && { signal: io.signal }) });
  try {
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}
