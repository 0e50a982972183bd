import type { Io } from "./command.ts";

/**
 * All that comes on stdin, without the line end that `echo` and editors put after it. Undefined when it is not UTF-8.
 */
export async function readInput(io: Io): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of io.stdin) {
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return text.decode(Buffer.concat(chunks)).replace(/\r?\n$/, "");
  } catch {
    return undefined;
  }
}
