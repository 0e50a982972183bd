import { createDecipheriv, timingSafeEqual } from "node:crypto";
import { toIdentifier } from "@scanhook/webhook";
import { aesCmac } from "./aes-cmac.ts";
import { uidKey } from "./keys.ts";
import type { SunRule } from "./rules.ts";

/** The keys that verify the links of tags, 16 bytes each. */
export type SunKeys = {
  /** SDMFileReadKey, which signs. */
  fileKey: Uint8Array;
  /** SDMMetaReadKey, which encrypts UID and counter. The file read key unless given. */
  metaKey?: Uint8Array | undefined;
};

/** The UID and the counter that the link in a scan proves, or why it proves nothing. */
export type SunReading =
  | { ok: true; uid: string; counter: number }
  /** `unsigned`: it has no signature. `no-key`: the hub could not open the keys. */
  | { ok: false; code: "unsigned" | "not-genuine" | "no-key" };

/** The memory of a tag for its link has 256 bytes. */
const maxLinkLength = 2048;
/** In the link, before the signature. */
const maxParameters = 16;

/**
 * Verifies the signature in the link of an NTAG 424 DNA with Secure Unique NFC in AES mode (data
 * sheet NT4H2421Gx, 9.3, and AN12196, 3.4). `content` is the link as the tag wrote it, with UID and
 * counter in plain text or encrypted. The UID is returned in the form of `toTagIdentifier`; `tag`
 * is the one that the reader saw, if any, and a link on a tag with another UID is not genuine.
 */
export function readSun(
  { content, tag }: { content: string; tag?: string | null | undefined },
  { fileKey, metaKey = fileKey }: SunKeys,
  { uid = "uid", counter = "ctr", data = "picc_data", cmac = "cmac" }: SunRule = {},
): SunReading {
  const parameters = listParameters(content);
  const find = (wanted: string) => parameters.find(({ name }) => name === wanted);
  const signature = find(cmac);
  const encrypted = find(data);
  const plain = [find(uid), find(counter)].map((parameter) => parameter?.value ?? "");
  if (!signature || (!encrypted && plain.includes(""))) return { ok: false, code: "unsigned" };
  const read = encrypted
    ? decryptIdentity(encrypted.value, metaKey)
    : toIdentity(readHex(plain[0], 7), readHex(plain[1], 3)?.reverse());
  const given = readHex(signature.value, 8);
  if (!read || !given) return notGenuine;
  const sessionKey = deriveSessionKey(fileKey, read);
  // The tag signs from an offset that its owner chose to the signature. Most sign nothing, so that
  // the signature is only about UID and counter, or they sign from the value of a parameter.
  const starts = [signature, ...parameters].map(({ start }) => start);
  const isSigned = starts
    .filter((start) => start <= signature.start)
    .some((start) => {
      const signed = Buffer.from(content.slice(start, signature.start));
      return timingSafeEqual(truncate(aesCmac(sessionKey, signed)), given);
    });
  if (!isSigned) return notGenuine;
  const identifier = toIdentifier(read.uid.toString("hex"));
  const seen = uidKey(tag ?? undefined);
  if (seen !== undefined && seen !== uidKey(identifier)) return notGenuine;
  return { ok: true, uid: identifier, counter: read.counter.readUIntLE(0, 3) };
}

const notGenuine: SunReading = { ok: false, code: "not-genuine" };

/** A parameter of a link, and where its value starts. */
type Parameter = { name: string; value: string; start: number };

function listParameters(content: string): Parameter[] {
  if (content.length > maxLinkLength) return [];
  const found = content.matchAll(/[?&]([^?&=#]*)=([^?&#]*)/g);
  return [...found]
    .slice(0, maxParameters)
    .map(({ 0: whole, 1: name = "", 2: value = "", index }) => {
      return { name, value: value.trimEnd(), start: index + whole.length - value.length };
    });
}

/** A UID of 7 bytes and a counter of 3 bytes, the lowest first. */
type Identity = { uid: Buffer; counter: Buffer };

function toIdentity(uid: Buffer | undefined, counter: Buffer | undefined): Identity | undefined {
  return uid && counter && { uid, counter };
}

/**
 * Decrypts PICCData, one block: a byte that says what follows, the UID, the counter and
 * padding. Returns undefined unless both follow. In LRP mode the data has more than one block.
 */
function decryptIdentity(text: string, key: Uint8Array): Identity | undefined {
  const block = readHex(text, 16);
  if (!block) return undefined;
  const decipher = createDecipheriv("aes-128-cbc", key, Buffer.alloc(16)).setAutoPadding(false);
  const data = decipher.update(block);
  if (data[0] !== 0xc7) return undefined;
  return { uid: data.subarray(1, 8), counter: data.subarray(8, 11) };
}

/** Derives KSesSDMFileReadMAC from SV2, which is one block. */
function deriveSessionKey(fileKey: Uint8Array, { uid, counter }: Identity): Buffer {
  const prefix = Buffer.from("3cc300010080", "hex");
  return aesCmac(fileKey, Buffer.concat([prefix, uid, counter]));
}

/** Returns every second byte of a CMAC, from the second one. */
function truncate(mac: Buffer): Uint8Array {
  return mac.filter((_, index) => index % 2 === 1);
}

/** Reads hexadecimal digits of this many bytes; undefined for any other text. */
function readHex(text: string | undefined, bytes: number): Buffer | undefined {
  if (text?.length !== bytes * 2 || !/^[0-9A-F]*$/i.test(text)) return undefined;
  return Buffer.from(text, "hex");
}
