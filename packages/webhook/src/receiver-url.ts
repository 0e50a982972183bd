import { parseUrl } from "./parse-url.ts";

/**
 * Why a text cannot be used as a receiver URL: it is empty, no URL, holds credentials, starts with
 * another scheme than https (`scheme`, with its colon), or with `http:` for another machine
 * (`insecure`) or from a page of another machine (`page-elsewhere`).
 */
export type ReceiverUrlProblem =
  | { problem: "empty" }
  | { problem: "not-a-url"; address: string }
  | { problem: "credentials" }
  | { problem: "scheme"; scheme: string }
  | { problem: "insecure" }
  | { problem: "page-elsewhere" };

/**
 * Parses a receiver URL as a person typed it. Accepts `https:`, and `http:` only for a loopback
 * address. In a page, the page must have been loaded from loopback too (`page.origin`; omit `page`
 * on a command line). Refuses credentials in the URL, because the URL is displayed. On failure,
 * `reason` is one English sentence for that person, and `problem` names it for programs that speak
 * other languages.
 */
export function parseReceiverUrl(
  text: string,
  page?: { origin?: string },
): { ok: true; url: URL } | ({ ok: false; reason: string } & ReceiverUrlProblem) {
  const address = text.trim();
  if (address === "") return refuse({ problem: "empty" });
  const url = parseUrl(address);
  if (!url?.host) return refuse({ problem: "not-a-url", address });
  if (url.username || url.password) return refuse({ problem: "credentials" });
  if (url.protocol === "https:") return { ok: true, url };
  if (url.protocol !== "http:") return refuse({ problem: "scheme", scheme: url.protocol });
  if (!isLoopback(url.hostname)) return refuse({ problem: "insecure" });
  const isLoopbackPage = page === undefined || isLoopback(parseUrl(page.origin ?? "")?.hostname);
  return isLoopbackPage ? { ok: true, url } : refuse({ problem: "page-elsewhere" });
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

function refuse<Problem extends ReceiverUrlProblem>(
  problem: Problem,
): { ok: false; reason: string } & Problem {
  return { ok: false, reason: describe(problem), ...problem };
}

function describe(found: ReceiverUrlProblem): string {
  switch (found.problem) {
    case "empty":
      return "Enter the receiver URL, for example https://example.com/scans.";
    case "not-a-url":
      return `“${found.address}” is not a receiver URL; it should look like https://example.com/scans.`;
    case "credentials":
      return "Leave the username and password out of the receiver URL; they have their own fields.";
    case "scheme":
      return `The receiver URL starts with ${found.scheme}//, but it must start with https://.`;
    case "insecure":
      return "The receiver URL starts with http://, so anybody on the network could read your scans and password; use https://.";
    case "page-elsewhere":
      return "This page was loaded from another machine, so it may not send to http:// on this device; use https://.";
  }
}
