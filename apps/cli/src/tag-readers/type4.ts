import { readType4Container, type Type4Container } from "@scanhook/tags";
import {
  type CommandResult,
  readBinary,
  selectApplication,
  selectFile,
  sendCommand,
  updateBinary,
} from "./apdu.ts";
import type { Card } from "./card-readers.ts";
import { lockIgnored, readBackDiffers, toPartlyWritten, toUnreadable } from "./failure.ts";
import type { LockOutcome, TagContent, WriteOutcome } from "./tag-on-reader.ts";
import { isEqual } from "./write-order.ts";

/** Reads the NDEF file of a Type 4 tag (NFC Forum Type 4 Tag 1.2, 5.4). */
export async function readType4Tag(card: Card): Promise<{ content: TagContent }> {
  const opened = await open(card);
  if (!("container" in opened)) return { content: opened };
  const { container } = opened;
  const { capacity, writable } = container;
  if (!container.readable) {
    return { content: { kind: "unreadable", reason: "The tag is protected by a key." } };
  }
  const message = await readMessage(card, container);
  if (!message.ok) {
    return { content: message.kind === "damaged" ? message : await toUnreadable(card, message) };
  }
  return message.data.length === 0
    ? { content: { kind: "blank", capacity, writable } }
    : { content: { kind: "ndef", message: message.data, capacity, writable } };
}

/**
 * Writes the length 0, then the message, and its length last, so that no reader ever sees half a
 * message. Reads it back.
 */
export async function writeType4Tag(card: Card, message: Uint8Array): Promise<WriteOutcome> {
  const opened = await open(card);
  if (!("container" in opened)) return toWriteOutcome(opened);
  const { container } = opened;
  const { capacity, lengthBytes, maxWrite } = container;
  const refusal = checkMessage(container, message);
  if (refusal) return refusal;
  const chunks = [
    { offset: 0, data: new Uint8Array(lengthBytes) },
    ...split(message, lengthBytes, Math.min(maxWrite, 255)),
    { offset: 0, data: toBigEndian(message.length, lengthBytes) },
  ];
  for (const { offset, data } of chunks) {
    const written = await sendCommand(card, updateBinary("card", offset, data));
    if (!written.ok) return toPartlyWritten(card, written);
  }
  const readBack = await readMessage(card, container);
  if (readBack.ok && isEqual(readBack.data, message)) {
    return { kind: "written", bytes: message.length, capacity };
  }
  return readBack.ok || readBack.kind === "damaged"
    ? readBackDiffers
    : toPartlyWritten(card, readBack);
}

/**
 * Sets the write access in the capability container to "never" (FF). Many tags allow that only with
 * a key.
 */
export async function lockType4Tag(card: Card): Promise<LockOutcome> {
  const selected = await selectContainer(card);
  if (!selected.ok) return selected;
  const file = await readFile(card, 0, minContainerLength);
  if (!file.ok) return file;
  // The first TLV is for the NDEF file: type, length, identifier, size, read access, write access.
  const offset = file.data[7] === extendedControlTlv ? 16 : 14;
  const written = await sendCommand(card, updateBinary("card", offset, Uint8Array.of(0xff)));
  if (!written.ok) {
    return {
      ok: false,
      reason: `The tag cannot be locked without its key. ${written.reason}`,
    };
  }
  const accessByte = await readFile(card, offset, 1);
  if (!accessByte.ok) return accessByte;
  return accessByte.data[0] === 0xff ? { ok: true, how: "memory" } : lockIgnored;
}

// Names and identifiers of NFC Forum Type 4 Tag 1.2, 5.1 and 5.4.
const ndefApplication = [0xd2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01];
const containerFile = [0xe1, 0x03];
const minContainerLength = 15;
const extendedControlTlv = 0x06;
/** The first bit of an offset has another meaning (ISO/IEC 7816-4:2005, 7.2.2). */
const maxOffset = 0x7fff;

type OpenFailure = Exclude<TagContent, { kind: "ndef" | "blank" | "tigerTag" }>;
type OpenResult = { container: Type4Container } | OpenFailure;

/**
 * Selects the NDEF application and its NDEF file, and reads the capability container between the
 * two.
 */
async function open(card: Card): Promise<OpenResult> {
  const containerSelected = await selectContainer(card);
  if (!containerSelected.ok) {
    const { kind } = containerSelected;
    const isMissing = kind === "refused" && noApplicationStatuses.has(containerSelected.status);
    return isMissing ? { kind: "unformatted" } : toUnreadable(card, containerSelected);
  }
  const file = await readContainer(card);
  if (!file.ok) return toUnreadable(card, file);
  const container = readType4Container(file.data);
  if (!container.ok) return { kind: "damaged", reason: container.reason };
  const fileSelected = await sendCommand(card, selectFile(container.ndefFile));
  return fileSelected.ok ? { container } : toUnreadable(card, fileSelected);
}

/** Status words of cards that do not have the application. */
const noApplicationStatuses: ReadonlySet<number> = new Set([
  0x6a82, 0x6a86, 0x6999, 0x6985, 0x6d00, 0x6e00,
]);

async function selectContainer(card: Card): Promise<CommandResult> {
  const selected = await sendCommand(card, selectApplication(ndefApplication));
  return selected.ok ? sendCommand(card, selectFile(containerFile)) : selected;
}

/** Reads the capability container. Its first two bytes are its length. */
async function readContainer(card: Card): Promise<CommandResult> {
  const start = await readFile(card, 0, minContainerLength);
  if (!start.ok) return start;
  const [high = 0, low = 0] = start.data;
  const length = (high << 8) | low;
  // The length comes from the tag and may be wrong. No container is longer than 255 bytes.
  if (length <= start.data.length || length > 255) return start;
  const remainder = await readFile(card, start.data.length, length - start.data.length);
  return remainder.ok
    ? { ok: true, data: Uint8Array.from([...start.data, ...remainder.data]) }
    : remainder;
}

type MessageResult = CommandResult | { ok: false; kind: "damaged"; reason: string };

async function readMessage(card: Card, container: Type4Container): Promise<MessageResult> {
  const { lengthBytes, capacity, maxRead } = container;
  const head = await readFile(card, 0, lengthBytes);
  if (!head.ok) return head;
  const length = head.data.reduce((value, byte) => value * 256 + byte, 0);
  if (length > capacity) {
    const reason = `The tag says that its message has ${length} bytes, but its file has room for ${capacity}.`;
    return { ok: false, kind: "damaged", reason };
  }
  if (lengthBytes + length > maxOffset) {
    const reason = "The message is longer than 32 kB, more than Scanhook can read.";
    return { ok: false, kind: "failed", reason };
  }
  const data = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const chunkLength = Math.min(maxRead, 255, length - filled);
    const chunk = await readFile(card, lengthBytes + filled, chunkLength);
    if (!chunk.ok) return chunk;
    if (chunk.data.length === 0) {
      return { ok: false, kind: "failed", reason: "The tag returned no data." };
    }
    const received = chunk.data.subarray(0, length - filled);
    data.set(received, filled);
    filled += received.length;
  }
  return { ok: true, data };
}

function readFile(card: Card, offset: number, length: number): Promise<CommandResult> {
  return sendCommand(card, readBinary("card", offset, length));
}

function checkMessage(
  { writable, capacity, lengthBytes }: Type4Container,
  { length }: Uint8Array,
): WriteOutcome | undefined {
  if (!writable) {
    return {
      kind: "read-only",
      reason: "This tag is read-only and cannot be written. Take another one.",
    };
  }
  const room = Math.min(capacity, maxOffset - lengthBytes);
  if (length > room) {
    return {
      kind: "too-big",
      reason: `The message takes ${length} bytes, and this tag has room for ${room}. Shorten it or take a larger tag.`,
    };
  }
}

function toWriteOutcome(content: OpenFailure): WriteOutcome {
  if (content.kind === "unformatted") {
    return { kind: "unformatted", reason: "This tag is not formatted for NDEF. Take one that is." };
  }
  return { kind: content.kind === "gone" ? "gone" : "unwritable", reason: content.reason };
}

function split(bytes: Uint8Array, start: number, maxLength: number) {
  const count = Math.ceil(bytes.length / maxLength);
  return Array.from({ length: count }, (_, index) => ({
    offset: start + index * maxLength,
    data: bytes.subarray(index * maxLength, (index + 1) * maxLength),
  }));
}

function toBigEndian(value: number, bytes: number): Uint8Array {
  return Uint8Array.from(
    { length: bytes },
    (_, index) => (value / 256 ** (bytes - 1 - index)) & 0xff,
  );
}
