/** The roles, the most powerful first. `login/rights.ts` says what each may call. */
export const roles = ["owner", "manager", "desk", "viewer"] as const;
export type Role = (typeof roles)[number];

/** Identifies a person at a provider of single sign-on (OpenID Connect Core 1.0, 5.7). */
export type SsoIdentity = { issuer: string; subject: string };

/** A person who uses the dashboard. */
export type PersonRecord = {
  id: number;
  /** Unique without regard to case. People log in with it. */
  name: string;
  role: Role;
  /** The inboxes that the person is limited to, sorted. Undefined: all. Owners have no limit. */
  inboxes?: string[] | undefined;
  /** Undefined for a local account. */
  sso?: SsoIdentity | undefined;
  hasPassword: boolean;
  hasTotp: boolean;
  /** The number of passkeys. */
  passkeys: number;
  createdAt: string;
  lastLoginAt?: string | undefined;
  revision: number;
  changedAt: string;
};

/** A change of a person. Parts that are undefined stay. `inboxes: null` removes the limit. */
export type PersonChange = {
  name?: string | undefined;
  role?: Role | undefined;
  inboxes?: readonly string[] | null | undefined;
  /** The revision that an edit starts from. */
  revision?: number | undefined;
};

/** The secrets with which a person logs in. */
export type LoginSecrets = {
  passwordHash: string | undefined;
  /** The sealed secret of one-time passwords. */
  totp: string | undefined;
  /** The number of recovery codes that are left. */
  recoveryCodes: number;
};

/** How people can log in at a hub. */
export type LoginWays = {
  /** Somebody has a password. */
  passwordSet: boolean;
  /** Somebody besides the first owner has one, so a name is needed. */
  named: boolean;
  /** Somebody has a passkey. */
  passkeys: boolean;
};

/** A passkey (WebAuthn Level 3). `credential` and `publicKey` (COSE) are in Base64url. */
export type PasskeyRecord = {
  id: number;
  person: number;
  name: string;
  credential: string;
  publicKey: string;
  counter: number;
  transports?: string[] | undefined;
  createdAt: string;
  lastUsedAt?: string | undefined;
};

/**
 * A user whose scans are those of a person: a user of an inbox, or, without an inbox, the one whose
 * scans were sent with an API token.
 */
export type UserOfPerson = {
  inbox?: string | undefined;
  user: string;
  person: number;
  name: string;
};

/**
 * The part of the store with the people and the secrets with which they log in. A new store has one
 * person: `owner`, without a password. There is always a local owner, and one with a password as
 * soon as there was one.
 */
export interface PeopleStore {
  /** Lists the people by their name. */
  people(): Promise<PersonRecord[]>;
  person(id: number): Promise<PersonRecord | undefined>;
  /** Finds a person by their name, without regard to case. */
  personByName(name: string): Promise<PersonRecord | undefined>;
  personBySso(identity: SsoIdentity): Promise<PersonRecord | undefined>;
  /** Returns the local owner who has been there for longest. */
  firstOwner(): Promise<PersonRecord>;
  /** Returns undefined when the name is taken. */
  addPerson(person: {
    name: string;
    role: Role;
    inboxes?: readonly string[] | undefined;
    sso?: SsoIdentity | undefined;
  }): Promise<PersonRecord | undefined>;
  /**
   * Returns "last-owner", and changes nothing, when no local owner would be left, or none with a
   * password any more, and "changed-meanwhile" for an older revision.
   */
  changePerson(
    id: number,
    change: PersonChange,
  ): Promise<"changed" | "no-such-person" | "name-taken" | "last-owner" | "changed-meanwhile">;
  /**
   * Removes a person with their sessions, tokens, codes and passkeys. Users of inboxes stay, and
   * belong to nobody.
   */
  removePerson(id: number): Promise<"removed" | "no-such-person" | "last-owner">;
  recordLogin(id: number): Promise<void>;

  /** Reads a few rows at most, because anybody may ask. */
  loginWays(): Promise<LoginWays>;
  loginSecrets(id: number): Promise<LoginSecrets | undefined>;
  /**
   * Sets the hash of a password, and ends the sessions and log-in codes of the person. The session
   * in `leaving` ends at its `expiresAt`, all others immediately.
   */
  setPassword(
    id: number,
    passwordHash: string,
    leaving?: { session: string; expiresAt: Date },
  ): Promise<void>;
  /**
   * Sets or removes the secret of one-time passwords with the hashes of its recovery codes. The
   * same secret keeps its used time steps.
   */
  setTotp(
    id: number,
    totp: { sealed: string; recoveryCodes: readonly string[] } | undefined,
  ): Promise<void>;
  /**
   * Uses a time step of one-time passwords. Returns false if the person used it or a later one
   * before (RFC 6238 5.2).
   */
  useTotpStep(id: number, step: number): Promise<boolean>;
  /** Uses up a recovery code. Returns false for an unknown or used one. */
  useRecoveryCode(id: number, hash: string): Promise<boolean>;

  /** Returns undefined when the credential is known already. */
  addPasskey(
    passkey: Omit<PasskeyRecord, "id" | "createdAt" | "lastUsedAt">,
  ): Promise<PasskeyRecord | undefined>;
  /** Lists the passkeys of a person, oldest first. */
  passkeys(person: number): Promise<PasskeyRecord[]>;
  passkey(credential: string): Promise<PasskeyRecord | undefined>;
  recordPasskeyUse(id: number, counter: number): Promise<void>;
  /** Returns false when the person has no such passkey. */
  removePasskey(person: number, id: number): Promise<boolean>;

  /**
   * Sets the person to whom a user of an inbox belongs. Returns false without such an inbox, user
   * or person.
   */
  setCredentialPerson(inbox: string, user: string, person: number | undefined): Promise<boolean>;
  /**
   * Lists the users that belong to a person. Left out are tokens with a name that those of several
   * people have.
   */
  usersOfPeople(): Promise<UserOfPerson[]>;
}
