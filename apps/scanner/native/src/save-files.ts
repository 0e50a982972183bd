import { moreTexts } from "../../src/texts/more.ts";
import { showNotice } from "../../src/ui/notice.svelte.ts";
import { createSaveFiles, fileSheet } from "./file-sheet.ts";

/** Offers files in the system's share sheet, and shows a notice if that fails. */
export const saveFiles = createSaveFiles(fileSheet, () =>
  showNotice({ text: moreTexts.more.notOffered }),
);

/** Returns false, because the sheet that saves a file also shares and prints it. */
export function canShare(): boolean {
  return false;
}
