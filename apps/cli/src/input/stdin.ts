import { decodeText } from "@scanhook/hub/text-file";
import type { Io } from "../io.ts";
import { type Parsed, refuse } from "./parsed.ts";

/**
 * Reads all of stdin, without the line end that `echo` and editors append. Returns undefined if the
 * bytes are not UTF-8.
 */
export async function readStdin(io: Io): Promise<string | undefined> {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return withoutLineEnd(decoder.decode(await readBytes(io)));
  } catch {
    // The decoder throws on bytes that are not UTF-8.
    return undefined;
  }
}

/**
 * Reads the password for `--password -`. Removes the byte order mark that PowerShell writes into
 * pipes, and the line end.
 */
export async function readPassword(io: Io): Promise<Parsed<string>> {
  const decoded = decodeText(await readBytes(io));
  if (!decoded.ok) return refuse("--password -: the text on stdin is not UTF-8.");
  const password = withoutLineEnd(decoded.text);
  if (password === "") return refuse("--password -: there is no text on stdin.");
  return { ok: true, value: password };
}

async function readBytes(io: Io): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of io.stdin) {
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  }
  return Buffer.concat(chunks);
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, "");
}
