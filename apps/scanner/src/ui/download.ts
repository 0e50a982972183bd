/** Hands a file to the person, as a download. */
export function downloadFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
