/**
 * Returns a title as the name of a file, without its ending: no characters that a system forbids,
 * at most 80.
 */
export function toFileName(title: string): string {
  const name = title
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, " ")
    .replace(/^[\s.]+/, "");
  return [...name].slice(0, 80).join("").trim() || "document";
}
