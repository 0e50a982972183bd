import {
  isTigerTag,
  parseTag,
  parseUid,
  readType2,
  readType5,
  type TagReading,
} from "@scanhook/tags";
import { nfcScan, type Scan } from "@scanhook/webhook";
import { type Parsed, refuse } from "../input/parsed.ts";
import { readType2Uid } from "../tag-readers/type2-uid.ts";
import { parseHex } from "./hex.ts";
import { readTigerTag } from "./read-tiger-tag.ts";

/**
 * The format of the bytes: an NDEF message, or the memory of a Type 2 or Type 5 tag from its first
 * byte.
 */
export type BytesFormat = "message" | "t2" | "t5";

export type DecodedTag =
  /** `note`: a sentence that says why the scan may hold less than the user expects. */
  | { ok: true; scan: Scan; reading: TagReading; note?: string | undefined }
  /** `scan`: the part of the scan that is known, or null if neither UID nor bytes are known. */
  | { ok: false; reason: string; scan: Scan | null };

type DecodeOptions = {
  uid?: string | undefined;
  format: BytesFormat;
  date?: string | undefined;
};

/**
 * Decodes the bytes of a tag into the scan that would be sent for it. Reports the first problem in
 * this order: bytes that cannot be read, memory without a whole message, a damaged message, an
 * invalid UID. A later problem leaves more of the scan intact.
 */
export function decodeTagBytes(
  input: Parsed<Uint8Array>,
  { uid: uidText, format, date }: DecodeOptions,
): DecodedTag {
  const parsedUid = parseUid(uidText);
  const uid = parsedUid ?? (input.ok && format === "t2" ? readType2Uid(input.value) : undefined);
  const toScan = (reading: Pick<TagReading, "content" | "tagType" | "structured">): Scan => {
    const scan = nfcScan({ uid, ...reading });
    return date === undefined ? scan : { ...scan, date };
  };
  const emptyScan = toScan({ content: "" });

  if (!input.ok) return { ok: false, reason: input.reason, scan: uid ? emptyScan : null };

  const userMemory = findTigerTag(input.value, format);
  const message = userMemory ? undefined : findMessage(input.value, format);
  if (message?.ok === false) return { ok: false, reason: message.reason, scan: emptyScan };

  const reading = userMemory
    ? readTigerTag(uid, userMemory)
    : parseTag({ uid, message: message?.value });
  const scan = toScan(reading);
  if (reading.damage !== undefined) return { ok: false, reason: reading.damage, scan };

  const isInvalidUid = uidText !== undefined && parsedUid === undefined;
  if (isInvalidUid) return { ok: false, reason: describeInvalidUid(uidText), scan };

  return { ok: true, scan, reading, note: message?.note };
}

/**
 * Decodes one line of a list: `HEX` or `HEX UID`. HEX may contain spaces. If the line starts with a
 * blank, it has no HEX, and its only word is the UID of a tag without content.
 */
export function decodeLine(line: string, options: Omit<DecodeOptions, "uid">): DecodedTag {
  const { hex, uid } = splitLine(line);
  if (hex === "" && uid === undefined) {
    return { ok: false, reason: "The line is empty; write HEX, or HEX and UID.", scan: null };
  }
  return decodeTagBytes(parseHex(hex), { ...options, uid });
}

/** Returns the sentence for a text that cannot be parsed as a UID. */
export function describeInvalidUid(text: string): string {
  return `"${text}" is not a UID; write its bytes in hexadecimal, such as 04:A2:7F:1B:5E:80:00.`;
}

/**
 * Returns the user memory of a TigerTag, which is in the memory of a Type 2 tag after its first
 * four pages. Bytes in place of a message may be the user memory itself: no message begins like it.
 */
function findTigerTag(bytes: Uint8Array, format: BytesFormat): Uint8Array | undefined {
  const userMemory = format === "t2" ? bytes.subarray(16) : bytes;
  return format !== "t5" && isTigerTag(userMemory) ? userMemory : undefined;
}

/**
 * Finds the NDEF message in the bytes. Returns an empty message for blank or unformatted memory.
 */
function findMessage(
  bytes: Uint8Array,
  format: BytesFormat,
): Parsed<Uint8Array> & { note?: string } {
  if (format === "message") return { ok: true, value: bytes };
  const content = format === "t2" ? readType2(bytes) : readType5(bytes);
  switch (content.kind) {
    case "ndef":
      return { ok: true, value: content.message };
    case "blank":
      return { ok: true, value: new Uint8Array() };
    case "unformatted": {
      const start = format === "t2" ? "page 0" : "block 0";
      const note = `This is not the memory of a tag formatted for NDEF, so the scan has no content. Check that the bytes start at ${start}.`;
      return { ok: true, value: new Uint8Array(), note };
    }
    case "damaged":
      return refuse(content.reason);
    case "more": {
      return refuse(
        `The memory is incomplete: it has ${bytes.length} bytes, and its message needs at least ${content.length}.`,
      );
    }
  }
}

function splitLine(line: string): { hex: string; uid?: string } {
  const onlyUid = /^[ \t](\S+)\s*$/.exec(line)?.[1];
  if (onlyUid !== undefined) return { hex: "", uid: onlyUid };
  const tokens = line.trim().split(/\s+/);
  const lastToken = tokens.at(-1);
  return lastToken !== undefined && endsWithUid(tokens)
    ? { hex: tokens.slice(0, -1).join(" "), uid: lastToken }
    : { hex: tokens.join(" ") };
}

/**
 * Distinguishes a UID at the end of a line from the groups of digits that hex dumps are written in.
 */
function endsWithUid(tokens: string[]): boolean {
  const [first = ""] = tokens;
  const lastToken = tokens.at(-1) ?? "";
  const isSingleByte = /^[0-9a-f]{2}$/i.test(lastToken);
  if (tokens.length < 2 || isSingleByte) return false;
  if (tokens.length === 2) return true;
  return /[:-]/.test(lastToken) || lastToken.length > first.length;
}
