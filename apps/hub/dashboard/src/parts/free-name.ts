/**
 * Derives a name that is not taken from a title: lowercase letters, digits and dashes. Uses
 * `fallback` for a title without letters and digits. A number may follow `maxLength` characters.
 */
export function findFreeName(
  title: string,
  takenNames: readonly string[],
  fallback: string,
  maxLength = 56,
): string {
  const slug = title
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, maxLength)
    .replace(/-+$/, "");
  const base = slug || fallback;
  if (!takenNames.includes(base)) return base;
  for (let count = 2; ; count += 1) {
    const candidate = `${base}-${count}`;
    if (!takenNames.includes(candidate)) return candidate;
  }
}
