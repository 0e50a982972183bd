import { forgetUnsavedForms } from "@scanhook/page-parts/unsaved-forms";
import { type Method, type Result, sendRequest } from "./api.ts";
import { type Act, isAllowed, type Person } from "./rights.ts";

/** The ways to log in that the hub offers. */
export type LoginWays = {
  /** The code of the error with which the hub refuses the person whom a proxy names. */
  refused?: string | undefined;
  /** Whether somebody has set a password. */
  passwordSet: boolean;
  /** Whether several people can log in, so that a name is needed. */
  named: boolean;
  /** The provider of single sign-on. */
  sso?: { name: string } | undefined;
  passkeys: boolean;
};

export type EndReason = "ended" | "no-cookie";

type Session =
  | { kind: "unknown" }
  | { kind: "unreachable"; message: string }
  | { kind: "out"; ways: LoginWays; reason?: EndReason | undefined }
  | { kind: "in"; ways: LoginWays; person: Person; docs: boolean };

/**
 * Whether the hub has recognized the session cookie since the last log-in. A browser that blocks
 * cookies never sends it.
 */
let isConfirmed = false;

let state: Session = $state.raw({ kind: "unknown" });
/** The last person, whose forms nobody else gets to see. */
let lastPerson: number | undefined;
/** Grows with each log-in and log-out. A response to an earlier request is out of date then. */
let turn = 0;

/** The current session. `App.svelte` shows the log-in screen if nobody is logged in. */
export const session = {
  get state(): Session {
    return state;
  },
  /** The person who is logged in. */
  get person(): Person | undefined {
    return state.kind === "in" ? state.person : undefined;
  },
  /** Whether the hub serves its docs at /docs/. */
  get docs(): boolean {
    return state.kind === "in" && state.docs;
  },
};

/** Returns whether the person who is logged in may do something, as `isAllowed` does. */
export function may(act: Act, inboxes?: readonly string[]): boolean {
  return state.kind === "in" && isAllowed(state.person, act, inboxes);
}

export type SessionResponse = LoginWays & { loggedIn: boolean; person?: Person; docs: boolean };

/**
 * Loads the session, with the role that the person has now. Keeps what is known if the hub cannot
 * be reached.
 */
export async function refreshSession(): Promise<Result<SessionResponse>> {
  const before = turn;
  const result = await sendRequest<SessionResponse>("GET", "/api/session");
  if (before !== turn) return result;
  if (!result.ok) {
    if (state.kind === "unknown" || state.kind === "unreachable")
      state = { kind: "unreachable", message: result.message };
  } else if (result.data.person) {
    isConfirmed = true;
    enter(result.data);
  } else {
    leave(result.data);
  }
  return result;
}

/**
 * Logs in at an address of the API: with a password, with the code of a one-time link, which sets
 * the password, or with a passkey.
 */
export async function logIn(
  credentials: {
    name?: string | undefined;
    password?: string;
    second?: string | undefined;
    code?: string;
    response?: unknown;
  },
  path = "/api/session",
): Promise<Result<SessionResponse>> {
  const result = await sendRequest<SessionResponse>("POST", path, credentials);
  if (result.ok) {
    turn += 1;
    isConfirmed = false;
    enter(result.data);
  }
  return result;
}

/**
 * Ends the session in the browser and in the hub, and discards the forms that were not saved. If
 * the person logged in at a provider, returns the address at which they log out there.
 */
export async function logOut(): Promise<Result<{ location: string } | undefined>> {
  const result = await sendRequest<{ location: string } | undefined>("DELETE", "/api/session");
  if (result.ok && state.kind === "in") {
    turn += 1;
    forgetUnsavedForms();
    state = { kind: "out", ways: state.ways };
    // The ways to log in may have changed since they were loaded.
    void refreshSession();
  }
  return result;
}

/**
 * Sends a request that needs a session. If the session has ended, the log-in screen appears. If the
 * hub refuses it because of another role, the page adapts to that role.
 */
export async function callApi<T>(
  method: Method,
  path: string,
  body?: unknown,
  options?: { signal?: AbortSignal | undefined },
): Promise<Result<T>> {
  const result = await sendRequest<T>(method, path, body, options);
  if (result.ok) isConfirmed = true;
  else if (state.kind === "in") {
    if (result.code === "login-needed") leave(state.ways);
    else if (result.status === 403) void refreshSession();
  }
  return result;
}

/** Loads the list that a response of the API has under `name`. */
export async function loadList<T>(
  path: string,
  name: string,
  signal?: AbortSignal,
): Promise<Result<T[]>> {
  const result = await callApi<Record<string, T[]>>("GET", path, undefined, { signal });
  return result.ok ? { ok: true, data: result.data[name] ?? [] } : result;
}

function enter({ person, docs, loggedIn: _, ...ways }: SessionResponse): void {
  if (!person) return;
  if (lastPerson !== undefined && lastPerson !== person.id) forgetUnsavedForms();
  lastPerson = person.id;
  const next: Session = { kind: "in", ways, person, docs };
  // An unchanged state stays the same object, so that the page does not render again.
  if (JSON.stringify(next) !== JSON.stringify(state)) state = next;
}

function leave({ refused, passwordSet, named, sso, passkeys }: LoginWays): void {
  const ways = { refused, passwordSet, named, sso, passkeys };
  const reason = isConfirmed ? "ended" : "no-cookie";
  const known = state.kind === "out" ? state.reason : undefined;
  state = { kind: "out", ways, reason: state.kind === "in" ? reason : known };
}
