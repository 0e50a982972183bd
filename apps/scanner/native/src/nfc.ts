import { Capacitor } from "@capacitor/core";
import { CapacitorNfc } from "@capgo/capacitor-nfc";
import type { NfcTransport } from "../../src/readers/nfc/transport.ts";
import { nfcTexts } from "../../src/texts/en/nfc.ts";
import { createNativeNfc } from "./native-nfc.ts";

/** The NFC reader of the phone. */
export const nfc: NfcTransport = createNativeNfc(CapacitorNfc, {
  system: Capacitor.getPlatform() === "ios" ? "ios" : "android",
  sheetText: nfcTexts.ready.title,
});
