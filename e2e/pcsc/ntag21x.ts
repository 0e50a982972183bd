import { instruction, ok, status } from "./apdu.ts";

/**
 * A simulated NTAG213, 215 or 216 (NXP, NTAG213/215/216 data sheet, rev. 3.2), with its password,
 * its counter and its mirror. `memory` is the whole memory from page 0. `channel` is the way in
 * which the reader passes on commands of the chip: as PC/SC part 3 has it, as the PN532 in an
 * ACR122U does, or not at all.
 */
export type Ntag21xCard = {
  kind: "ntag";
  memory: Uint8Array;
  channel?: "transparent" | "pn532" | "none";
};

/** GET_VERSION (10.1) and the first page of the configuration (8.5), by size of the memory. */
const chips: Readonly<Record<number, { version: string; config: number }>> = {
  180: { version: "0004040201000f03", config: 0x29 },
  540: { version: "0004040201001103", config: 0x83 },
  924: { version: "0004040201001303", config: 0xe3 },
};

/** The answer of the chip to a command that it refuses (NAK, 10.3). */
const nak = undefined;

export function createNtag21x(options: Ntag21xCard, memory: Uint8Array, uid: Uint8Array) {
  const { version, config } = chips[memory.length]!;
  const { channel = "transparent" } = options;
  let isAuthenticated = false;
  let isCounted = false;
  let isInSession = false;
  let counter = 0;

  const isLockedPage = (page: number) => page >= memory[config * 4 + 3]! && !isAuthenticated;
  const hasReadProtection = () => (memory[config * 4 + 4]! & 0x80) !== 0;

  /** Returns what a reader sees: no secrets, and the mirror over the memory (8.5.12, 8.7). */
  function view(): Uint8Array {
    const seen = Uint8Array.from(memory);
    seen.fill(0, (config + 2) * 4, (config + 3) * 4 + 2);
    const mirror = memory[config * 4]!;
    const page = memory[config * 4 + 2]!;
    const hex = [Buffer.from(uid).toString("hex"), counter.toString(16).padStart(6, "0")];
    const parts = hex.map((part) => part.toUpperCase());
    const text = [undefined, parts[0], parts[1], parts.join("x")][mirror >> 6];
    if (text === undefined || page < 4) return seen;
    const start = page * 4 + ((mirror >> 4) & 3);
    if (start + text.length <= config * 4 - 4) seen.set(Buffer.from(text), start);
    return seen;
  }

  /** READ (10.2): sixteen bytes, which continue at page 0 where they may not be read (8.8). */
  function read(page: number): Uint8Array | undefined {
    const isHidden = (at: number) =>
      at * 4 >= memory.length || (hasReadProtection() && isLockedPage(at));
    if (isHidden(page)) return nak;
    // Bit 4 of ACCESS counts the first READ after the tag was put on.
    if ((memory[config * 4 + 4]! & 0x10) !== 0 && !isCounted) counter++;
    isCounted = true;
    const seen = view();
    const bytes: number[] = [];
    for (let at = page; bytes.length < 16; at = isHidden(at + 1) ? 0 : at + 1) {
      bytes.push(...seen.subarray(at * 4, at * 4 + 4));
    }
    return Uint8Array.from(bytes);
  }

  /** WRITE (10.4): lock bits and the capability container only gain bits (8.5.2 to 8.5.4). */
  function write(page: number, data: Uint8Array): Uint8Array | undefined {
    const isLocked = memory[11]! !== 0 || (memory[10]! & 0xf0) !== 0;
    const isData = page >= 3 && page < config - 1;
    if (page < 2 || page * 4 >= memory.length || data.length !== 4) return nak;
    if (isLockedPage(page) || (isData && isLocked)) return nak;
    // CFGLCK makes both pages of the configuration read-only.
    const isFixed = (memory[config * 4 + 4]! & 0x40) !== 0;
    if (isFixed && (page === config || page === config + 1)) return nak;
    for (const [index, byte] of data.entries()) {
      if (page > 3) memory[page * 4 + index] = byte;
      else if (page === 3 || index >= 2) memory[page * 4 + index]! |= byte;
    }
    return new Uint8Array();
  }

  function runNative(command: Uint8Array): Uint8Array | undefined {
    const [code, page = 0] = command;
    if (code === 0x60) return Buffer.from(version, "hex");
    if (code === 0x30) return read(page);
    if (code === 0xa2) return write(page, command.subarray(2));
    if (code === 0x1b) {
      const password = memory.subarray((config + 2) * 4, (config + 3) * 4);
      isAuthenticated = password.every((byte, index) => byte === command[index + 1]);
      return isAuthenticated ? memory.slice((config + 3) * 4, (config + 3) * 4 + 2) : nak;
    }
    return nak;
  }

  /** PC/SC part 3, supplement 2: a session, and in it data object 95 with a command of the card. */
  function respondToTransparent(command: Uint8Array): Uint8Array {
    const objects = command.subarray(5, 5 + command[4]!);
    const done = [0xc0, 3, 0, 0x90, 0];
    if (command[3] === 0) {
      isInSession = objects[0] === 0x81;
      return ok(done);
    }
    if (!isInSession) return status(0x6985);
    // A timer (5F46, four bytes) comes first.
    const start = objects[0] === 0x5f ? 7 : 0;
    const data = objects.subarray(start + 2, start + 2 + objects[start + 1]!);
    const response = runNative(data);
    if (response === nak) return ok([0xc0, 3, 1, 0x64, 1]);
    return ok([...done, 0x92, 1, 0, 0x96, 2, 0, 0, 0x97, response.length, ...response]);
  }

  return {
    /** Forgets what lasts only while the tag is on the reader. */
    powerUp(): void {
      isAuthenticated = false;
      isCounted = false;
      isInSession = false;
    },
    respond(command: Uint8Array): Uint8Array {
      if (command[0] !== 0xff) return status(0x6e00);
      if (command[1] === instruction.readBinary) {
        const data = read(command[3]!);
        const length = command[4] || 16;
        return data && length <= 16 ? ok(data.subarray(0, length)) : status(0x6300);
      }
      if (command[1] === instruction.updateBinary) {
        return write(command[3]!, command.subarray(5)) ? ok() : status(0x6300);
      }
      if (command[1] === 0xc2 && channel === "transparent") return respondToTransparent(command);
      if (command[1] === 0 && channel === "pn532") {
        // InCommunicateThru of the PN532 (D4 42), answered with D5 43 and a status.
        const response = runNative(command.subarray(7));
        return response ? ok([0xd5, 0x43, 0, ...response]) : ok([0xd5, 0x43, 1]);
      }
      return status(0x6d00);
    },
  };
}
