/**
 * Returns a file name without extension for a title: at most 80 characters, and none that an
 * operating system forbids. Returns `document` if nothing is left of the title.
 */
export function toFileName(title: string): string {
  const name = title
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, " ")
    .replace(/^[\s.]+/, "");
  return [...name].slice(0, 80).join("").trim() || "document";
}
