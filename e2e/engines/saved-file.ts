// The files that a page saves, in browsers whose downloads a story cannot see.

type Saving = { savedFile?: Promise<{ name: string; dataUrl: string }> };

/** Runs in the page: keeps the next file that it saves instead of a download. */
export function rememberSavedFile(): void {
  let blob: Blob;
  const saving = Promise.withResolvers<{ name: string; dataUrl: string }>();
  (globalThis as Saving).savedFile = saving.promise;
  const createAddress = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (given: Blob) => {
    blob = given;
    return createAddress(given);
  };
  HTMLAnchorElement.prototype.click = function () {
    const name = this.download;
    const reader = new FileReader();
    reader.onload = () => saving.resolve({ name, dataUrl: String(reader.result) });
    reader.readAsDataURL(blob);
  };
}

/** Runs in the page: waits for the file that it saves and returns it. */
export function readSavedFile(): Promise<{ name: string; dataUrl: string }> {
  return (globalThis as Saving).savedFile!;
}

/** Returns the bytes of a data URL in Base64 (RFC 2397). */
export function toBytes(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
}
