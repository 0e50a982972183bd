import { readType4Container, type Type4Container } from "@scanhook/tags";
import { type Asked, ask } from "./apdu.ts";
import type { Card } from "./card-readers.ts";
import { different } from "./memory-tag.ts";
import type { LockOutcome, TagContent, WriteOutcome } from "./tag-on-reader.ts";
import { isEqual } from "./torn-writes.ts";
import { halfWritten, unreadable } from "./trouble.ts";
import { notTaken } from "./type2.ts";

/** Reads the NDEF file of a Type 4 tag (NFC Forum Type 4 Tag 1.2, 5.4). */
export async function readType4Tag(card: Card): Promise<{ content: TagContent }> {
  const opened = await open(card);
  if (!("container" in opened)) return { content: opened };
  const { container } = opened;
  const { capacity, writable } = container;
  if (!container.readable) {
    return { content: { kind: "unreadable", reason: "The tag gives its content only for a key." } };
  }
  const message = await readMessage(card, container);
  if (!message.ok) {
    return { content: message.kind === "damaged" ? message : await unreadable(card, message) };
  }
  return message.data.length === 0
    ? { content: { kind: "blank", capacity, writable } }
    : { content: { kind: "ndef", message: message.data, capacity, writable } };
}

/** Writes the length 0, the message, and its length last, so that half a message never shows; and reads it back. */
export async function writeType4Tag(card: Card, message: Uint8Array): Promise<WriteOutcome> {
  const opened = await open(card);
  if (!("container" in opened)) return whyNotOpen(opened);
  const { container } = opened;
  const { capacity, lengthBytes, maxWrite } = container;
  const misfit = misfitOf(container, message);
  if (misfit) return misfit;
  const parts = [
    { offset: 0, data: new Uint8Array(lengthBytes) },
    ...split(message, lengthBytes, Math.min(maxWrite, 255)),
    { offset: 0, data: toNumber(message.length, lengthBytes) },
  ];
  for (const { offset, data } of parts) {
    const written = await update(card, offset, data);
    if (!written.ok) return halfWritten(card, written);
  }
  const again = await readMessage(card, container);
  if (again.ok && isEqual(again.data, message)) {
    return { kind: "written", bytes: message.length, capacity };
  }
  return again.ok || again.kind === "damaged" ? different : halfWritten(card, again);
}

/** Sets the write access in the capability container to "never" (FF). Many tags allow that only with their key. */
export async function lockType4Tag(card: Card): Promise<LockOutcome> {
  const selected = await selectContainer(card);
  if (!selected.ok) return selected;
  const file = await readFile(card, 0, shortestContainer);
  if (!file.ok) return file;
  // Type, length, identifier, size, read access, write access; the first entry is the NDEF file's.
  const offset = file.data[7] === extendedControl ? 16 : 14;
  const written = await update(card, offset, Uint8Array.of(0xff));
  if (!written.ok) {
    return {
      ok: false,
      reason: `The tag does not let itself be locked without its key. ${written.reason}`,
    };
  }
  const after = await readFile(card, offset, 1);
  if (!after.ok) return after;
  return after.data[0] === 0xff ? { ok: true, how: "memory" } : notTaken;
}

const application = [0xd2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01];
const containerFile = [0xe1, 0x03];
const shortestContainer = 15;
const extendedControl = 0x06;
/** The first bit of the offset means something else (ISO/IEC 7816-4, 7.2.2). */
const lastOffset = 0x7fff;

type NotOpened = Exclude<TagContent, { kind: "ndef" | "blank" }>;
type Opened = { container: Type4Container } | NotOpened;

/** Selects the NDEF application and its file. */
async function open(card: Card): Promise<Opened> {
  const found = await selectContainer(card);
  if (!found.ok) {
    const missing = found.kind === "refused" && notThere.has(found.status);
    return missing ? { kind: "unformatted" } : unreadable(card, found);
  }
  const file = await readContainer(card);
  if (!file.ok) return unreadable(card, file);
  const container = readType4Container(file.data);
  if (!container.ok) return { kind: "damaged", reason: container.reason };
  const selected = await selectFile(card, container.ndefFile);
  return selected.ok ? { container } : unreadable(card, selected);
}

/** What cards without that application say to its name. */
const notThere: ReadonlySet<number> = new Set([0x6a82, 0x6a86, 0x6999, 0x6985, 0x6d00, 0x6e00]);

async function selectContainer(card: Card): Promise<Asked> {
  const selected = await ask(card, [0, 0xa4, 4, 0, application.length, ...application, 0]);
  return selected.ok ? selectFile(card, containerFile) : selected;
}

function selectFile(card: Card, id: Iterable<number>): Promise<Asked> {
  return ask(card, [0, 0xa4, 0, 0x0c, 2, ...id]);
}

/** Its first two bytes say how long it is. */
async function readContainer(card: Card): Promise<Asked> {
  const start = await readFile(card, 0, shortestContainer);
  if (!start.ok) return start;
  const [high = 0, low = 0] = start.data;
  const length = (high << 8) | low;
  // What it says about its own length is not more trustworthy than the rest; no container is that long.
  if (length <= start.data.length || length > 255) return start;
  const rest = await readFile(card, start.data.length, length - start.data.length);
  return rest.ok ? { ok: true, data: Uint8Array.from([...start.data, ...rest.data]) } : rest;
}

type Message = Asked | { ok: false; kind: "damaged"; reason: string };

async function readMessage(card: Card, container: Type4Container): Promise<Message> {
  const { lengthBytes, capacity, maxRead } = container;
  const head = await readFile(card, 0, lengthBytes);
  if (!head.ok) return head;
  const length = head.data.reduce((value, byte) => value * 256 + byte, 0);
  if (length > capacity) {
    const reason = `The tag says that its message has ${length} bytes, but its file has room for ${capacity}.`;
    return { ok: false, kind: "damaged", reason };
  }
  if (lengthBytes + length > lastOffset) {
    const reason = "The message is longer than 32 kB, which cannot be read here.";
    return { ok: false, kind: "failed", reason };
  }
  const data = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const part = await readFile(card, lengthBytes + at, Math.min(maxRead, 255, length - at));
    if (!part.ok) return part;
    if (part.data.length === 0)
      return { ok: false, kind: "failed", reason: "The tag gave no data." };
    const got = part.data.subarray(0, length - at);
    data.set(got, at);
    at += got.length;
  }
  return { ok: true, data };
}

function readFile(card: Card, offset: number, length: number): Promise<Asked> {
  return ask(card, [0, 0xb0, offset >> 8, offset & 0xff, length]);
}

function update(card: Card, offset: number, data: Uint8Array): Promise<Asked> {
  return ask(card, [0, 0xd6, offset >> 8, offset & 0xff, data.length, ...data]);
}

function misfitOf(
  { writable, capacity, lengthBytes }: Type4Container,
  { length }: Uint8Array,
): WriteOutcome | undefined {
  if (!writable) {
    return {
      kind: "read-only",
      reason: "This tag is read-only and cannot be written. Take another one.",
    };
  }
  const room = Math.min(capacity, lastOffset - lengthBytes);
  if (length > room) {
    return {
      kind: "too-big",
      reason: `The message takes ${length} bytes, and this tag has room for ${room}. Shorten it or take a larger tag.`,
    };
  }
}

function whyNotOpen(content: NotOpened): WriteOutcome {
  if (content.kind === "unformatted") {
    return { kind: "unformatted", reason: "This tag is not formatted for NDEF. Take one that is." };
  }
  return { kind: content.kind === "gone" ? "gone" : "unwritable", reason: content.reason };
}

function split(bytes: Uint8Array, start: number, most: number) {
  const count = Math.ceil(bytes.length / most);
  return Array.from({ length: count }, (_, index) => ({
    offset: start + index * most,
    data: bytes.subarray(index * most, (index + 1) * most),
  }));
}

function toNumber(value: number, bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, at) => (value / 256 ** (bytes - 1 - at)) & 0xff);
}
