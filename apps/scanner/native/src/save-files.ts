import { showNotice } from "../../src/ui/notice.svelte.ts";
import { createSaveFiles, fileSheet } from "./file-sheet.ts";

/** Offers files in the system's share sheet, and shows a notice if that fails. */
export const saveFiles = createSaveFiles(fileSheet, () =>
  showNotice({
    text: "The file could not be offered. Free some space on the phone and try again.",
  }),
);

/** Returns false, because the sheet that saves a file also shares and prints it. */
export function canShare(): boolean {
  return false;
}
