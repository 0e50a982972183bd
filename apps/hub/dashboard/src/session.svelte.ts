import { type Answer, ask, type Method } from "./api.ts";

type Session =
  | { kind: "unknown" }
  | { kind: "unreachable"; message: string }
  | { kind: "out"; passwordSet: boolean; ended: boolean }
  | { kind: "in"; docs: boolean };

let state: Session = $state.raw({ kind: "unknown" });

/** Whether somebody is logged in; the screens show the log-in instead of themselves when not. */
export const session = {
  get state(): Session {
    return state;
  },
  /** Whether this hub serves its docs at /docs/. */
  get docs(): boolean {
    return state.kind === "in" && state.docs;
  },
};

type Told = { loggedIn: boolean; passwordSet: boolean; docs: boolean };

/** Asks the hub who we are. Keeps what was known when the hub cannot be reached. */
export async function refreshSession(): Promise<void> {
  const answer = await ask<Told>("GET", "/api/session");
  if (!answer.ok) {
    if (state.kind !== "in") state = { kind: "unreachable", message: answer.message };
  } else if (answer.data.loggedIn) {
    state = { kind: "in", docs: answer.data.docs };
  } else {
    state = { kind: "out", passwordSet: answer.data.passwordSet, ended: state.kind === "in" };
  }
}

/** Logs in by password, or sets the password with the code of a one-time link. */
export async function logIn(proof: { password: string; code?: string }): Promise<Answer<unknown>> {
  const answer = await ask<Told>("POST", "/api/session", proof);
  if (answer.ok) state = { kind: "in", docs: answer.data.docs };
  return answer;
}

/** Ends the session here and at the hub. */
export async function logOut(): Promise<Answer<unknown>> {
  const answer = await ask("DELETE", "/api/session");
  if (answer.ok) state = { kind: "out", passwordSet: true, ended: false };
  return answer;
}

/** `ask` for everything behind the log-in: a session that ended shows the log-in at once. */
export async function askHub<T>(
  method: Method,
  path: string,
  body?: unknown,
  parts?: { signal?: AbortSignal },
): Promise<Answer<T>> {
  const answer = await ask<T>(method, path, body, parts);
  if (!answer.ok && answer.code === "login-needed" && state.kind === "in") {
    state = { kind: "out", passwordSet: true, ended: true };
  }
  return answer;
}
