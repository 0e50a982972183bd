import type { ObjectCapture } from "../../src/platform/system-captures.ts";

/** The plugin in ios/ObjectCapturePlugin.swift. */
export type ObjectCapturePlugin = {
  isSupported(): Promise<{ isSupported: boolean }>;
  /**
   * Captures an object. There is no `file` if the person gave up. `meters` are the sides of the
   * bounding box, of which the second is upright. `thumbnail` is a JPEG in base64, or empty.
   */
  capture(): Promise<{ file?: string; meters?: number[]; pictures?: number; thumbnail?: string }>;
};

/** Adapts Object Capture to the interface of the app. `read` reads a file of the phone. */
export function createObjectCapture(
  plugin: ObjectCapturePlugin,
  read: (file: string) => Promise<Blob>,
): ObjectCapture {
  return {
    isSupported: async () => (await plugin.isSupported()).isSupported,
    async capture() {
      const { file, meters = [], pictures = 0, thumbnail } = await plugin.capture();
      if (file === undefined) return undefined;
      const [x = 0, height = 0, z = 0] = meters.map((side) => side * 1000);
      return {
        model: await read(file),
        thumbnail: thumbnail ? toBlob(thumbnail) : undefined,
        box: { length: Math.max(x, z), width: Math.min(x, z), height },
        pictures,
      };
    },
  };
}

function toBlob(base64: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: "image/jpeg" });
}
