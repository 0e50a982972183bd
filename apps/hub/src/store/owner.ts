/** An API token. The store keeps only its hash. */
export type TokenRecord = { id: number; name: string; createdAt: string; lastUsedAt?: string };

/**
 * `login` codes let their holder set the owner's password, and `pair` codes give a phone its
 * credentials.
 */
export type CodePurpose = "login" | "pair";

/** The result of using a one-time code. `data` is the data that was passed to `addCode`. */
export type UsedCode =
  | { kind: "ok"; data: Record<string, unknown> }
  | { kind: "used" }
  | { kind: "expired" }
  | { kind: "unknown" };

/** The part of the store with the owner's password, tokens, sessions and one-time codes. */
export interface OwnerStore {
  /** Returns the hash of the password, or undefined before one was set. */
  ownerPassword(): Promise<string | undefined>;
  /**
   * Sets the hash of the password, and ends all sessions. The session in `leaving` ends at its
   * `expiresAt`, all others immediately.
   */
  setOwnerPassword(
    passwordHash: string,
    leaving?: { session: string; expiresAt: Date },
  ): Promise<void>;

  addToken(token: { name: string; hash: string }): Promise<TokenRecord>;
  /** Lists the tokens, oldest first. */
  tokens(): Promise<TokenRecord[]>;
  /** Finds a token by its hash, and records to the minute that it was used. */
  useToken(hash: string): Promise<TokenRecord | undefined>;
  /** Returns false without such a token. */
  removeToken(id: number): Promise<boolean>;

  addSession(session: { hash: string; expiresAt: Date }): Promise<void>;
  /** Returns undefined for an unknown or expired session. */
  session(hash: string): Promise<{ createdAt: string; expiresAt: string } | undefined>;
  /**
   * Sets a new end of a session. Returns false for an unknown or expired session, which stays
   * expired.
   */
  renewSession(session: { hash: string; expiresAt: Date }): Promise<boolean>;
  removeSession(hash: string): Promise<void>;

  /**
   * Adds a one-time code. `data` must be JSON, and that of a `pair` code names its inbox in
   * `data.inbox`. Also deletes codes that expired more than a day ago.
   */
  addCode(code: {
    hash: string;
    purpose: CodePurpose;
    data?: Record<string, unknown>;
    expiresAt: Date;
  }): Promise<void>;
  /**
   * Uses up a code. If several callers use the same code, also in different processes, exactly one
   * gets `ok`.
   */
  useCode(hash: string, purpose: CodePurpose): Promise<UsedCode>;
  /** Removes every unused code of a purpose, so that a new log-in link invalidates older ones. */
  removeCodes(purpose: CodePurpose): Promise<void>;
}
