/** Downloads a text as a file. */
export function downloadFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the file after `click()` has returned, so the URL must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
