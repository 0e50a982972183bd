/**
 * Parses a URL; undefined if it is not one. `URL.parse` does not exist in browsers from before
 * 2024.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
