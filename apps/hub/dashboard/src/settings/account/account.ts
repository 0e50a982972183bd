import type { LoginMethod } from "../../../../src/store/logins.ts";
import type { Result } from "../../api.ts";
import type { Person } from "../../rights.ts";
import { callApi } from "../../session.svelte.ts";

/** The session of a browser, as `GET /api/account` lists it. */
export type AccountSession = {
  id: string;
  method: LoginMethod;
  agent?: string;
  createdAt: string;
  lastUsedAt?: string;
  current: boolean;
};

export type Passkey = { id: number; name: string; createdAt: string; lastUsedAt?: string };

/** Whether a way to log in is offered, and else why not. */
export type Offer = { offered: boolean; reason?: string };

/** The account of the person who is logged in. */
export type AccountState = {
  person: Person;
  hasTotp: boolean;
  /** The number of recovery codes that are left. */
  recoveryCodes: number;
  sessions: AccountSession[];
  passkeys: Passkey[];
  offers: { passkeys: Offer; sso: Offer };
};

/** Loads the account of the person who is logged in. */
export function loadAccount(signal?: AbortSignal): Promise<Result<AccountState>> {
  return callApi("GET", "/api/account", undefined, { signal });
}
