import { readFile, stat } from "node:fs/promises";
import { type Parsed, refuse } from "../input/parsed.ts";
import { describeUnreadable } from "../input/unreadable-file.ts";
import { printable } from "../terminal/printable.ts";
import { parseHex } from "./hex.ts";

/** The largest file that is read. Every tag is smaller. */
const maxFileBytes = 1 << 20;

/**
 * Reads bytes named on the command line: hexadecimal in one or several words, or the name of a
 * file.
 */
export async function readTagBytes(positionals: string[]): Promise<Parsed<Uint8Array>> {
  const hex = parseHex(positionals.join(" "));
  const [name = ""] = positionals;
  if (hex.ok || positionals.length > 1) return hex;
  const file = await readTagFile(name);
  if (file !== "missing") return file;
  return refuse(`"${printable(name)}" is neither hexadecimal nor a file. ${hex.reason}`);
}

/** Reads a file that holds either the bytes themselves or their hexadecimal as text. */
async function readTagFile(name: string): Promise<Parsed<Uint8Array> | "missing"> {
  try {
    const { size } = await stat(name);
    if (size > maxFileBytes) {
      return refuse(`${printable(name)} has ${size} bytes; no tag is that large.`);
    }
    const bytes = await readFile(name);
    const text = bytes.toString("latin1");
    return /^[\s:0-9a-f-]+$/i.test(text)
      ? parseHex(text)
      : { ok: true, value: new Uint8Array(bytes) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENAMETOOLONG") return "missing";
    return refuse(`${printable(name)} cannot be read: ${describeUnreadable(error)}.`);
  }
}
