import type { NfcTransport } from "./transport.ts";
import { createWebNfc } from "./web-nfc.ts";

/** The NFC of the device that the app runs on. The native shell has its own: native/src/nfc.ts. */
export const nfc: NfcTransport = createWebNfc();
