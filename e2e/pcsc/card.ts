import { instruction, ok, status } from "./apdu.ts";
import { createNtag21x, type Ntag21xCard } from "./ntag21x.ts";
import { createType4Files, type Type4Card } from "./type4.ts";

/**
 * A contactless card as a PC/SC reader presents it. `uid` starts with its most significant byte;
 * `lsbFirst` makes the reader return it reversed, as readers of ISO 15693 do. `maxRead` is the
 * longest READ BINARY that it accepts.
 */
export type CardOptions = (MemoryCard | Ntag21xCard | Type4Card) & {
  uid: Uint8Array;
  lsbFirst?: boolean;
  atr?: Uint8Array;
  /**
   * The response to GET DATA (FF CA 00 00 00) instead of the UID, as some readers give for some
   * cards.
   */
  uidStatus?: number;
  /** Fails from the beginning, like `fail`. */
  failure?: Failure;
};

/**
 * `memory` is the whole memory: of a Type 2 tag from page 0, of a Type 5 tag from the capability
 * container in block 0.
 */
type MemoryCard = {
  kind: "t2" | "t5";
  memory: Uint8Array;
  maxRead?: number;
  readOnly?: boolean;
};

/**
 * After `after` commands (of one instruction, if it is set) every command fails with `status`, or
 * the card leaves the reader, or it stays and stops responding.
 */
type Failure = { instruction?: number; after: number } & (
  | { status: number }
  | { leaves: true }
  | { silent: true }
);

/** The simulated side of a card: its responses and its memory. */
export type Card = {
  atr: Uint8Array;
  /**
   * The current bytes of the whole memory, or of the NDEF file of a Type 4 card with its two length
   * bytes.
   */
  memory: Uint8Array;
  /** Every command that was received, in hexadecimal. */
  log: string[];
  fail(failure: Failure | undefined): void;
  /** Forgets what a card keeps only while it lies on a reader. */
  powerUp(): void;
  respond(command: Uint8Array): Uint8Array | "leaves" | "silent";
};

// PC/SC part 3, 3.1.3.2.3: storage cards report their standard (03: ISO 14443 A part 3, 0B: ISO
// 15693 part 3) and kind.
const atrs = {
  ntag: "3b8f8001804f0ca0000003060300030000000068",
  t2: "3b8f8001804f0ca0000003060300030000000068",
  t5: "3b8f8001804f0ca0000003060b00140000000077",
  t4: "3b80800101",
};

export function createCard(options: CardOptions): Card {
  const files = options.kind === "t4" ? createType4Files(options) : undefined;
  const memory = options.kind === "t4" ? files!.ndefFile : Uint8Array.from(options.memory);
  const ntag = options.kind === "ntag" && createNtag21x(options, memory, options.uid);
  const uid = options.lsbFirst ? options.uid.toReversed() : options.uid;
  const log: string[] = [];
  let failure = options.failure && { ...options.failure };
  return {
    atr: options.atr ?? Uint8Array.from(Buffer.from(atrs[options.kind], "hex")),
    memory,
    log,
    fail(next) {
      failure = next && { ...next };
    },
    powerUp() {
      if (ntag) ntag.powerUp();
    },
    respond(command) {
      log.push(Buffer.from(command).toString("hex"));
      const failingInstruction = failure?.instruction ?? command[1];
      if (failure && command[1] === failingInstruction && failure.after-- <= 0) {
        if ("status" in failure) return status(failure.status);
        return "leaves" in failure ? "leaves" : "silent";
      }
      if (command[0] === 0xff && command[1] === instruction.getData) {
        if (options.uidStatus !== undefined) return status(options.uidStatus);
        return command[2] === 0 ? ok(uid) : status(0x6a81);
      }
      if (files) return files.respond(command);
      if (ntag) return ntag.respond(command);
      return command[0] === 0xff ? respondInBlocks(command, memory, options) : status(0x6e00);
    },
  };
}

/** PC/SC part 3, 3.2.2.1: READ BINARY and UPDATE BINARY count in blocks of four bytes. */
function respondInBlocks(
  command: Uint8Array,
  memory: Uint8Array,
  options: CardOptions,
): Uint8Array {
  if (options.kind !== "t2" && options.kind !== "t5") return status(0x6d00);
  const { kind, maxRead = 16, readOnly = false } = options;
  const block = (command[2]! << 8) | command[3]!;
  const start = block * 4;
  const length = command[4] || 16;
  if (command[1] === instruction.readBinary) {
    if (start >= memory.length || length > maxRead) return status(0x6a82);
    const read = memory.slice(start, start + length);
    // A Type 2 tag that is read past its end continues at its start.
    const wrappedBytes = kind === "t2" ? memory.slice(0, length - read.length) : [];
    return ok([...read, ...wrappedBytes]);
  }
  if (command[1] !== instruction.updateBinary) return status(0x6d00);
  const data = command.subarray(5, 5 + length);
  const first = kind === "t2" ? 2 : 0;
  const fits = block >= first && data.length === 4 && start + 4 <= memory.length;
  if (readOnly || !fits) return status(0x6300);
  // NFC Forum Type 2 Tag 1.2, 2.1: lock bits (the second half of page 2) and the capability
  // container only gain bits.
  const isOneTime = kind === "t2" && block < 4;
  for (const [i, byte] of data.entries()) {
    if (!isOneTime) memory[start + i] = byte;
    else if (block === 3 || i >= 2) memory[start + i]! |= byte;
  }
  return ok();
}
