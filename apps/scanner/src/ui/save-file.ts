/** Saves a file where the browser keeps downloads. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the file after `click()` has returned, so the URL must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
