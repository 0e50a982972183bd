import type { CommandResult } from "../apdu.ts";
import { readBlocks, writeBlock } from "../blocks.ts";
import type { Card } from "../card-readers.ts";
import {
  accessBits,
  type ChipFailure,
  changeConfig,
  findNtag21x,
  type Ntag21x,
  pages,
  readConfig,
} from "./chip.ts";
import { sendNative } from "./native-command.ts";
import { type TagFailure, toTagFailure } from "./tag-failure.ts";

/** The four bytes of a password. */
export type TagPassword = Uint8Array;

/** A tag that can be used, and its chip, or why it has none of these functions. */
export type Access = { ok: true; chip: Ntag21x | ChipFailure; mirrors: boolean };

/**
 * Finds out whether the tag is an NTAG21x, and authenticates where `use` needs the password. A tag
 * of another kind, or on a reader that does not pass on commands of chips, is used as it is.
 */
export async function gainAccess(
  card: Card,
  use: "read" | "write",
  password?: TagPassword,
): Promise<Access | TagFailure> {
  const found = await findNtag21x(card);
  if (!found.ok) {
    return found.kind === "gone"
      ? toTagFailure(card, found)
      : { ok: true, chip: found, mirrors: false };
  }
  const { chip } = found;
  const isHidden = await hidesData(card);
  if (isHidden) {
    const problem = await authenticate(card, password);
    if (problem) return problem;
  }
  if (use === "read") return { ok: true, chip, mirrors: false };
  const config = await readConfig(card, chip);
  if (!config.ok) return toTagFailure(card, config);
  const { firstProtected, mirror } = config.value;
  if (!isHidden && firstProtected < chip.pages) {
    const problem = await authenticate(card, password);
    if (problem) return problem;
  }
  return { ok: true, chip, mirrors: mirror >> 6 !== 0 };
}

/**
 * Returns whether reading needs the password: a READ that reaches protected pages continues at page
 * 0 (data sheet, 8.8), so the UID follows page 3. A READ of protected pages alone would make the
 * tag fall silent.
 */
async function hidesData(card: Card): Promise<boolean> {
  const start = await readBlocks(card, pages, 0, 12);
  const around = await readBlocks(card, pages, 12, 28);
  if (!start.ok || !around.ok) return false;
  return start.data.every((byte, index) => byte === around.data[index + 4]);
}

/** PWD_AUTH (data sheet, 10.7). Returns why the tag stays closed. */
async function authenticate(
  card: Card,
  password: TagPassword | undefined,
): Promise<TagFailure | undefined> {
  if (!password) return { ok: false, kind: "failed", reason: passwordNeeded };
  const result = await sendNative(card, [0x1b, ...password]);
  if (result.ok) return undefined;
  if (result.kind === "refused") return { ok: false, kind: "failed", reason: passwordWrong };
  return toTagFailure(card, result);
}

const passwordNeeded =
  "The tag is protected by a password; give it with --password, or in SCANHOOK_TAG_PASSWORD.";
const passwordWrong =
  "The tag does not accept the password. Take it off, and try again with the right one.";

export type ProtectResult = { ok: true; chip: Ntag21x } | TagFailure;

/**
 * Sets a password, which writing then needs, and with `reading` reading, too. The last write is the
 * one that protects, so a tag that is taken away before it is still open.
 */
export function protectTag(
  card: Card,
  password: TagPassword,
  { reading = false }: { reading?: boolean } = {},
): Promise<ProtectResult> {
  return changeProtection(card, password, async (chip, access) => {
    const written = await writeBlock(card, chip.config + 2, password);
    if (!written.ok) return written;
    const { protectsReading } = accessBits;
    return changeConfig(card, chip, {
      access: reading ? access | protectsReading : access & ~protectsReading,
      // Phones first read the capability container in page 3. Where they may, the lock bits in page
      // 2 are protected, too.
      firstProtected: reading ? 4 : 2,
    });
  });
}

/** Removes the password: whoever has the tag can then read and write it. */
export function unprotectTag(card: Card, password: TagPassword): Promise<ProtectResult> {
  return changeProtection(card, password, async (chip, access) => {
    const opened = await changeConfig(card, chip, {
      access: access & ~accessBits.protectsReading,
      firstProtected: 0xff,
    });
    return opened.ok ? writeBlock(card, chip.config + 2, factoryPassword) : opened;
  });
}

const factoryPassword = Uint8Array.of(0xff, 0xff, 0xff, 0xff);

async function changeProtection(
  card: Card,
  password: TagPassword,
  change: (chip: Ntag21x, access: number) => Promise<CommandResult>,
): Promise<ProtectResult> {
  const access = await gainAccess(card, "write", password);
  if (!access.ok) return access;
  const { chip } = access;
  if ("reason" in chip) return { ok: false, kind: "failed", reason: chip.reason };
  const config = await readConfig(card, chip);
  if (!config.ok) return toTagFailure(card, config);
  if ((config.value.access & accessBits.isFixed) !== 0) return fixed;
  const changed = await change(chip, config.value.access);
  return changed.ok ? { ok: true, chip } : toTagFailure(card, changed);
}

const fixed: TagFailure = {
  ok: false,
  kind: "failed",
  reason: "The settings of this tag were fixed for good, so its password cannot be changed.",
};
