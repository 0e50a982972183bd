import { forgetUnsavedForms } from "@scanhook/page-parts/unsaved-forms";
import { type Method, type Result, sendRequest } from "./api.ts";

type Session =
  | { kind: "unknown" }
  | { kind: "unreachable"; message: string }
  | { kind: "out"; passwordSet: boolean; reason?: "ended" | "no-cookie" | undefined }
  | { kind: "in"; docs: boolean };

/**
 * Whether the hub has recognized the session cookie since the last log-in. A browser that blocks
 * cookies never sends it.
 */
let isConfirmed = false;

let state: Session = $state.raw({ kind: "unknown" });

/** Whether the owner is logged in. `App.svelte` shows the log-in screen otherwise. */
export const session = {
  get state(): Session {
    return state;
  },
  /** Whether the hub serves its docs at /docs/. */
  get docs(): boolean {
    return state.kind === "in" && state.docs;
  },
};

type SessionResponse = { loggedIn: boolean; passwordSet: boolean; docs: boolean };

/** Loads the session. Keeps a logged-in session if the hub cannot be reached. */
export async function refreshSession(): Promise<void> {
  const result = await sendRequest<SessionResponse>("GET", "/api/session");
  if (!result.ok) {
    if (state.kind !== "in") state = { kind: "unreachable", message: result.message };
  } else if (result.data.loggedIn) {
    isConfirmed = true;
    state = { kind: "in", docs: result.data.docs };
  } else {
    leave(result.data.passwordSet);
  }
}

/** Logs in with the password, or sets the password with the code of a one-time link. */
export async function logIn(credentials: {
  password: string;
  code?: string;
}): Promise<Result<unknown>> {
  const result = await sendRequest<SessionResponse>("POST", "/api/session", credentials);
  if (result.ok) {
    isConfirmed = false;
    state = { kind: "in", docs: result.data.docs };
  }
  return result;
}

/** Ends the session in the browser and in the hub, and discards the forms that were not saved. */
export async function logOut(): Promise<Result<unknown>> {
  const result = await sendRequest("DELETE", "/api/session");
  if (result.ok) {
    forgetUnsavedForms();
    state = { kind: "out", passwordSet: true };
  }
  return result;
}

/** Sends a request that needs a session. If the session has ended, the log-in screen appears. */
export async function callApi<T>(
  method: Method,
  path: string,
  body?: unknown,
  options?: { signal?: AbortSignal | undefined },
): Promise<Result<T>> {
  const result = await sendRequest<T>(method, path, body, options);
  if (result.ok) isConfirmed = true;
  else if (result.code === "login-needed" && state.kind === "in") leave(true);
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

function leave(passwordSet: boolean): void {
  const reason = isConfirmed ? "ended" : "no-cookie";
  state = { kind: "out", passwordSet, reason: state.kind === "in" ? reason : undefined };
}
