import { nfcScan } from "@scanhook/webhook";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { composeMessage, type MessageFor } from "../../tag-content/compose-message.ts";
import { composeMirrored } from "../../tag-content/compose-mirrored.ts";
import { readTagPassword } from "../../tag-content/tag-password.ts";
import type { Card } from "../../tag-readers/card-readers.ts";
import type { TagPassword } from "../../tag-readers/ntag21x/password.ts";
import { readTagOnReader } from "../../tag-readers/read-tag-on-reader.ts";
import type { MirroredValue, WriteOutcome, WrittenTag } from "../../tag-readers/tag-on-reader.ts";
import { writeTagOnReader } from "../../tag-readers/write-tag-on-reader.ts";
import { confirmLock } from "./confirm-lock.ts";
import { describeLock } from "./describe-lock.ts";
import { jsonOption, passwordOption, tagUsage, waitOptions, writeOptions } from "./usage.ts";
import { useOneTag } from "./use-one-tag.ts";

const options = { ...waitOptions, ...writeOptions, ...passwordOption, ...jsonOption } as const;

/**
 * `scanhook tag write`: waits for a tag, writes it, reads it back, and with `--lock` makes it
 * read-only.
 */
export async function writeOneTag(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, options);
  if (!input.ok) return wrongUse(io, input.reason, tagUsage);
  const { json, lock = false, yes = false, reader, wait, mirror, ...rest } = input.values;
  const { password: passwordOption, ...content } = rest;
  if (yes && !lock) return wrongUse(io, "--yes only goes with --lock.", tagUsage);
  const composed = mirror ? await composeMirrored(content) : await composeMessage(content);
  if (!composed.ok) return wrongUse(io, composed.reason, tagUsage);
  const password = await readTagPassword(passwordOption, io);
  if (!password.ok) return wrongUse(io, password.reason, tagUsage);
  const locks = lock ? await confirmLock(yes, io) : undefined;
  if (locks?.ok === false) return wrongUse(io, locks.reason, tagUsage);
  if (locks?.value === false) {
    io.stderr.write("Nothing was written.\n");
    return 1;
  }
  const say = (sentence: string) => io.stderr.write(`${sentence}\n`);
  const used = await useOneTag({ reader, wait }, io, async (card) => {
    const options = { lock, say, password: password.value };
    const tag = await readAndWrite(card, composed.value, options);
    return tag.outcome.kind === "gone" ? { gone: tag.outcome.reason } : { value: tag };
  });
  if (!used.ok) return used.code;
  const { value: tag } = used;
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
  { lock, say, password }: { lock: boolean; say: (sentence: string) => void } & PasswordToUse,
): Promise<WrittenTag> {
  const { technology, uid, content } = await readTagOnReader(card, password);
  if (content.kind === "gone") return { technology, uid, outcome: content };
  // Damaged content is overwritten. Its capacity is unknown.
  const result = messageFor("capacity" in content ? content.capacity : 0);
  if (!result.ok) {
    return { technology, uid, outcome: { kind: "unwritable", reason: result.reason } };
  }
  const { message, mirror } = result.value;
  say(`Writing ${message.length} bytes; leave the tag where it is.`);
  return writeTagOnReader(card, message, { lock, password, mirror });
}

type PasswordToUse = { password: TagPassword | undefined };

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
  { bytes, capacity, mirror, lock }: Extract<WriteOutcome, { kind: "written" }>,
): string {
  const { identifier } = nfcScan({ uid, content: "" });
  const name = uid ? `the tag ${identifier}` : "the tag";
  return `Wrote ${bytes} of ${capacity} bytes to ${name} and read them back.${describeMirror(mirror)}${describeLock(lock)}\n`;
}

function describeMirror(mirror: MirroredValue | undefined): string {
  return mirror === undefined ? "" : ` It shows ${mirroredNames[mirror]} in them.`;
}

const mirroredNames: Readonly<Record<MirroredValue, string>> = {
  uid: "its UID",
  counter: "the number of its touches",
  both: "its UID and the number of its touches",
};
