import { nfcWriting } from "./en/nfc-writing.ts";
import { writeList } from "./en/write-list.ts";
import { writeOpenPrintTag } from "./en/write-open-print-tag.ts";

const enWriting = { ...nfcWriting, list: writeList, openPrintTag: writeOpenPrintTag };

/** The words for writing tags; they load with the writing half of the NFC tab. */
export const nfcWritingTexts: typeof enWriting = enWriting;
