import { openPrintTag } from "./en/open-print-tag.ts";

/** The words for a material's tag, apart so that the first screen does not wait for them. */
export const openPrintTagTexts: typeof openPrintTag = openPrintTag;
