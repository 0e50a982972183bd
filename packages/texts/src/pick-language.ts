/**
 * Returns the available language that a reader prefers: the first of `wanted` that is available,
 * with or without its region, else English. All are BCP 47 tags, such as `de` or `pt-BR`.
 */
export function pickLanguage(wanted: readonly string[], available: readonly string[]): string {
  for (const tag of wanted) {
    const found = findLanguage(tag, available);
    if (found) return found;
  }
  return "en";
}

/** Returns the available language of a tag; undefined if there is none. */
function findLanguage(tag: string, available: readonly string[]): string | undefined {
  for (let rest = tag.toLowerCase(); rest !== ""; rest = rest.replace(/-?[^-]*$/, "")) {
    const found = available.find((language) => language.toLowerCase() === rest);
    if (found) return found;
  }
}

/**
 * Reads the header `Accept-Language` (RFC 9110, section 12.5.4): its languages, the preferred one
 * first. A malformed weight counts as 1, and what is no language tag is left out. Of a very long
 * header, only the beginning counts.
 */
export function readAcceptLanguage(header: string | undefined): string[] {
  return (header ?? "")
    .slice(0, maxHeaderLength)
    .split(",")
    .flatMap((part) => {
      const [, tag, parameter = ""] =
        /^([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;(.*))?$/.exec(part.trim()) ?? [];
      return tag === undefined ? [] : { tag, weight: readWeight(parameter) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** In UTF-16 code units. */
const maxHeaderLength = 200;

/** Reads a weight such as `q=0.5` (RFC 9110, section 12.4.2). */
function readWeight(parameter: string): number {
  const [, weight = "1"] = /^q=(0(?:\.\d*)?|1(?:\.0*)?)$/i.exec(parameter.trim()) ?? [];
  return Number(weight);
}
