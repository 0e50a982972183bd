import type { Credential, Inbox } from "../api.ts";
import { shellQuote } from "../parts/shell-quote.ts";

/**
 * Formats a command for a POSIX shell that sends one scan. curl asks for the password of the user.
 * The shell fills in the time, so each run of the command sends a new scan. `identifier` is 16
 * random bytes, which become a UUID v4 (RFC 9562, 5.4).
 */
export function formatCurlCommand(target: {
  base: string;
  inbox: string;
  user: string | undefined;
  identifier: Uint8Array;
}): string {
  const user = target.user === undefined ? "" : `-u ${shellQuote(target.user)} `;
  const bodyStart = `{"identifier":"${toUuid(target.identifier)}","date":"`;
  const body = `${shellQuote(bodyStart)}"$(date -u +%Y-%m-%dT%H:%M:%SZ)"${shellQuote('","content":"hello"}')}`;
  return `curl ${user}--json ${body} ${shellQuote(receiverUrl(target.base, target.inbox))}`;
}

/** Returns the receiver URL of an inbox. */
export function receiverUrl(base: string, name: string): string {
  return `${base}/in/${encodeURIComponent(name)}`;
}

/** Returns the user added last, who was most likely added for the command that is shown. */
export function newestUser(inbox: Pick<Inbox, "credentials">): string | undefined {
  return inbox.credentials.reduce<Credential | undefined>(
    (newest, credential) =>
      newest && newest.createdAt > credential.createdAt ? newest : credential,
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
