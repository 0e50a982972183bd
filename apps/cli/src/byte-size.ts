const units = ["bytes", "kB", "MB", "GB", "TB"];

/** A number of bytes as people read it: `812 bytes`, `48.2 MB`. */
export function printSize(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const number = bytes / 1000 ** step;
  return `${step === 0 ? number : number.toFixed(1)} ${units[step]}`;
}
