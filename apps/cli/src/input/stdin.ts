import type { Io } from "../io.ts";

/** Reads all of stdin, without the line end that `echo` and editors append. Undefined when it is not UTF-8. */
export async function readStdin(io: Io): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of io.stdin) {
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  }
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return decoder.decode(Buffer.concat(chunks)).replace(/\r?\n$/, "");
  } catch {
    // The decoder throws on bytes that are not UTF-8.
    return undefined;
  }
}
