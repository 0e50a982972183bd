import { instruction, ok, status } from "./apdu.ts";
import { type Type4Card, type4Files } from "./type4.ts";

/**
 * A contactless card as a PC/SC reader shows it. `uid` leads with its most significant byte; `lsbFirst` makes the
 * reader give it turned round, as readers of ISO 15693 do. `maxRead` is the longest READ BINARY that it answers.
 */
export type CardOptions = (MemoryCard | Type4Card) & {
  uid: Uint8Array;
  lsbFirst?: boolean;
  atr?: Uint8Array;
  /** What FF CA 00 00 00 answers in place of the UID, as some readers do for some cards. */
  uidStatus?: number;
  /** As with `fail`, from the beginning. */
  failure?: Failure;
};

/** `memory` is all of it from block 0: of a Type 2 tag from page 0, of a Type 5 tag from the capability container. */
type MemoryCard = {
  kind: "t2" | "t5";
  memory: Uint8Array;
  maxRead?: number;
  readOnly?: boolean;
};

/**
 * After so many commands (of one instruction, when it is given) every one fails with `status`, or the card leaves, or
 * it stays and answers no more.
 */
export type Failure = { instruction?: number; after: number } & (
  | { status: number }
  | { leaves: true }
  | { silent: true }
);

/** The programmed side of a card: what it answers, and what became of its memory. */
export type Card = {
  atr: Uint8Array;
  /** The bytes now: all of the memory; of a Type 4 card its NDEF file with the two length bytes. */
  memory: Uint8Array;
  /** Every command so far, in hexadecimal. */
  log: string[];
  fail(failure: Failure | undefined): void;
  answer(command: Uint8Array): Uint8Array | "leaves" | "silent";
};

// PC/SC part 3, 3.1.3.2.3: storage cards show their standard (03: ISO 14443 A part 3, 0B: ISO 15693 part 3) and kind.
const atrs = {
  t2: "3b8f8001804f0ca0000003060300030000000068",
  t5: "3b8f8001804f0ca0000003060b00140000000077",
  t4: "3b80800101",
};

export function makeCard(options: CardOptions): Card {
  const files = options.kind === "t4" ? type4Files(options) : undefined;
  const memory = options.kind === "t4" ? files!.ndefFile : Uint8Array.from(options.memory);
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
    answer(command) {
      log.push(Buffer.from(command).toString("hex"));
      const meant = failure?.instruction ?? command[1];
      if (failure && command[1] === meant && failure.after-- <= 0) {
        if ("status" in failure) return status(failure.status);
        return "leaves" in failure ? "leaves" : "silent";
      }
      if (command[0] === 0xff && command[1] === instruction.getData) {
        if (options.uidStatus !== undefined) return status(options.uidStatus);
        return command[2] === 0 ? ok(uid) : status(0x6a81);
      }
      if (files) return files.answer(command);
      return command[0] === 0xff ? answerBlocks(command, memory, options) : status(0x6e00);
    },
  };
}

/** PC/SC part 3, 3.2.2.1: READ BINARY and UPDATE BINARY count in blocks of four bytes. */
function answerBlocks(command: Uint8Array, memory: Uint8Array, options: CardOptions): Uint8Array {
  if (options.kind === "t4") return status(0x6d00);
  const { kind, maxRead = 16, readOnly = false } = options;
  const block = (command[2]! << 8) | command[3]!;
  const start = block * 4;
  const length = command[4] || 16;
  if (command[1] === instruction.read) {
    if (start >= memory.length || length > maxRead) return status(0x6a82);
    const read = memory.slice(start, start + length);
    // A Type 2 tag that is read past its end goes on at its beginning.
    const rest = kind === "t2" ? memory.slice(0, length - read.length) : [];
    return ok([...read, ...rest]);
  }
  if (command[1] !== instruction.update) return status(0x6d00);
  const data = command.subarray(5, 5 + length);
  const first = kind === "t2" ? 2 : 0;
  const fits = block >= first && data.length === 4 && start + 4 <= memory.length;
  if (readOnly || !fits) return status(0x6300);
  // NFC Forum Type 2 Tag 1.2, 2.1: lock bits (the second half of page 2) and the capability container only gain bits.
  const isOneTime = kind === "t2" && block < 4;
  for (const [i, byte] of data.entries()) {
    if (!isOneTime) memory[start + i] = byte;
    else if (block === 3 || i >= 2) memory[start + i]! |= byte;
  }
  return ok();
}
