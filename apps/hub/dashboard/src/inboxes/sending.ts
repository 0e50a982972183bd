import type { Credential, Inbox } from "../api.ts";
import { shellQuote } from "../parts/shell-quote.ts";

/**
 * A line for a POSIX shell that sends one scan. curl asks for the password by itself when only a user
 * is given. The shell fills in the time, so that the same line sends a new scan every time.
 * `identifier`: 16 random bytes, made a UUID v4 (RFC 9562, 5.4).
 */
export function curlLine(target: {
  base: string;
  inbox: string;
  user: string | undefined;
  identifier: Uint8Array;
}): string {
  const user = target.user === undefined ? "" : `-u ${shellQuote(target.user)} `;
  const before = `{"identifier":"${toUuid(target.identifier)}","date":"`;
  const body = `${shellQuote(before)}"$(date -u +%Y-%m-%dT%H:%M:%SZ)"${shellQuote('","content":"hello"}')}`;
  return `curl ${user}--json ${body} ${shellQuote(receiverUrl(target.base, target.inbox))}`;
}

/** The address that scans are sent to. */
export function receiverUrl(base: string, name: string): string {
  return `${base}/in/${encodeURIComponent(name)}`;
}

/** The user made last: whoever asks for a line to send with most likely just made one for it. */
export function newestUser(inbox: Pick<Inbox, "credentials">): string | undefined {
  return inbox.credentials.reduce<Credential | undefined>(
    (newest, one) => (newest && newest.createdAt > one.createdAt ? newest : one),
    undefined,
  )?.user;
}

function toUuid(random: Uint8Array): string {
  const bytes = Uint8Array.from(random);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
