import { shellQuote } from "../../parts/shell-quote.ts";
import type { Message } from "./preview.ts";

type HttpMessage = Extract<Message, { via: "http" }>;

/** A line for a POSIX shell that sends this request; secrets stand in it as they are shown, to be put in by hand. */
export function curlOf({ method, url, headers, body, oauth2 }: HttpMessage): string {
  const sent = { ...headers, ...(oauth2 && { authorization: "Bearer ‹token›" }) };
  return [
    // Brackets in the address mean themselves.
    "curl --globoff",
    method === "HEAD" ? "--head" : `--request ${shellQuote(method)}`,
    // A header without a value is left out by curl, unless it ends in a semicolon.
    ...Object.entries(sent).map(
      ([name, value]) => `--header ${shellQuote(value === "" ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...(body === "" ? [] : [`--data-raw ${shellQuote(body)}`]),
    shellQuote(url),
  ].join(" ");
}
