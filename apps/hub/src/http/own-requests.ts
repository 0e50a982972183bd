import type { IncomingMessage } from "node:http";

/**
 * The header of every request that a hub sends to a destination. No destination can leave it out,
 * so that a hub tells what managers have it send from the requests of a proxy on the same machine.
 */
export const ownRequestHeaders: Readonly<Record<string, string>> = { "scanhook-hub": "1" };

/** Returns whether a hub, this one or another node, sent a request to a destination. */
export function isFromHub({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return Object.keys(ownRequestHeaders).some((name) => headers[name] !== undefined);
}
