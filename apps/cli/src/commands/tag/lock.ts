import { nfcScan } from "@scanhook/webhook";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { readTagPassword } from "../../tag-content/tag-password.ts";
import { lockTagOnReader } from "../../tag-readers/write-tag-on-reader.ts";
import { confirmLock } from "./confirm-lock.ts";
import { describeLock } from "./describe-lock.ts";
import { jsonOption, passwordOption, tagUsage, waitOptions, writeOptions } from "./usage.ts";
import { useOneTag } from "./use-one-tag.ts";

const { yes } = writeOptions;
const options = { ...waitOptions, ...passwordOption, yes, ...jsonOption } as const;

/** `scanhook tag lock`: waits for a tag and makes it read-only, with the content that it has. */
export async function lockOneTag(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, options);
  if (!input.ok) return wrongUse(io, input.reason, tagUsage);
  const { json, yes = false } = input.values;
  const password = await readTagPassword(input.values.password, io);
  if (!password.ok) return wrongUse(io, password.reason, tagUsage);
  const locks = await confirmLock(yes, io);
  if (!locks.ok) return wrongUse(io, locks.reason, tagUsage);
  if (!locks.value) {
    io.stderr.write("Nothing was locked.\n");
    return 1;
  }
  const used = await useOneTag(input.values, io, async (card) => {
    const value = await lockTagOnReader(card, password.value);
    const { lock } = value;
    return !lock.ok && lock.kind === "gone" ? { gone: lock.reason } : { value };
  });
  if (!used.ok) return used.code;
  const { uid, lock } = used.value;
  const { identifier } = nfcScan({ uid, content: "" });
  if (json) io.stdout.write(`${JSON.stringify({ identifier, lock })}\n`);
  else if (lock.ok) io.stdout.write(`Done with the tag ${identifier}.${describeLock(lock)}\n`);
  if (!lock.ok) io.stderr.write(`${lock.reason}\n`);
  return lock.ok ? 0 : 1;
}
