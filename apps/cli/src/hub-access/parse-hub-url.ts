import { type Parsed, refuse } from "../input/parsed.ts";

/**
 * Parses the address of a hub: https, or http on this computer. The URL it returns ends in a slash.
 */
export function parseHubUrl(text: string): Parsed<URL> {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    return refuse("a hub's address begins with https:// (http:// on this computer).");
  }
  if (url.username || url.password) return refuse("leave user name and password out of it.");
  if (url.pathname !== "/" || url.search || url.hash) {
    return refuse(`give only the address of the hub itself: ${url.origin}`);
  }
  return { ok: true, value: url };
}
