import type { Scope, TokenRecord } from "../../../../src/store/logins.ts";
import type { Role } from "../../../../src/store/people.ts";
import { formatList } from "../../number-format.ts";
import { tokensTexts as texts } from "../../texts/settings.ts";
import { formatDate } from "../../time-format.ts";

/** A token with the name of its person. */
export type Token = TokenRecord & { personName?: string };

/** The subject of the form of a new token, for `hasUnsavedForm()`. */
export const newTokenForm = "new token";

/** Returns the scopes that are of use to a person with this role. A viewer changes nothing. */
export function scopesOf(role: Role): Scope[] {
  return role === "viewer"
    ? ["read", "registers", "all"]
    : ["read", "send", "registers", "manage", "all"];
}

/**
 * Returns a line that says what a token may do, and whose it is if it belongs to somebody else than
 * `own`. `titleOf` returns the title of an inbox, and `now` is in milliseconds since 1970.
 */
export function describeToken(
  { scopes, person, personName, inboxes, expiresAt }: Token,
  own: number | undefined,
  titleOf: (inbox: string) => string,
  now: number,
): string {
  const isOwn = person === own || personName === undefined;
  const all = isOwn ? texts.allOfYours : texts.allOf({ person: personName });
  const names = formatList(scopes.map((scope) => texts.scopes[scope].name));
  const hasAll = scopes.includes("all");
  const parts = [
    hasAll ? all : names,
    inboxes && texts.onlyInboxes({ names: formatList(inboxes.map(titleOf)) }),
    !isOwn && !hasAll && texts.of({ person: personName }),
    expiresAt && describeEnd(expiresAt, now),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Says on which day a token ends, which is the last one on which it works. */
function describeEnd(expiresAt: string, now: number): string {
  const end = Date.parse(expiresAt);
  const day = formatDate(end - 1);
  return end > now ? texts.ends({ day }) : texts.ended({ day });
}

/** Returns the end of a day such as 2026-11-30, in the time zone of the browser, for the API. */
export function endOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + 1).toISOString();
}
