import { nfcScan } from "@scanhook/webhook";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { readTagPassword } from "../../tag-content/tag-password.ts";
import type { Card } from "../../tag-readers/card-readers.ts";
import {
  type ProtectResult,
  protectTag,
  type TagPassword,
  unprotectTag,
} from "../../tag-readers/ntag21x/password.ts";
import { readUid } from "../../tag-readers/read-uid.ts";
import { findTechnology, technologyNames } from "../../tag-readers/technology.ts";
import { jsonOption, passwordOption, readingOption, tagUsage, waitOptions } from "./usage.ts";
import { useOneTag } from "./use-one-tag.ts";

const unprotectOptions = { ...waitOptions, ...passwordOption, ...jsonOption } as const;
const protectOptions = { ...unprotectOptions, ...readingOption } as const;

/** `scanhook tag protect`: waits for a tag and sets a password, without which nobody writes it. */
export async function protectOneTag(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, protectOptions);
  if (!input.ok) return wrongUse(io, input.reason, tagUsage);
  const { reading = false, ...values } = input.values;
  const needs = reading ? "Reading and writing it" : "Writing it";
  return changeProtection(values, io, {
    change: (card, password) => protectTag(card, password, { reading }),
    done: `has the password. ${needs} now needs it; it cannot be asked for, so keep it.`,
    needsPassword: reading ? "all" : "writing",
  });
}

/** `scanhook tag unprotect`: waits for a tag and removes its password. */
export async function unprotectOneTag(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, unprotectOptions);
  if (!input.ok) return wrongUse(io, input.reason, tagUsage);
  return changeProtection(input.values, io, {
    change: unprotectTag,
    done: "has no password any more. Anybody can read and write it.",
    needsPassword: "nothing",
  });
}

type Change = {
  change(card: Card, password: TagPassword): Promise<ProtectResult>;
  /** The end of the sentence about the tag afterwards. */
  done: string;
  needsPassword: "all" | "writing" | "nothing";
};

async function changeProtection(
  values: { password?: string; reader?: string; wait?: string; json?: true },
  io: Io,
  { change, done, needsPassword }: Change,
): Promise<number> {
  const password = await readTagPassword(values.password, io);
  if (!password.ok) return wrongUse(io, password.reason, tagUsage);
  const { value: bytes } = password;
  if (!bytes) return wrongUse(io, "Give the password: --password HEX, or - for stdin.", tagUsage);
  const used = await useOneTag(values, io, async (card) => {
    const uid = await readUid(card);
    const technology = findTechnology(card.atr);
    const result: ProtectResult =
      technology === "type2" ? await change(card, bytes) : refuseTechnology(technology);
    return !result.ok && result.kind === "gone"
      ? { gone: result.reason }
      : { value: { uid, result } };
  });
  if (!used.ok) return used.code;
  const { uid, result } = used.value;
  const { identifier } = nfcScan({ uid, content: "" });
  const error = result.ok ? undefined : result.reason;
  const chip = result.ok ? result.chip.name : undefined;
  if (values.json) {
    const line = { error, identifier, chip, needsPassword: result.ok ? needsPassword : undefined };
    io.stdout.write(`${JSON.stringify(line)}\n`);
  } else if (result.ok) io.stdout.write(`The tag ${identifier} (${chip}) ${done}\n`);
  if (error !== undefined) io.stderr.write(`${error}\n`);
  return result.ok ? 0 : 1;
}

function refuseTechnology(technology: keyof typeof technologyNames): ProtectResult {
  const reason = `Only NTAG213, NTAG215 and NTAG216 have such a password; this tag is ${technologyNames[technology]}.`;
  return { ok: false, kind: "failed", reason };
}
