import { parseUrl } from "./parse-url.ts";

/**
 * Parses a receiver URL as a person typed it. Accepts `https:`, and `http:` only for a loopback
 * address. In a page, the page must have been loaded from loopback too (`page.origin`; omit `page`
 * on a command line). Refuses credentials in the URL, because the URL is displayed. On failure,
 * `reason` is one sentence for that person.
 */
export function parseReceiverUrl(
  text: string,
  page?: { origin?: string },
): { ok: true; url: URL } | { ok: false; reason: string } {
  const address = text.trim();
  if (address === "")
    return refuse("Enter the receiver URL, for example https://example.com/scans.");
  const url = parseUrl(address);
  if (!url?.host) {
    return refuse(
      `“${address}” is not a receiver URL; it should look like https://example.com/scans.`,
    );
  }
  if (url.username || url.password) {
    return refuse(
      "Leave the username and password out of the receiver URL; they have their own fields.",
    );
  }
  if (url.protocol === "https:") return { ok: true, url };
  if (url.protocol !== "http:") {
    return refuse(
      `The receiver URL starts with ${url.protocol}//, but it must start with https://.`,
    );
  }
  if (!isLoopback(url.hostname)) {
    return refuse(
      "The receiver URL starts with http://, so anybody on the network could read your scans and password; use https://.",
    );
  }
  const isLoopbackPage = page === undefined || isLoopback(parseUrl(page.origin ?? "")?.hostname);
  if (isLoopbackPage) return { ok: true, url };
  return refuse(
    "This page was loaded from another machine, so it may not send to http:// on this device; use https://.",
  );
}

/**
 * Returns whether a host name refers to this machine: `localhost`, 127.0.0.0/8 or ::1 (RFC 6761
 * 6.3, RFC 1122 3.2.1.3).
 */
export function isLoopback(host: string | undefined): boolean {
  const name =
    host
      ?.toLowerCase()
      .replace(/^\[|\]$/g, "")
      .replace(/\.$/, "") ?? "";
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "::1" ||
    /^127\.\d+\.\d+\.\d+$/.test(name)
  );
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
