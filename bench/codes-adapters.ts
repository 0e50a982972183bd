// How each reader that bench/codes compares is called. An adapter gets RGBA, as a page has it, and
// returns contents.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { prepareZXingModule, type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import { startEngine } from "../packages/codes/src/engine/engine.ts";
import { joinSequences } from "../packages/codes/src/engine/structured-append.ts";
import { createCodeReader } from "../packages/codes/src/index.ts";
import { createFrameReading } from "../packages/codes/src/live/frame-reading.ts";
import { readerWasm } from "../packages/codes/src/node.ts";
import { defaultFormats } from "../packages/codes/src/readings/formats.ts";
import type { Frame } from "../packages/codes/src/readings/reading.ts";
import { type Adapter, createPeer } from "./codes-peers.ts";

/**
 * Returns what creates the named reader, which remembers nothing of others. `folder` has the
 * package of a peer.
 */
export async function loadAdapter(
  name: string,
  folder: string | undefined,
): Promise<() => Promise<Adapter>> {
  if (folder) {
    const adapter = await createPeer(name, folder);
    return async () => adapter;
  }
  if (!name.startsWith("zxing-wasm")) return loadOurs(name);
  const adapter = await createZxing(name.endsWith(":fast") ? fast : {});
  return async () => adapter;
}

async function loadOurs(name: string): Promise<() => Promise<Adapter>> {
  const wasm = await readerWasm();
  if (name === "frame") {
    // A camera's page starts WebAssembly once, long before a code comes into view.
    const engine = await startEngine(wasm, defaultFormats);
    return async () => {
      const readFrame = createFrameReading(engine);
      return { read: async (frame) => joinSequences(readFrame(frame)) };
    };
  }
  return async () => {
    const reader = await createCodeReader({ wasm });
    return { read: (frame) => reader.still(frame, { all: name === "still:all" }) };
  };
}

/** Everything off that is on by default. */
const fast: ReaderOptions = {
  tryHarder: false,
  tryRotate: false,
  tryInvert: false,
  tryDownscale: false,
};

/** zxing-wasm with its defaults, but with contents that are not formatted for people. */
async function createZxing(options: ReaderOptions): Promise<Adapter> {
  const path = fileURLToPath(import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm"));
  const wasmBinary = new Uint8Array(await readFile(path)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return {
    async read({ data, width, height }: Frame) {
      const picture = { data, width, height, colorSpace: "srgb" } as unknown as Parameters<
        typeof readBarcodes
      >[0];
      const results = await readBarcodes(picture, { textMode: "Plain", ...options });
      return results
        .filter((result) => result.isValid)
        .map(({ text, format, bytes }) => ({
          content: text,
          format: format.startsWith("QRCode") ? "qr" : format,
          bytes,
        }));
    },
  };
}
