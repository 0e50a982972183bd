import type { PersonRecord, Role, SsoIdentity } from "../store/people.ts";
import type { Store } from "../store/store.ts";
import { type Author, runAs } from "./author.ts";
import { findRole, type GroupRules } from "./find-role.ts";

/** A person as a provider or a proxy tells them. `name` is for an account that is still missing. */
export type ToldPerson = { identity: SsoIdentity; name: string; groups: readonly string[] };

/**
 * Finds the account of a person, or adds one, and gives it the role of their groups. An account is
 * found only by its identity, never by a name or a mail address, so that nobody takes over that of
 * somebody else. Its name and its inboxes stay as an owner has set them.
 *
 * Returns undefined for somebody whose groups give no role. Their sessions end then, and their API
 * tokens are removed, because both would otherwise keep the last role. The journal of changes names
 * the person as the author of all this, by their sign-in.
 */
export async function admitPerson(
  store: Store,
  told: ToldPerson,
  rules: GroupRules,
): Promise<PersonRecord | undefined> {
  const role = findRole(rules, told.groups);
  const known = await store.personBySso(told.identity);
  const person = known ?? (role && (await addPerson(store, told, role)));
  if (!person || person.role === role) return person;
  return runAs(toSignIn(person.name), async () => {
    if (!role) return endAccess(store, person.id);
    // An owner has no limit, so somebody who becomes one loses it.
    await store.changePerson(person.id, { role, inboxes: role === "owner" ? null : undefined });
    return store.person(person.id);
  });
}

/** Returns the author of what the groups of a person change. */
const toSignIn = (name: string): Author => ({ by: name, via: "sign-in" });

async function addPerson(
  store: Store,
  { identity, name }: ToldPerson,
  role: Role,
): Promise<PersonRecord> {
  for (let number = 1; number <= maxNamesakes; number++) {
    const freeName = number === 1 ? name : `${name} ${number}`;
    // A person is added by themselves, and never by a namesake who was there before.
    const added = await runAs(toSignIn(freeName), () =>
      store.addPerson({ name: freeName, role, sso: identity }),
    );
    // Another request of the same person may have been first.
    const found = added ?? (await store.personBySso(identity));
    if (found) return found;
  }
  throw new Error(`There are too many people with the name ${name}.`);
}

const maxNamesakes = 9999;

async function endAccess(store: Store, person: number): Promise<undefined> {
  for (const { id } of await store.sessions(person)) await store.removeSession(id, person);
  for (const { id } of await store.tokens(person)) await store.removeToken(id, person);
}
