import { say } from "../texts/exact-message.ts";
import type { Caller } from "./rights.ts";

/**
 * Returns why a caller may not make what gives rights for good: tokens, people and links that set
 * their password. Undefined if they may. A token that is limited to inboxes, or that ends, could
 * otherwise do more with what it makes.
 */
export function findLastingDenial({ token }: Caller): string | undefined {
  if (!token?.inboxes && !token?.expiresAt) return undefined;
  return say("token-makes-no-rights", { token: token.name });
}
