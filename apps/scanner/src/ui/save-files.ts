/**
 * Saves files where the browser keeps downloads. The native shell has a sheet instead:
 * native/src/save-files.ts.
 */
export function saveFiles(files: readonly File[]): void {
  for (const file of files) {
    const url = URL.createObjectURL(file);
    const link = document.createElement("a");
    link.href = url;
    link.download = file.name;
    link.click();
    // Safari reads the file after `click()` has returned, so the URL must stay valid for a while.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

/** Returns whether the browser has a sheet to share a file, besides saving it. */
export function canShare(file: File): boolean {
  return navigator.canShare?.({ files: [file] }) ?? false;
}
