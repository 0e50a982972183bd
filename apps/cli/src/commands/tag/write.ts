import { createInterface } from "node:readline/promises";
import { nfcScan } from "@scanhook/webhook";
import { parseArguments } from "../../input/arguments.ts";
import { parseSeconds } from "../../input/seconds.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { composeMessage, type MessageFor } from "../../tag-content/compose-message.ts";
import type { Card } from "../../tag-readers/card-readers.ts";
import { readTagOnReader } from "../../tag-readers/read-tag-on-reader.ts";
import type { LockOutcome, WriteOutcome, WrittenTag } from "../../tag-readers/tag-on-reader.ts";
import { waitForTag } from "../../tag-readers/wait-for-tag.ts";
import { writeTagOnReader } from "../../tag-readers/write-tag-on-reader.ts";
import { jsonOption, tagUsage, waitOptions, writeOptions } from "./usage.ts";

const options = { ...waitOptions, ...writeOptions, ...jsonOption } as const;

/**
 * `scanhook tag write`: waits for a tag, writes it, reads it back, and with `--lock` makes it
 * read-only.
 */
export async function writeOneTag(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, options);
  if (!input.ok) return wrongUse(io, input.reason, tagUsage);
  const { json, lock = false, yes = false, reader, wait, ...content } = input.values;
  const waitLimit = parseSeconds(wait, 0.1);
  if (!waitLimit.ok) return wrongUse(io, `--wait: ${waitLimit.reason}`, tagUsage);
  if (yes && !lock) return wrongUse(io, "--yes only goes with --lock.", tagUsage);
  const composed = await composeMessage(content);
  if (!composed.ok) return wrongUse(io, composed.reason, tagUsage);
  if (lock && !yes && !isTerminal(io)) {
    return wrongUse(io, "--lock cannot be undone; in a script, add --yes to confirm it.", tagUsage);
  }
  if (lock && !yes && !(await confirmsLock(io))) {
    io.stderr.write("Nothing was written.\n");
    return 1;
  }
  const say = (sentence: string) => io.stderr.write(`${sentence}\n`);
  const waitMs = wait === undefined ? undefined : waitLimit.value;
  const result = await waitForTag(
    async (card) => {
      const tag = await readAndWrite(card, composed.value, { lock, say });
      return tag.outcome.kind === "gone"
        ? { done: false, reason: tag.outcome.reason }
        : { done: true, value: tag };
    },
    { reader, waitMs, signal: io.signal, say },
  );
  if (!result.ok) {
    say(result.reason);
    return 1;
  }
  const { value: tag } = result;
  const problem = describeProblem(tag.outcome);
  if (json) io.stdout.write(toJsonLine(tag, problem));
  else if (tag.outcome.kind === "written") io.stdout.write(formatWritten(tag, tag.outcome));
  if (problem !== undefined) say(problem);
  return problem === undefined ? 0 : 1;
}

/** Reads the tag before writing it, because its content tells its capacity. */
async function readAndWrite(
  card: Card,
  messageFor: MessageFor,
  { lock, say }: { lock: boolean; say: (sentence: string) => void },
): Promise<WrittenTag> {
  const { technology, uid, content } = await readTagOnReader(card);
  if (content.kind === "gone") return { technology, uid, outcome: content };
  // Damaged content is overwritten. Its capacity is unknown.
  const result = messageFor("capacity" in content ? content.capacity : 0);
  if (!result.ok) {
    return { technology, uid, outcome: { kind: "unwritable", reason: result.reason } };
  }
  const message = result.value;
  say(`Writing ${message.length} bytes; leave the tag where it is.`);
  return writeTagOnReader(card, message, { lock });
}

function describeProblem(outcome: WriteOutcome): string | undefined {
  if (outcome.kind !== "written") return outcome.reason;
  const { lock } = outcome;
  return lock && !lock.ok ? `The tag is written, but not locked: ${lock.reason}` : undefined;
}

function toJsonLine({ technology, uid, outcome }: WrittenTag, error: string | undefined): string {
  const { identifier } = nfcScan({ uid, content: "" });
  const { kind, ...details } = outcome;
  const writtenDetails = kind === "written" ? details : {};
  return `${JSON.stringify({ error, outcome: kind, identifier, technology, ...writtenDetails })}\n`;
}

function formatWritten(
  { uid }: WrittenTag,
  { bytes, capacity, lock }: Extract<WriteOutcome, { kind: "written" }>,
): string {
  const { identifier } = nfcScan({ uid, content: "" });
  const name = uid ? `the tag ${identifier}` : "the tag";
  return `Wrote ${bytes} of ${capacity} bytes to ${name} and read them back.${describeLock(lock)}\n`;
}

function describeLock(lock: LockOutcome | undefined): string {
  if (!lock?.ok) return "";
  return lock.how === "memory"
    ? " It is locked permanently."
    : " It now declares itself read-only, which phones and this program respect; its memory itself could not be locked.";
}

function isTerminal({ stdin }: Io): boolean {
  return "isTTY" in stdin && stdin.isTTY === true;
}

async function confirmsLock(io: Io): Promise<boolean> {
  io.stderr.write(
    "Once locked, the tag can never be written again, by you or by anybody else. Lock it? [y/N] ",
  );
  const lines = createInterface({ input: io.stdin, signal: io.signal });
  try {
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}
