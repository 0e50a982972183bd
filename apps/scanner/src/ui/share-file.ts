import { saveFiles } from "./save-files.ts";

/**
 * Opens the sheet that gives a file to another app. Saves the file instead if the tap is too long
 * ago for the browser.
 */
export async function shareFile(file: File, title: string): Promise<void> {
  // `share` also rejects when a person closes the sheet.
  await navigator.share({ files: [file], title }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "NotAllowedError") saveFiles([file]);
  });
}
