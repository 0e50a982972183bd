import { parseUid, readTag, readType2, readType5, type TagReading } from "@scanhook/tags";
import { nfcScan, type Scan } from "@scanhook/webhook";
import { uidInType2 } from "../tag-readers/type2-uid.ts";
import { type Bytes, parseHex } from "./hex.ts";

/** What the bytes are: an NDEF message, or the memory of a Type 2 or Type 5 tag from its first byte. */
export type Source = "message" | "t2" | "t5";

export type Decoded =
  /** `note`: why there may be less in the scan than somebody expects. */
  | { ok: true; scan: Scan; reading: TagReading; note?: string }
  /** There is a scan wherever something is known of a tag: its UID, or that it has bytes. */
  | { ok: false; reason: string; scan: Scan | null };

type Given = { uid?: string | undefined; source: Source; date?: string | undefined };

/** What would be sent for a tag that has these bytes. */
export function decodeTag(bytes: Bytes, { uid: uidText, source, date }: Given): Decoded {
  const given = parseUid(uidText);
  const inMemory = bytes.ok && source === "t2" ? uidInType2(bytes.bytes) : undefined;
  const uid = given ?? inMemory;
  const toScan = (reading: Pick<TagReading, "content" | "tagType" | "structured">) => {
    const scan = nfcScan({ uid, ...reading });
    return date === undefined ? scan : { ...scan, date };
  };
  const bare = () => toScan({ content: "" });
  if (!bytes.ok) return { ok: false, reason: bytes.reason, scan: uid ? bare() : null };
  const message = messageIn(bytes.bytes, source);
  if (!message.ok) return { ok: false, reason: message.reason, scan: bare() };
  const reading = readTag({ uid, message: message.bytes });
  const scan = toScan(reading);
  if (reading.damage !== undefined) return { ok: false, reason: reading.damage, scan };
  if (uidText !== undefined && !given) return { ok: false, reason: noUid(uidText), scan };
  return { ok: true, scan, reading, ...(message.note && { note: message.note }) };
}

/** One line of a list: `HEX`, or `HEX UID`. HEX may have spaces, and may be empty for a tag without content. */
export function decodeLine(line: string, given: Omit<Given, "uid">): Decoded {
  const { hex, uid } = splitLine(line);
  if (hex === "" && uid === undefined) {
    return { ok: false, reason: "The line is empty; write HEX, or HEX and UID.", scan: null };
  }
  return decodeTag(parseHex(hex), { ...given, uid });
}

export function noUid(text: string): string {
  return `"${text}" is no UID; write its bytes in hexadecimal, such as 04:A2:7F:1B:5E:80:00.`;
}

function messageIn(memory: Uint8Array, source: Source): Bytes & { note?: string } {
  if (source === "message") return { ok: true, bytes: memory };
  const place = source === "t2" ? readType2(memory) : readType5(memory);
  switch (place.kind) {
    case "ndef":
      return { ok: true, bytes: place.message };
    case "blank":
      return { ok: true, bytes: new Uint8Array() };
    case "unformatted": {
      const start = source === "t2" ? "page 0" : "block 0";
      const note = `This is no memory of a tag formatted for NDEF, so the scan is of the tag alone; is it all there, from ${start} on?`;
      return { ok: true, bytes: new Uint8Array(), note };
    }
    case "damaged":
      return { ok: false, reason: place.reason };
    case "more": {
      const reason = `The memory breaks off: there are ${memory.length} bytes, and its message needs at least ${place.length}.`;
      return { ok: false, reason };
    }
  }
}

/** A UID is the last word when it looks different from the groups that hexadecimal dumps are written in. */
function splitLine(line: string): { hex: string; uid?: string } {
  const alone = /^[ \t](\S+)\s*$/.exec(line)?.[1];
  if (alone !== undefined) return { hex: "", uid: alone };
  const words = line.trim().split(/\s+/);
  const last = words.at(-1) ?? "";
  const first = words[0] ?? "";
  if (words.length < 2 || /^[0-9a-f]{2}$/i.test(last)) return { hex: line.trim() };
  const differs = /[:-]/.test(last) || last.length > first.length;
  if (words.length > 2 && !differs) return { hex: line.trim() };
  return { hex: words.slice(0, -1).join(" "), uid: last };
}
