import { shellQuote } from "../../parts/shell-quote.ts";
import type { Message } from "./preview.ts";

type HttpMessage = Extract<Message, { via: "http" }>;

/**
 * Formats a curl command for a POSIX shell. Secrets are masked as in the preview, so the owner has
 * to insert them.
 */
export function formatCurl({ method, url, headers, body, oauth2 }: HttpMessage): string {
  const allHeaders = { ...headers, ...(oauth2 && { authorization: "Bearer ‹token›" }) };
  return [
    // curl takes brackets and braces in the URL literally.
    "curl --globoff",
    method === "HEAD" ? "--head" : `--request ${shellQuote(method)}`,
    // curl omits a header without a value, unless it ends in a semicolon.
    ...Object.entries(allHeaders).map(
      ([name, value]) => `--header ${shellQuote(value === "" ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...(body === "" ? [] : [`--data-raw ${shellQuote(body)}`]),
    shellQuote(url),
  ].join(" ");
}
