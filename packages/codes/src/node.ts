import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/**
 * Returns the reader's bytes from the installed zxing-wasm, for `createCodeReader({ wasm })` in
 * Node.
 */
export async function readerWasm(): Promise<Uint8Array> {
  return readFile(fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")));
}
