import { toTokenUser } from "../logins.ts";
import type {
  LoginSecrets,
  LoginWays,
  PasskeyRecord,
  PersonChange,
  PersonRecord,
  SsoIdentity,
  UserOfPerson,
} from "../people.ts";
import { type PersonRow, personColumns, toList, toPersonRecord, toTime } from "../person-row.ts";
import type { Store } from "../store.ts";
import { editColumns } from "./edits.ts";
import { forUpdate } from "./locks.ts";
import { assignments, rawSql, type Steps, sql } from "./sql.ts";

const columns = rawSql(personColumns);

export function* people(): Steps<PersonRecord[]> {
  const rows = yield* sql<PersonRow>`SELECT ${columns} FROM people ORDER BY name_key`;
  return rows.map(toPersonRecord);
}

export function* person(id: number): Steps<PersonRecord | undefined> {
  const [row] = yield* sql<PersonRow>`SELECT ${columns} FROM people WHERE id = ${id}`;
  return row && toPersonRecord(row);
}

export function* personByName(name: string): Steps<PersonRecord | undefined> {
  const [row] = yield* sql<PersonRow>`
    SELECT ${columns} FROM people WHERE name_key = ${toNameKey(name)}`;
  return row && toPersonRecord(row);
}

export function* personBySso(identity: SsoIdentity): Steps<PersonRecord | undefined> {
  const [row] = yield* sql<PersonRow>`
    SELECT ${columns} FROM people
    WHERE issuer = ${identity.issuer} AND subject = ${identity.subject}`;
  return row && toPersonRecord(row);
}

export function* firstOwner(): Steps<PersonRecord> {
  const [row] = yield* sql<PersonRow>`
    SELECT ${columns} FROM people WHERE role = 'owner' AND issuer IS NULL
    ORDER BY id LIMIT 1`;
  return toPersonRecord(row!);
}

export function* addPerson(
  now: number,
  { name, role, inboxes, sso }: Parameters<Store["addPerson"]>[0],
): Steps<PersonRecord | undefined> {
  const [row] = yield* sql<{ id: number }>`
    INSERT INTO people (name, name_key, role, inboxes, issuer, subject, created_at)
    VALUES (${name}, ${toNameKey(name)}, ${role}, ${toInboxes(inboxes)}, ${sso?.issuer},
      ${sso?.subject}, ${now})
    ON CONFLICT DO NOTHING RETURNING id`;
  return row && (yield* person(row.id));
}

export function* changePerson(
  now: number,
  id: number,
  change: PersonChange,
): Steps<"changed" | "no-such-person" | "name-taken" | "last-owner" | "changed-meanwhile"> {
  yield* lockOwners();
  const found = yield* person(id);
  if (!found) return "no-such-person";
  const { name, role, inboxes, revision } = change;
  if (revision !== undefined && revision !== found.revision) return "changed-meanwhile";
  if (role !== undefined && role !== "owner" && (yield* isLastOwner(id))) return "last-owner";
  if (name !== undefined) {
    const namesake = yield* personByName(name);
    if (namesake && namesake.id !== id) return "name-taken";
  }
  const columns = assignments({
    name,
    name_key: name === undefined ? undefined : toNameKey(name),
    role,
    inboxes: inboxes === undefined ? undefined : toInboxes(inboxes ?? undefined),
    ...editColumns(change, now),
  });
  yield* sql`UPDATE people SET ${columns} WHERE id = ${id}`;
  return "changed";
}

export function* removePerson(id: number): Steps<"removed" | "no-such-person" | "last-owner"> {
  yield* lockOwners();
  if (yield* isLastOwner(id)) return "last-owner";
  const rows = yield* sql`DELETE FROM people WHERE id = ${id} RETURNING 1`;
  return rows.length === 1 ? "removed" : "no-such-person";
}

/** Keeps other transactions from changing who is an owner. */
function lockOwners(): Steps<unknown[]> {
  return sql`SELECT id FROM people WHERE role = 'owner' ORDER BY id ${forUpdate}`[
    Symbol.iterator
  ]();
}

/**
 * Returns whether no local owner would be left without this person, or, if the person has a
 * password, none with one: an invitation may expire before anybody uses it.
 */
function* isLastOwner(id: number): Steps<boolean> {
  const owners = yield* sql<{ id: number; has_password: number | boolean }>`
    SELECT id, password_hash IS NOT NULL AS has_password FROM people
    WHERE role = 'owner' AND issuer IS NULL`;
  const found = owners.find((owner) => owner.id === id);
  if (!found) return false;
  return !owners.some((other) => other !== found && (other.has_password || !found.has_password));
}

export function* recordLogin(now: number, id: number): Steps<void> {
  yield* sql`UPDATE people SET last_login_at = ${now} WHERE id = ${id}`;
}

type WaysRow = { [Way in keyof LoginWays]: number | boolean };

export function* loginWays(): Steps<LoginWays> {
  const [row] = yield* sql<WaysRow>`
    SELECT
      EXISTS (SELECT 1 FROM people WHERE password_hash IS NOT NULL) AS "passwordSet",
      EXISTS (
        SELECT 1 FROM people WHERE password_hash IS NOT NULL
          AND id <> (SELECT min(id) FROM people WHERE role = 'owner' AND issuer IS NULL)
      ) AS named,
      EXISTS (SELECT 1 FROM passkeys) AS passkeys`;
  const { passwordSet, named, passkeys } = row!;
  return {
    passwordSet: Boolean(passwordSet),
    named: Boolean(named),
    passkeys: Boolean(passkeys),
  };
}

type SecretsRow = { password_hash: string | null; totp: string | null; recovery_codes: number };

export function* loginSecrets(id: number): Steps<LoginSecrets | undefined> {
  const [row] = yield* sql<SecretsRow>`
    SELECT password_hash, totp,
      (SELECT count(*) FROM recovery_codes WHERE person = people.id) AS recovery_codes
    FROM people WHERE id = ${id}`;
  return (
    row && {
      passwordHash: row.password_hash ?? undefined,
      totp: row.totp ?? undefined,
      recoveryCodes: row.recovery_codes,
    }
  );
}

export function* setPassword(
  id: number,
  passwordHash: string,
  leaving?: { session: string; expiresAt: Date },
): Steps<void> {
  yield* sql`UPDATE people SET password_hash = ${passwordHash} WHERE id = ${id}`;
  yield* sql`DELETE FROM sessions WHERE person = ${id} AND hash <> ${leaving?.session ?? ""}`;
  const end = leaving?.expiresAt.getTime() ?? 0;
  yield* sql`
    UPDATE sessions SET expires_at = ${end} WHERE person = ${id} AND expires_at > ${end}`;
  yield* sql`
    DELETE FROM codes WHERE purpose = 'login' AND person = ${id} AND used_at IS NULL`;
}

export function* setTotp(
  id: number,
  totp: { sealed: string; recoveryCodes: readonly string[] } | undefined,
): Steps<void> {
  yield* sql`
    UPDATE people SET totp = ${totp?.sealed},
      totp_step = CASE WHEN totp = ${totp?.sealed} THEN totp_step END
    WHERE id = ${id}`;
  yield* sql`DELETE FROM recovery_codes WHERE person = ${id}`;
  for (const hash of totp?.recoveryCodes ?? []) {
    yield* sql`
      INSERT INTO recovery_codes (hash, person) SELECT ${hash}, id FROM people WHERE id = ${id}`;
  }
}

export function* useTotpStep(id: number, step: number): Steps<boolean> {
  const rows = yield* sql`
    UPDATE people SET totp_step = ${step}
    WHERE id = ${id} AND totp IS NOT NULL AND coalesce(totp_step, 0) < ${step} RETURNING 1`;
  return rows.length === 1;
}

export function* useRecoveryCode(id: number, hash: string): Steps<boolean> {
  const rows = yield* sql`
    DELETE FROM recovery_codes WHERE person = ${id} AND hash = ${hash} RETURNING 1`;
  return rows.length === 1;
}

export function* setCredentialPerson(
  inbox: string,
  user: string,
  person: number | undefined,
): Steps<boolean> {
  const rows = yield* sql`
    UPDATE credentials SET person = ${person}
    WHERE inbox = ${inbox} AND "user" = ${user}
      AND (CAST(${person} AS bigint) IS NULL OR EXISTS (SELECT 1 FROM people WHERE id = ${person}))
    RETURNING 1`;
  return rows.length === 1;
}

export function* usersOfPeople(): Steps<UserOfPerson[]> {
  const users = yield* sql<UserOfPerson>`
    SELECT inbox, "user", person, people.name FROM credentials
    JOIN people ON people.id = credentials.person ORDER BY inbox, "user"`;
  const tokens = yield* sql<{ token: string; person: number; name: string }>`
    SELECT tokens.name AS token, min(people.id) AS person, min(people.name) AS name FROM tokens
    JOIN people ON people.id = tokens.person
    GROUP BY tokens.name HAVING count(DISTINCT people.id) = 1 ORDER BY tokens.name`;
  const ofTokens = tokens.map(({ token, ...who }) => ({ user: toTokenUser(token), ...who }));
  return [...users, ...ofTokens];
}

type PasskeyRow = {
  id: number;
  person: number;
  name: string;
  credential: string;
  public_key: string;
  counter: number;
  transports: string | null;
  created_at: number;
  last_used_at: number | null;
};

export function* addPasskey(
  now: number,
  passkey: Parameters<Store["addPasskey"]>[0],
): Steps<PasskeyRecord | undefined> {
  const { person, name, credential, publicKey, counter, transports } = passkey;
  const [row] = yield* sql<PasskeyRow>`
    INSERT INTO passkeys (person, name, credential, public_key, counter, transports, created_at)
    VALUES (${person}, ${name}, ${credential}, ${publicKey}, ${counter},
      ${transports && JSON.stringify(transports)}, ${now})
    ON CONFLICT DO NOTHING RETURNING *`;
  return row && toPasskeyRecord(row);
}

export function* passkeys(person: number): Steps<PasskeyRecord[]> {
  const rows = yield* sql<PasskeyRow>`
    SELECT * FROM passkeys WHERE person = ${person} ORDER BY id`;
  return rows.map(toPasskeyRecord);
}

export function* passkey(credential: string): Steps<PasskeyRecord | undefined> {
  const [row] = yield* sql<PasskeyRow>`
    SELECT * FROM passkeys WHERE credential = ${credential}`;
  return row && toPasskeyRecord(row);
}

export function* recordPasskeyUse(now: number, id: number, counter: number): Steps<void> {
  yield* sql`
    UPDATE passkeys SET counter = ${counter}, last_used_at = ${now} WHERE id = ${id}`;
}

export function* removePasskey(person: number, id: number): Steps<boolean> {
  const rows = yield* sql`
    DELETE FROM passkeys WHERE id = ${id} AND person = ${person} RETURNING 1`;
  return rows.length === 1;
}

function toPasskeyRecord(row: PasskeyRow): PasskeyRecord {
  return {
    id: row.id,
    person: row.person,
    name: row.name,
    credential: row.credential,
    publicKey: row.public_key,
    counter: row.counter,
    transports: toList(row.transports),
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: toTime(row.last_used_at),
  };
}

function toInboxes(inboxes: readonly string[] | undefined): string | null {
  return inboxes === undefined ? null : JSON.stringify([...inboxes].sort());
}

/**
 * Names that differ in case, in composition, in the width of letters or in characters that nobody
 * sees are the same to people.
 */
function toNameKey(name: string): string {
  return name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase();
}
