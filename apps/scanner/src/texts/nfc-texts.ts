import { nfc } from "./en/nfc.ts";

/** The words of the NFC tab and of tags, apart so that the first screen does not wait for them. */
export const nfcTexts: typeof nfc = nfc;
