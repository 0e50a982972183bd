import type { CommandFailure, CommandResult } from "../apdu.ts";
import { readBlocks, writeBlock } from "../blocks.ts";
import type { Card } from "../card-readers.ts";
import { type NativeResult, sendNative } from "./native-command.ts";

/** An NTAG213, 215 or 216 and its pages (NXP, NTAG213/215/216 data sheet, rev. 3.2, 8.5). */
export type Ntag21x = {
  name: string;
  /** The page after the last one for data. */
  endOfData: number;
  /** The first of four pages: configuration, access, password and its answer. */
  config: number;
  /** The number of pages. */
  pages: number;
};

/** The chips by the size in their answer to GET_VERSION. */
const chips: ReadonlyMap<number, Ntag21x> = new Map([
  [0x0f, { name: "NTAG213", endOfData: 0x28, config: 0x29, pages: 45 }],
  [0x11, { name: "NTAG215", endOfData: 0x82, config: 0x83, pages: 135 }],
  [0x13, { name: "NTAG216", endOfData: 0xe2, config: 0xe3, pages: 231 }],
]);

/** `other`: a chip without these functions. */
export type ChipFailure =
  | Extract<NativeResult, { ok: false }>
  | { ok: false; kind: "other"; reason: string };

/** Asks the chip what it is (GET_VERSION; data sheet, 10.1). */
export async function findNtag21x(card: Card): Promise<{ ok: true; chip: Ntag21x } | ChipFailure> {
  const version = await sendNative(card, [0x60]);
  if (!version.ok) return version.kind === "refused" ? other : version;
  const [, vendor, product, , , , size = 0] = version.data;
  const chip = vendor === 0x04 && product === 0x04 ? chips.get(size) : undefined;
  return chip ? { ok: true, chip } : other;
}

const other: ChipFailure = {
  ok: false,
  kind: "other",
  reason:
    "Only NTAG213, NTAG215 and NTAG216 have a password and a mirror; this tag is another one.",
};

/**
 * The configuration of a chip (data sheet, 8.5.7): the byte MIRROR and its page, the first page
 * that needs the password (AUTH0), and the byte ACCESS.
 */
export type ChipConfig = {
  mirror: number;
  mirrorPage: number;
  firstProtected: number;
  access: number;
};

/** ACCESS: reading needs the password, too; the configuration is fixed; the counter counts. */
export const accessBits = { protectsReading: 0x80, isFixed: 0x40, counts: 0x10 } as const;

/** Pages of a Type 2 tag. */
export const pages = { size: 4, last: 255 };

export async function readConfig(
  card: Card,
  { config }: Ntag21x,
): Promise<{ ok: true; value: ChipConfig } | CommandFailure> {
  const read = await readBlocks(card, pages, config * 4, config * 4 + 8);
  if (!read.ok) return read;
  const [mirror = 0, , mirrorPage = 0, firstProtected = 0, access = 0] = read.data;
  return { ok: true, value: { mirror, mirrorPage, firstProtected, access } };
}

/**
 * Changes the configuration: first the page with ACCESS, then the page that says from where on the
 * password is needed. A tag that is taken away in between is as open as before.
 */
export async function changeConfig(
  card: Card,
  { config }: Ntag21x,
  change: Partial<ChipConfig>,
): Promise<CommandResult> {
  const read = await readBlocks(card, pages, config * 4, config * 4 + 8);
  if (!read.ok) return read;
  const data = Uint8Array.from(read.data);
  data[0] = change.mirror ?? data[0]!;
  data[2] = change.mirrorPage ?? data[2]!;
  data[3] = change.firstProtected ?? data[3]!;
  data[4] = change.access ?? data[4]!;
  const written = await writeBlock(card, config + 1, data.subarray(4));
  return written.ok ? writeBlock(card, config, data.subarray(0, 4)) : written;
}
