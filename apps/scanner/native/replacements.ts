import { fileURLToPath } from "node:url";

/**
 * The files of src/ that the native shell replaces, with the files of native/src/ that take their
 * place.
 */
export const replacements = {
  "main.ts": "main.ts",
  "credentials.ts": "credentials.ts",
  "platform/print-pdf.ts": "print-pdf.ts",
  "pairing-code.ts": "pairing-code.ts",
  "platform/home-shortcuts.ts": "home-shortcuts.ts",
  "platform/help-address.ts": "help-address.ts",
  "platform/pairing-hub.ts": "pairing-hub.ts",
  "platform/presence.ts": "presence.ts",
  "platform/receiver-fetch.ts": "receiver-fetch.ts",
  "platform/screen-lock.ts": "screen-lock.ts",
  "platform/system-captures.ts": "system-captures.ts",
  "platform/vibrate.ts": "vibrate.ts",
  "platform/voice.ts": "voice.ts",
  "readers/nfc/nfc.ts": "nfc.ts",
  "ui/save-files.ts": "save-files.ts",
} as const;

/**
 * Returns the file that replaces a file of the web app in the shell; undefined if the shell uses
 * the same one.
 */
export function findReplacement(file: string): string | undefined {
  for (const [web, native] of Object.entries(replacements)) {
    if (file === toPath(`../src/${web}`)) return toPath(`./src/${native}`);
  }
  return undefined;
}

function toPath(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

type Replaces<Web, _Native extends Web> = true;

/** Makes the compiler check that each replacement exports what it replaces. */
export const checkedReplacements: [
  Replaces<typeof import("../src/credentials.ts"), typeof import("./src/credentials.ts")>,
  Replaces<
    typeof import("../src/platform/receiver-fetch.ts"),
    typeof import("./src/receiver-fetch.ts")
  >,
  Replaces<typeof import("../src/platform/screen-lock.ts"), typeof import("./src/screen-lock.ts")>,
  Replaces<
    typeof import("../src/platform/system-captures.ts"),
    typeof import("./src/system-captures.ts")
  >,
  Replaces<typeof import("../src/readers/nfc/nfc.ts"), typeof import("./src/nfc.ts")>,
  Replaces<typeof import("../src/pairing-code.ts"), typeof import("./src/pairing-code.ts")>,
  Replaces<
    typeof import("../src/platform/help-address.ts"),
    typeof import("./src/help-address.ts")
  >,
  Replaces<
    typeof import("../src/platform/home-shortcuts.ts"),
    typeof import("./src/home-shortcuts.ts")
  >,
  Replaces<typeof import("../src/platform/pairing-hub.ts"), typeof import("./src/pairing-hub.ts")>,
  Replaces<typeof import("../src/platform/presence.ts"), typeof import("./src/presence.ts")>,
  Replaces<typeof import("../src/platform/vibrate.ts"), typeof import("./src/vibrate.ts")>,
  Replaces<typeof import("../src/platform/voice.ts"), typeof import("./src/voice.ts")>,
  Replaces<typeof import("../src/ui/save-files.ts"), typeof import("./src/save-files.ts")>,
  Replaces<typeof import("../src/platform/print-pdf.ts"), typeof import("./src/print-pdf.ts")>,
] = [true, true, true, true, true, true, true, true, true, true, true, true, true, true];
