import { fileURLToPath } from "node:url";

/** The modules of the web app that the shell has its own of: files of src/, and what takes their place. */
export const replacements = {
  "main.ts": "main.ts",
  "credentials.ts": "credentials.ts",
  "pairing-code.ts": "pairing-code.ts",
  "platform/pairing-hub.ts": "pairing-hub.ts",
  "platform/presence.ts": "presence.ts",
  "platform/receiver-fetch.ts": "receiver-fetch.ts",
  "platform/screen-lock.ts": "screen-lock.ts",
  "platform/vibrate.ts": "vibrate.ts",
  "readers/nfc/phone.ts": "nfc.ts",
  "ui/download.ts": "download.ts",
} as const;

/** The file that a file of the web app is replaced by; undefined when it is the same in the shell. */
export function replacementOf(file: string): string | undefined {
  for (const [web, native] of Object.entries(replacements)) {
    if (file === at(`../src/${web}`)) return at(`./src/${native}`);
  }
  return undefined;
}

function at(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

type Stands<Web, _Native extends Web> = true;

/** Held by the compiler: each gives what the other gives. */
export const held: [
  Stands<typeof import("../src/credentials.ts"), typeof import("./src/credentials.ts")>,
  Stands<
    typeof import("../src/platform/receiver-fetch.ts"),
    typeof import("./src/receiver-fetch.ts")
  >,
  Stands<typeof import("../src/platform/screen-lock.ts"), typeof import("./src/screen-lock.ts")>,
  Stands<typeof import("../src/readers/nfc/phone.ts"), typeof import("./src/nfc.ts")>,
  Stands<typeof import("../src/pairing-code.ts"), typeof import("./src/pairing-code.ts")>,
  Stands<typeof import("../src/platform/pairing-hub.ts"), typeof import("./src/pairing-hub.ts")>,
  Stands<typeof import("../src/platform/presence.ts"), typeof import("./src/presence.ts")>,
  Stands<typeof import("../src/platform/vibrate.ts"), typeof import("./src/vibrate.ts")>,
  Stands<typeof import("../src/ui/download.ts"), typeof import("./src/download.ts")>,
] = [true, true, true, true, true, true, true, true, true];
