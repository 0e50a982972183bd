// Readers of other projects, from the folders that they are installed in. None of them is a
// dependency of this project.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import type { Frame } from "../packages/codes/src/readings/reading.ts";
import type { BenchReading } from "./codes-thread.ts";

export type Adapter = {
  /** Reads RGBA. What it throws or rejects with counts as a failure of the reader. */
  read(frame: Frame): Promise<BenchReading[]>;
  /** Converts a frame to what `read` takes if that is not RGBA. This is not measured. */
  prepare?(frame: Frame): Promise<Frame>;
};

/** Loads a peer's package. Rejects for a name that has no adapter. */
export async function createPeer(name: string, folder: string): Promise<Adapter> {
  const load = (path: string) =>
    import(pathToFileURL(join(folder, "node_modules", path)).href) as Promise<never>;
  const [library, option] = name.split(":");
  if (library === "jsqr") return createJsqr(await load("jsqr/dist/jsQR.js"));
  if (library === "qr") return createQr(await load("qr/decode.js"));
  if (library === "zbar-wasm") {
    return createZbar(await load("@undecaf/zbar-wasm/dist/main.mjs"), option === "upc");
  }
  if (library === "rxing-wasm") {
    const rxing = await load("rxing-wasm/node-esm.js");
    return option === "multi" ? createRxingMulti(rxing) : createRxing(rxing, option === "harder");
  }
  if (library === "@zxing/library") {
    return createZxingLibrary(await load("@zxing/library/cjs/index.js"), option === "harder");
  }
  if (library === "quagga2") return createQuagga(await load("@ericblade/quagga2/lib/quagga.js"));
  throw new Error(`bench/codes-peers has no adapter for ${name}.`);
}

const noBytes = new Uint8Array(0);

type Jsqr = (
  data: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string; binaryData: number[] } | null;

function createJsqr(module: { default: Jsqr | { default: Jsqr } }): Adapter {
  const jsqr = typeof module.default === "function" ? module.default : module.default.default;
  return {
    async read({ data, width, height }) {
      const found = jsqr(data as Uint8ClampedArray, width, height);
      if (!found) return [];
      return [{ content: found.data, format: "qr", bytes: Uint8Array.from(found.binaryData) }];
    },
  };
}

function createQr(module: { decodeQR(picture: Frame): string }): Adapter {
  return {
    async read(frame) {
      try {
        return [{ content: module.decodeQR(frame), format: "qr", bytes: noBytes }];
      } catch {
        // It throws when there is no code.
        return [];
      }
    },
  };
}

type Zbar = {
  ZBarScanner: { create(): Promise<{ setConfig(...numbers: number[]): void }> };
  ZBarSymbolType: Record<string, number>;
  ZBarConfigType: Record<string, number>;
  scanRGBABuffer(
    data: ArrayBufferLike,
    width: number,
    height: number,
    scanner: unknown,
  ): Promise<{ typeName: string; decode(): string }[]>;
};

/**
 * `hasUpc` switches on what zbar leaves out by default: UPC codes as such and light codes on dark.
 */
async function createZbar(zbar: Zbar, hasUpc: boolean): Promise<Adapter> {
  const scanner = await zbar.ZBarScanner.create();
  if (hasUpc) {
    const { ZBAR_NONE, ZBAR_UPCA, ZBAR_UPCE } = zbar.ZBarSymbolType;
    const { ZBAR_CFG_ENABLE, ZBAR_CFG_TEST_INVERTED } = zbar.ZBarConfigType;
    scanner.setConfig(ZBAR_NONE!, ZBAR_CFG_TEST_INVERTED!, 1);
    scanner.setConfig(ZBAR_UPCA!, ZBAR_CFG_ENABLE!, 1);
    scanner.setConfig(ZBAR_UPCE!, ZBAR_CFG_ENABLE!, 1);
  }
  return {
    async read({ data, width, height }) {
      const symbols = await zbar.scanRGBABuffer(data.buffer, width, height, scanner);
      return symbols.map((symbol) => ({
        content: symbol.decode(),
        format: symbol.typeName === "ZBAR_QRCODE" ? "qr" : symbol.typeName,
        // Its data is the text again, not the bytes of the code.
        bytes: noBytes,
      }));
    },
  };
}

type RxingResult = { text(): string; format(): number; free(): void };

type Rxing = {
  decode_barcode(
    luma: Uint8Array,
    width: number,
    height: number,
    tryHarder: boolean,
    filter: boolean,
  ): RxingResult;
  decode_multi(luma: Uint8Array, width: number, height: number, hints: unknown): RxingResult[];
  DecodeHintDictionary: new () => unknown;
  BarcodeFormat: Record<number, string>;
};

function createRxing(rxing: Rxing, isHarder: boolean): Adapter {
  return adaptRxing(rxing, (luma, { width, height }) => [
    rxing.decode_barcode(luma, width, height, isHarder, isHarder),
  ]);
}

/** Its function for several codes, without hints. */
function createRxingMulti(rxing: Rxing): Adapter {
  const hints = new rxing.DecodeHintDictionary();
  return adaptRxing(rxing, (luma, { width, height }) =>
    rxing.decode_multi(luma, width, height, hints),
  );
}

function adaptRxing(
  rxing: Rxing,
  decode: (luma: Uint8Array, frame: Frame) => RxingResult[],
): Adapter {
  return {
    async read(frame) {
      let results: RxingResult[];
      try {
        results = decode(new Uint8Array(toLuma(frame).buffer), frame);
      } catch (error) {
        // It throws a text when there is no code, and an Error when its WebAssembly fails.
        if (typeof error !== "string") throw error;
        return [];
      }
      return results.map((result) => {
        const format = rxing.BarcodeFormat[result.format()] ?? "";
        const reading = { content: result.text(), format: toFormat(format), bytes: noBytes };
        result.free();
        return reading;
      });
    },
  };
}

type ZxingLibrary = {
  DecodeHintType: { TRY_HARDER: number };
  BarcodeFormat: Record<number, string>;
  MultiFormatReader: new () => {
    setHints(hints: Map<number, unknown>): void;
    decodeWithState(bitmap: unknown): { getText(): string; getBarcodeFormat(): number };
    reset(): void;
  };
  RGBLuminanceSource: new (luma: Uint8ClampedArray, width: number, height: number) => unknown;
  HybridBinarizer: new (source: unknown) => unknown;
  BinaryBitmap: new (binarizer: unknown) => unknown;
};

function createZxingLibrary(zxing: ZxingLibrary, isHarder: boolean): Adapter {
  const reader = new zxing.MultiFormatReader();
  reader.setHints(new Map(isHarder ? [[zxing.DecodeHintType.TRY_HARDER, true]] : []));
  return {
    async read(frame) {
      const source = new zxing.RGBLuminanceSource(toLuma(frame), frame.width, frame.height);
      try {
        const found = reader.decodeWithState(
          new zxing.BinaryBitmap(new zxing.HybridBinarizer(source)),
        );
        const format = zxing.BarcodeFormat[found.getBarcodeFormat()] ?? "";
        return [{ content: found.getText(), format: toFormat(format), bytes: noBytes }];
      } catch {
        // It throws when there is no code.
        return [];
      } finally {
        reader.reset();
      }
    },
  };
}

type Quagga = {
  decodeSingle(
    config: object,
    done: (result?: { codeResult?: { code?: string | null; format: string } }) => void,
  ): void;
};

const quaggaReaders = [
  "ean_reader",
  "ean_8_reader",
  "upc_reader",
  "upc_e_reader",
  "code_128_reader",
  "code_39_reader",
  "code_93_reader",
  "codabar_reader",
  "i2of5_reader",
];

/**
 * In Node, quagga2 takes only a file or a URL, so its time includes the decoding of an uncompressed
 * PNG.
 */
function createQuagga(module: { default: Quagga }): Adapter {
  return {
    async prepare({ data, width, height }) {
      const png = await sharp(data, { raw: { width, height, channels: 4 } })
        .png({ compressionLevel: 0 })
        .toBuffer();
      return { data: png, width, height };
    },
    read({ data, width, height }) {
      return new Promise((resolve) => {
        const config = {
          src: `data:image/png;base64,${Buffer.from(data.buffer, data.byteOffset, data.length).toString("base64")}`,
          numOfWorkers: 0,
          locate: true,
          inputStream: { size: Math.max(width, height) > 1280 ? 1280 : 800, singleChannel: false },
          locator: { patchSize: "medium", halfSample: true },
          decoder: { readers: quaggaReaders },
        };
        module.default.decodeSingle(config, (result) => {
          const { code, format = "" } = result?.codeResult ?? {};
          resolve(code ? [{ content: code, format, bytes: noBytes }] : []);
        });
      });
    },
  };
}

/** Converts RGBA to brightness, which these readers ask the page for. */
function toLuma({ data, width, height }: Frame): Uint8ClampedArray {
  const luma = new Uint8ClampedArray(width * height);
  for (let i = 0, j = 0; i < luma.length; i++, j += 4) {
    luma[i] = (data[j]! * 77 + data[j + 1]! * 150 + data[j + 2]! * 29) >> 8;
  }
  return luma;
}

function toFormat(name: string): string {
  return /^qr/i.test(name) ? "qr" : name;
}
