/**
 * A receiver URL as a person typed it. Only `https:` is taken; `http:` only to a loopback address, and on a
 * page only while the page itself was loaded from loopback (`page.origin`; leave `page` out on a command line).
 * On failure `reason` is one sentence for that person. Credentials in the URL are refused: they would be shown.
 */
export function parseReceiverUrl(
  text: string,
  page?: { origin?: string },
): { ok: true; url: URL } | { ok: false; reason: string } {
  const typed = text.trim();
  if (typed === "")
    return refuse("Enter the address of your receiver, for example https://example.com/scans.");
  const url = URL.parse(typed);
  if (!url?.host) {
    return refuse(
      `“${typed}” is not a web address; it should look like https://example.com/scans.`,
    );
  }
  if (url.username || url.password) {
    return refuse(
      "Leave the username and password out of the address; they have their own fields.",
    );
  }
  if (url.protocol === "https:") return { ok: true, url };
  if (url.protocol !== "http:") {
    return refuse(
      `The address starts with ${url.protocol}//, but a receiver must start with https://.`,
    );
  }
  const pageIsLoopback = page === undefined || isLoopback(URL.parse(page.origin ?? "")?.hostname);
  if (isLoopback(url.hostname) && pageIsLoopback) return { ok: true, url };
  return refuse(
    "The address starts with http://, so anybody on the network could read your scans and password; use https://.",
  );
}

/** Whether a host name means this very machine: `localhost`, 127.0.0.0/8 or ::1 (RFC 6761 6.3, RFC 1122 3.2.1.3). */
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
