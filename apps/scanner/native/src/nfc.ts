import { Capacitor, registerPlugin } from "@capacitor/core";
import { CapacitorNfc } from "@capgo/capacitor-nfc";
import type { NfcTransport } from "../../src/readers/nfc/transport.ts";
import { nfcTexts } from "../../src/texts/nfc.ts";
import { createNativeNfc } from "./native-nfc.ts";
import type { TagLockPlugin } from "./tag-lock.ts";

const isIphone = Capacitor.getPlatform() === "ios";

/** The NFC reader of the phone. */
export const nfc: NfcTransport = createNativeNfc(CapacitorNfc, {
  system: isIphone ? "ios" : "android",
  sheetText: () => nfcTexts.ready.title,
  tagLock: isIphone
    ? { plugin: registerPlugin<TagLockPlugin>("TagLock"), sheetTexts: () => nfcTexts.lockSheet }
    : undefined,
});
