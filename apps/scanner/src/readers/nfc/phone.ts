import type { NfcTransport } from "./transport.ts";
import { createWebNfc } from "./web-nfc.ts";

/** The NFC reader of the device the app runs on. */
export const phoneNfc: NfcTransport = createWebNfc();
