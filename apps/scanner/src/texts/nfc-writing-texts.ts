import { nfcWriting } from "./en/nfc-writing.ts";

/** The words for writing tags; they load with the writing half of the NFC tab. */
export const nfcWritingTexts: typeof nfcWriting = nfcWriting;
