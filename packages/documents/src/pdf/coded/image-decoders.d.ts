/** The decoders of pdf.js, as far as they are used; the package has no types for them. */
declare module "pdfjs-dist/legacy/image_decoders/pdf.image_decoders.min.mjs" {
  type Options = {
    useWasm: boolean;
    useWorkerFetch: false;
    wasmUrl: string;
    getHandler(): {
      sendWithPromise(message: string, data: { filename: string }): Promise<Uint8Array>;
    };
  };

  export const VerbosityLevel: { ERRORS: number };
  export function setVerbosityLevel(level: number): void;

  export const Jbig2Image: {
    instance: {
      decode(
        bytes: Uint8Array,
        width: number,
        height: number,
        globals: Uint8Array | undefined,
      ): Promise<Uint8ClampedArray>;
    };
  };

  export const JpxImage: {
    setOptions(options: Options): void;
    cleanup(): void;
    instance: {
      decode(
        bytes: Uint8Array,
        options: { numComponents: number | undefined; isIndexedColormap: boolean },
      ): Promise<Uint8ClampedArray>;
    };
  };
}
