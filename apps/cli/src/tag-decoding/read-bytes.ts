import { readFile, stat } from "node:fs/promises";
import { whyUnreadable } from "../input/unreadable-file.ts";
import { printable } from "../terminal/printable.ts";
import { type Bytes, parseHex } from "./hex.ts";

/** No tag has as much. */
const largestFile = 1 << 20;

/** Bytes as somebody gave them on the command line: hexadecimal, in one or several words, or a file's name. */
export async function readBytes(words: string[]): Promise<Bytes> {
  const hex = parseHex(words.join(" "));
  const [name = ""] = words;
  if (hex.ok || words.length > 1) return hex;
  const file = await readTagFile(name);
  if (file !== "missing") return file;
  const reason = `"${printable(name)}" is neither hexadecimal nor a file. ${hex.ok ? "" : hex.reason}`;
  return { ok: false, reason };
}

/** A file of the bytes themselves, or of text with them in hexadecimal. */
async function readTagFile(name: string): Promise<Bytes | "missing"> {
  try {
    const { size } = await stat(name);
    if (size > largestFile) {
      return { ok: false, reason: `${printable(name)} has ${size} bytes; no tag is that large.` };
    }
    const bytes = await readFile(name);
    const text = bytes.toString("latin1");
    return /^[\s:0-9a-f-]+$/i.test(text)
      ? parseHex(text)
      : { ok: true, bytes: new Uint8Array(bytes) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENAMETOOLONG") return "missing";
    return { ok: false, reason: `${printable(name)} cannot be read: ${whyUnreadable(error)}.` };
  }
}
