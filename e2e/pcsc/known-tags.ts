// Twelve different tags and the scan that each must give, derived without any code of ours.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { CardOptions } from "./card.ts";

export type KnownTag = {
  card: CardOptions;
  scan: { identifier: string; content: string; tagType?: string; structured?: object };
};

type PrintVector = {
  name: string;
  payloadHex: string;
  materialName: string | null;
  structured: Record<string, string | null>;
};
type MemoryVector = { name: string; memoryHex: string };

const printTags = readFixture<PrintVector>("openprinttag/fixtures/vectors.json");
const memories = readFixture<MemoryVector>("fixtures/tag-memory.json");

/** Spools on ISO 15693 tags, whose UID the reader returns least significant byte first. */
export const spools: KnownTag[] = [
  createSpool("ref-docs-example-uid", "E0:04:01:08:66:2F:6F:BC"),
  createSpool("ref-rgba-alpha-dropped", "E0:04:01:08:66:15:93:80"),
  createSpool("ref-explicit-instance-uuid", "E0:04:01:08:66:2F:6F:01"),
  createSpool("ref-sla-resin", "E0:04:01:08:66:2F:6F:02"),
  createSpool("ref-utf8-names", "E0:04:01:08:66:2F:6F:03"),
  createSpool("ref-no-color", "E0:04:01:08:66:2F:6F:04"),
];

export const stickers: KnownTag[] = [
  createSticker("t2-ntag213-uri", "04:A2:7F:1B:5E:80:00", "https://example.com"),
  createSticker("t2-ntag215-text", "04:A2:7F:1B:5E:80:01", "hello"),
  createSticker("t2-lock-control-tlv-first", "04:A2:7F:1B:5E:80:02", "https://example.com"),
  createSticker("t2-three-byte-length", "04:A2:7F:1B:5E:80:03", "z".repeat(280)),
];

/** A TigerTag as it was read from a spool of Elegoo, whose bytes are no NDEF message. */
export const tigerTag: KnownTag = createTigerTag("TigerTag, Elegoo", "04:EE:EE:78:3E:61:81");

export const cards: KnownTag[] = [
  // A URI record: 04 stands for https://.
  type4("d1010e55046578616d706c652e6f72672f34", "https://example.org/4", 4),
  // Text in UTF-16 without a byte order mark, which is big-endian: “größe”.
  type4("d1010d5482656e0067007200f600df0065", "größe", 5),
];

function createSpool(name: string, uid: string): KnownTag {
  const vector = find(printTags, name);
  const bytes = fromHex(uid);
  const { uuid: givenUuid, ...structured } = removeNullFields(vector.structured);
  const uuid = name === "ref-explicit-instance-uuid" ? givenUuid : deriveInstanceUuid(bytes);
  return {
    card: { kind: "t5", uid: bytes, lsbFirst: true, memory: type5Memory(vector.payloadHex) },
    scan: {
      identifier: uid,
      content: vector.materialName ?? "",
      tagType: "openPrintTag",
      structured: { ...structured, uuid },
    },
  };
}

function createSticker(name: string, uid: string, content: string): KnownTag {
  const memory = fromHex(find(memories, name).memoryHex);
  return {
    card: { kind: "t2", uid: fromHex(uid), memory },
    scan: { identifier: uid, content },
  };
}

function createTigerTag(name: string, uid: string): KnownTag {
  const vector = readFixture<{ name: string; hex: string }>("spools/fixtures/spools.json").find(
    (one) => one.name.startsWith(name),
  );
  if (!vector) throw new Error(`The vector ${name} is missing.`);
  return {
    card: { kind: "t2", uid: fromHex(uid), memory: fromHex(vector.hex) },
    scan: { identifier: uid, content: "" },
  };
}

function type4(hex: string, content: string, last: number): KnownTag {
  const identifier = `04:A2:7F:1B:5E:80:0${last}`;
  return {
    card: { kind: "t4", uid: fromHex(identifier), ndef: fromHex(hex) },
    scan: { identifier, content },
  };
}

/**
 * An ICODE SLIX2 of 320 bytes: capability container, one long NDEF record in its TLV, terminator.
 */
function type5Memory(payloadHex: string): Uint8Array {
  const type = Buffer.from("application/vnd.openprinttag").toString("hex");
  const record = `c21c${wide(payloadHex.length / 2, 8)}${type}${payloadHex}`;
  const memory = Buffer.alloc(320);
  memory.write(`e140280103ff${wide(record.length / 2, 4)}${record}fe`, "hex");
  return Uint8Array.from(memory);
}

/**
 * Derives the instance UUID as the specification does: a version 5 UUID (RFC 9562, 5.5) of the UID
 * in its own namespace.
 */
function deriveInstanceUuid(uid: Uint8Array): string {
  const hash = createHash("sha1").update(fromHex("31062f81b5bd4f86a5f846367e841508")).update(uid);
  const bytes = hash.digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

function readFixture<T>(path: string): T[] {
  const file = new URL(`../../packages/tags/src/${path}`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

function find<T extends { name: string }>(vectors: T[], name: string): T {
  const found = vectors.find((one) => one.name === name);
  if (!found) throw new Error(`The vector ${name} is missing.`);
  return found;
}

function removeNullFields(object: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.replaceAll(":", ""), "hex"));
}

function wide(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
