import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** The bytes of the code reader for `createCodeReader({ wasm })` in Node, from the installed zxing-wasm. */
export async function readerWasm(): Promise<Uint8Array> {
  return readFile(fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm")));
}
