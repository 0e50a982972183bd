// The readers that bench/codes compares, by name. bench/codes-adapters.ts calls them.
import { ZXING_WASM_VERSION } from "zxing-wasm/reader";
import { installPeer } from "../e2e/peers/peer.ts";
import ourPackage from "../packages/codes/package.json" with { type: "json" };
import { type CodeFormat, codeFormats } from "../packages/codes/src/readings/formats.ts";

/** A package from npm, in the version that is compared. */
type Peer = { name: string; version: string };

type ReaderSpec = {
  name: string;
  /** The formats that it is compared on: those that it reads at all. */
  formats: readonly CodeFormat[];
  isOurs?: true;
  /** Undefined for ours and for zxing-wasm, which is a dependency of ours. */
  peer?: Peer;
};

const linear: readonly CodeFormat[] = [
  "ean13",
  "ean8",
  "upca",
  "upce",
  "code128",
  "code39",
  "code93",
  "codabar",
  "itf",
];
const zxingLibrary = { name: "@zxing/library", version: "0.23.0" };
const rxing = { name: "rxing-wasm", version: "0.5.7" };
const zbar = { name: "@undecaf/zbar-wasm", version: "0.11.0" };

/** The reader to whose times all others are compared. */
export const baseline = "zxing-wasm";

/**
 * Readers of several formats are compared on all pictures, the others on those of their formats.
 */
export const readers: readonly ReaderSpec[] = [
  { name: "still", formats: codeFormats, isOurs: true },
  { name: "still:all", formats: codeFormats, isOurs: true },
  { name: baseline, formats: codeFormats },
  { name: "zxing-wasm:fast", formats: codeFormats },
  { name: "rxing-wasm", formats: codeFormats, peer: rxing },
  { name: "rxing-wasm:harder", formats: codeFormats, peer: rxing },
  { name: "zbar-wasm", formats: codeFormats, peer: zbar },
  { name: "zbar-wasm:upc", formats: codeFormats, peer: zbar },
  { name: "@zxing/library", formats: codeFormats, peer: zxingLibrary },
  { name: "@zxing/library:harder", formats: codeFormats, peer: zxingLibrary },
  {
    name: "quagga2",
    formats: linear,
    peer: { name: "@ericblade/quagga2", version: "1.12.1" },
  },
  { name: "jsqr", formats: ["qr"], peer: { name: "jsqr", version: "1.4.0" } },
  { name: "qr", formats: ["qr"], peer: { name: "qr", version: "0.7.0" } },
];

/** Our reader of a camera's frames, which `--live` compares. */
export const frameReader: ReaderSpec = { name: "frame", formats: codeFormats, isOurs: true };

/** The function of rxing-wasm that returns several codes. */
const multiReader: ReaderSpec = { name: "rxing-wasm:multi", formats: codeFormats, peer: rxing };

/** The readers that return several codes of a picture, which pictures of several codes compare. */
export const severalNames = ["still:all", baseline, "zbar-wasm", "zbar-wasm:upc", multiReader.name];

const allReaders = [...readers, frameReader, multiReader];

/** A reader that can run. `folder` is where its package is installed. */
export type InstalledReader = ReaderSpec & { version: string; folder?: string };

/**
 * Installs the packages of the named readers where they are missing. One that cannot be installed
 * is left out with a line.
 */
export function installReaders(names: readonly string[]): InstalledReader[] {
  return names.flatMap((name) => {
    const spec = allReaders.find((reader) => reader.name === name);
    if (!spec) {
      const names = allReaders.map((reader) => reader.name).join(", ");
      throw new Error(`There is no reader "${name}"; choose from ${names}.`);
    }
    if (!spec.peer)
      return [{ ...spec, version: spec.isOurs ? ourPackage.version : ZXING_WASM_VERSION }];
    const installed = installPeer(spec.peer.name, spec.peer.version);
    if (installed.ok) return [{ ...spec, version: spec.peer.version, folder: installed.folder }];
    console.log(`Left out: ${installed.reason}`);
    return [];
  });
}
