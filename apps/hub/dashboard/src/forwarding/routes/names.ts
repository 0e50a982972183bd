/** A name the hub takes (small letters, digits, dashes), made of what people call a thing, that is not taken yet. */
export function freeName(title: string, taken: readonly string[], otherwise: string): string {
  const plain = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 56)
    .replace(/-+$/, "");
  const base = plain || otherwise;
  if (!taken.includes(base)) return base;
  for (let count = 2; ; count += 1) {
    const next = `${base}-${count}`;
    if (!taken.includes(next)) return next;
  }
}
