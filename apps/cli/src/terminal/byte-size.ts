const units = ["bytes", "kB", "MB", "GB", "TB"];

/** Formats a number of bytes for people: `812 bytes`, `48.2 MB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const number = bytes / 1000 ** power;
  return `${power === 0 ? number : number.toFixed(1)} ${units[power]}`;
}
