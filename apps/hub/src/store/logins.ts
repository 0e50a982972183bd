import type { PersonRecord } from "./people.ts";

/** The uses of a token. `all`: everything that its person may do, as before release 0.4. */
export const scopes = ["read", "send", "registers", "manage", "all"] as const;
export type Scope = (typeof scopes)[number];

/** An API token of a person. The store keeps only its hash. */
export type TokenRecord = {
  id: number;
  name: string;
  /** The id of the person. */
  person: number;
  scopes: Scope[];
  /** The inboxes that the token is limited to, within those of its person. Undefined: no limit. */
  inboxes?: string[] | undefined;
  createdAt: string;
  expiresAt?: string | undefined;
  lastUsedAt?: string | undefined;
};

/**
 * Returns the user of scans that are sent with a token. No user of an inbox is called so, because
 * Basic users have no colon (RFC 7617, 2).
 */
export function toTokenUser(name: string): string {
  return `token:${name}`;
}

/** How a person logged in. */
export type LoginMethod = "password" | "passkey" | "sso";

/** The session of a browser. `id` is the hash of its secret. */
export type SessionRecord = {
  id: string;
  person: number;
  method: LoginMethod;
  /** The `User-Agent` of the browser. */
  agent?: string | undefined;
  createdAt: string;
  expiresAt: string;
  lastUsedAt?: string | undefined;
};

/** The session of a request, with its person as they are now. */
export type SessionInUse = SessionRecord & { owner: PersonRecord };

/** A token of a request, with its person as they are now. */
export type TokenInUse = TokenRecord & { owner: PersonRecord };

/**
 * `login` codes let their holder set the password of a person, `pair` codes give a phone its
 * credentials, and `sso` and `passkey` codes continue a log-in that was begun.
 */
export type CodePurpose = "login" | "pair" | "sso" | "passkey";

/** The result of using a one-time code. `data` is the data that was passed to `addCode`. */
export type UsedCode =
  | { kind: "ok"; data: Record<string, unknown>; person?: number | undefined }
  | { kind: "used" }
  | { kind: "expired" }
  | { kind: "unknown" };

/** The part of the store with tokens, sessions and one-time codes. */
export interface LoginStore {
  addToken(token: {
    name: string;
    hash: string;
    person: number;
    scopes: readonly Scope[];
    inboxes?: readonly string[] | undefined;
    expiresAt?: Date | undefined;
  }): Promise<TokenRecord>;
  /** Lists the tokens of a person, or all, oldest first. */
  tokens(person?: number): Promise<TokenRecord[]>;
  /**
   * Finds a token that has not expired by its hash, and records to the minute that it was used.
   */
  useToken(hash: string): Promise<TokenInUse | undefined>;
  /**
   * Returns false without such a token, or when it belongs to another person than the given one.
   */
  removeToken(id: number, person?: number): Promise<boolean>;

  /** Adds a session. A person has up to 100: the one that was unused for longest makes way. */
  addSession(session: {
    hash: string;
    person: number;
    method: LoginMethod;
    agent?: string | undefined;
    idToken?: string | undefined;
    expiresAt: Date;
  }): Promise<void>;
  /** Returns undefined for an unknown or expired session. */
  session(hash: string): Promise<SessionInUse | undefined>;
  /** Lists the sessions of a person that have not expired, the newest first. */
  sessions(person: number): Promise<SessionRecord[]>;
  /**
   * Sets a new end of a session. Returns false for an unknown or expired session, which stays
   * expired.
   */
  renewSession(session: { hash: string; expiresAt: Date }): Promise<boolean>;
  recordSessionUse(hash: string): Promise<void>;
  /**
   * Removes a session, if it belongs to the given person. Returns undefined without such a session,
   * and else its ID token, if it has one.
   */
  removeSession(
    hash: string,
    person?: number,
  ): Promise<{ idToken: string | undefined } | undefined>;

  /**
   * Adds a one-time code. `data` must be JSON, and that of a `pair` code names its inbox in
   * `data.inbox`. Also deletes codes that expired more than a day ago.
   */
  addCode(code: {
    hash: string;
    purpose: CodePurpose;
    /** The person whose password a `login` code sets. */
    person?: number | undefined;
    data?: Record<string, unknown>;
    expiresAt: Date;
  }): Promise<void>;
  /**
   * Uses up a code. If several callers use the same code, also in different processes, exactly one
   * gets `ok`.
   */
  useCode(hash: string, purpose: CodePurpose): Promise<UsedCode>;
  /** Returns the person of an unused `login` code that has not expired. Does not use it up. */
  personOfCode(hash: string): Promise<PersonRecord | undefined>;
  /** Removes the unused log-in codes of a person, so that a new link invalidates older ones. */
  removeLoginCodes(person: number): Promise<void>;
}
