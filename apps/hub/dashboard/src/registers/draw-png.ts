/** Draws an SVG of its printed size as a PNG. Rejects if the address has none. */
export async function drawPng(address: string, dpi: number): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  // A CSS pixel is 1/96 inch.
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((image.naturalWidth / 96) * dpi);
  canvas.height = Math.round((image.naturalHeight / 96) * dpi);
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}
