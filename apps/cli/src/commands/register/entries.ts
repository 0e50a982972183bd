import {
  type EntryRecord,
  findRegister,
  loadRegisterRules,
  loadRegisterWork,
  type RegisterRecord,
  type Store,
} from "@scanhook/hub";

/** Finds the entry with a code. */
export async function findEntry(
  store: Store,
  register: RegisterRecord,
  code: string,
): Promise<EntryRecord | undefined> {
  const { keyRulesOf, keysOf } = await loadRegisterRules();
  const { readEntries } = await loadRegisterWork();
  for (const key of keysOf({ content: code }, keyRulesOf(register)))
    for await (const page of readEntries(store, register.id, { text: key.slice(2) })) {
      const entry = page.find(({ keys }) => keys.includes(key));
      if (entry) return entry;
    }
  return undefined;
}

/**
 * Finds the entry with a code, or else with a name that only one entry has. Resolves to one
 * sentence if there is no such entry, or several.
 */
export async function findNamed(
  store: Store,
  register: RegisterRecord,
  text: string,
): Promise<EntryRecord | string> {
  const coded = await findEntry(store, register, text);
  if (coded) return coded;
  const named = await listNamed(store, register, text, () => true);
  if (named.length > 1) return `Several entries are called "${text}"; give the code of one.`;
  return named[0] ?? `No entry of ${register.name} has the code or name "${text}".`;
}

/** Finds the place with a code, or else with a name that only one place has. */
export async function findPlace(
  store: Store,
  register: RegisterRecord,
  text: string,
): Promise<EntryRecord | undefined> {
  const isPlace = ({ role }: EntryRecord) => role === "place";
  const coded = await findEntry(store, register, text);
  if (coded) return isPlace(coded) ? coded : undefined;
  const named = await listNamed(store, register, text, isPlace);
  return named.length === 1 ? named[0] : undefined;
}

/**
 * Finds the person with a code, or else with a name that only one person has, in a register or in
 * the one that has its people. Resolves to one sentence if there is no such person, or several.
 */
export async function findPerson(
  store: Store,
  register: RegisterRecord,
  text: string,
): Promise<EntryRecord | string> {
  const { peopleFrom } = register;
  const others = peopleFrom === undefined ? undefined : await findRegister(store, peopleFrom);
  const isPerson = ({ role }: EntryRecord) => role === "person";
  const coded = await findEntry(store, register, text);
  if (coded && isPerson(coded)) return coded;
  const guest = others && (await findEntry(store, others, text));
  if (guest) return guest;
  const named = [
    ...(await listNamed(store, register, text, isPerson)),
    ...(others ? await listNamed(store, others, text, () => true) : []),
  ];
  if (named.length > 1) return `Several people are called "${text}"; give the code of one.`;
  return named[0] ?? `No person of ${peopleFrom ?? register.name} has the code or name "${text}".`;
}

async function listNamed(
  store: Store,
  { id }: RegisterRecord,
  name: string,
  isWanted: (entry: EntryRecord) => boolean,
): Promise<EntryRecord[]> {
  const { readEntries } = await loadRegisterWork();
  const folded = name.trim().toLowerCase();
  const found: EntryRecord[] = [];
  for await (const page of readEntries(store, id, { text: name }))
    found.push(...page.filter((entry) => isWanted(entry) && entry.label.toLowerCase() === folded));
  return found;
}
