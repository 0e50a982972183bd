import type { Role } from "../../../../src/store/people.ts";
import type { Person } from "../../rights.ts";
import { peopleTexts as texts } from "../../texts/settings.ts";
import { formatRelativeTime } from "../../time-format.ts";

/** The values of the form of a person. `inboxes` is null for all inboxes. */
export type PersonDraft = { name: string; role: Role; inboxes: string[] | null };

/** A one-time link with which somebody sets their password. */
export type PersonLink = { name: string; link: string; expiresAt: string };

/** Returns the values of the form of a person as they are now. */
export function toPersonDraft({ name, role, inboxes }: Person): PersonDraft {
  return { name, role, inboxes: inboxes ? [...inboxes] : null };
}

/** Returns the body of the API request for a draft. An owner has no limit. */
export function toPersonBody({ name, role, inboxes }: PersonDraft) {
  return { name: name.trim(), role, inboxes: role === "owner" ? null : inboxes };
}

/**
 * Returns a line that says how a person logs in and when they last did. `now` is in milliseconds
 * since 1970.
 */
export function describeLogin(person: Person, now: number): string {
  const { sso, hasPassword, hasTotp, passkeys, lastLoginAt } = person;
  const { state } = texts;
  const last = lastLoginAt && state.lastLogin({ when: formatRelativeTime(lastLoginAt, now) });
  if (!sso && !hasPassword && passkeys === 0) return state.invited;
  const ways = [
    sso && state.sso,
    hasTotp && state.totp,
    passkeys > 0 && state.passkeys({ count: passkeys }),
  ].filter(Boolean);
  const own = ways.length > 0 ? ways : [state.password];
  return [...own, last || state.never].join(" · ");
}

/** The subject of the form that invites somebody, for `hasUnsavedForm()`. */
export const invitationForm = "invitation";
/** Returns the subject of the form of a person, for `hasUnsavedForm()`. */
export const personForm = (id: number) => `person ${id}`;
