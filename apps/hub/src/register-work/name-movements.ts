import { readListedScans } from "../scans/listed-scans.ts";
import { type Named, type PersonNames, type Sent, withPerson } from "../scans/person-names.ts";
import type { LeadCounts } from "../store/leads.ts";
import type { MovementRecord } from "../store/movements.ts";
import type { EntryRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";

/** The parts of the store with which the people behind movements are found. */
export type NamingStore = Pick<Store, "inbox" | "readListPage" | "registers">;

/** A lead whose first scan has the name of the person. */
export type NamedEntry = Omit<EntryRecord, "lead"> & {
  lead?: Named<NonNullable<EntryRecord["lead"]>> | undefined;
};

/**
 * Adds the names of the people whose users made movements. Users are unique only within an inbox,
 * so the scan of a movement tells whose user it was. Without its scan, `isOf` tells the register of
 * the movement, and the users of the inboxes that feed it now are asked.
 */
export async function nameMovements<Movement extends MovementRecord>(
  store: NamingStore,
  names: PersonNames,
  movements: readonly Movement[],
  isOf: (register: RegisterRecord, movement: Movement) => boolean,
): Promise<Named<Movement>[]> {
  const owned = movements.filter(({ door }) => names.has(door));
  if (owned.length === 0) return [...movements];
  const scans = await readScans(store, owned);
  const registers = owned.every(({ scan = 0 }) => scans.has(scan)) ? [] : await store.registers();
  const findName = async (movement: Movement) => {
    if (!names.has(movement.door)) return undefined;
    const scan = scans.get(movement.scan ?? 0);
    if (scan) return names.ofScan(scan);
    const register = registers.find((each) => isOf(each, movement));
    return register && (await openDoorNames(store, names, register))(movement.door);
  };
  return Promise.all(
    movements.map(async (movement) => withPerson(movement, await findName(movement))),
  );
}

async function readScans(
  store: NamingStore,
  movements: readonly MovementRecord[],
): Promise<Map<number, Sent>> {
  const ids = movements.flatMap(({ scan }) => scan ?? []);
  const scans = new Map<number, Sent>();
  if (ids.length === 0) return scans;
  for await (const scan of readListedScans(store, { ids })) scans.set(scan.id, scan);
  return scans;
}

/**
 * Returns a function that finds the name of a door of a register. The door is a user of an inbox
 * that feeds it; if several inboxes have that user, all of them must belong to the same person.
 */
export async function openDoorNames(
  store: Pick<Store, "inbox">,
  names: PersonNames,
  { bindings }: Pick<RegisterRecord, "bindings">,
): Promise<(door: string) => string | undefined> {
  const inboxes = await Promise.all(bindings.map(({ inbox }) => store.inbox(inbox)));
  return (door) => {
    if (!names.has(door)) return undefined;
    const owners = inboxes
      .filter((inbox) => inbox?.credentials.some(({ user }) => user === door))
      .map((inbox) => names.ofUser(inbox!.name, door));
    return new Set(owners).size === 1 ? owners[0] : undefined;
  };
}

/** Adds the names of the people who scanned leads first. */
export function nameLeads(
  entries: readonly EntryRecord[],
  findName: (door: string) => string | undefined,
): NamedEntry[] {
  return entries.map((entry) =>
    entry.lead ? { ...entry, lead: withPerson(entry.lead, findName(entry.lead.door)) } : entry,
  );
}

/** Adds their names to the people who scanned leads. */
export function nameScanners(
  counts: LeadCounts,
  findName: (door: string) => string | undefined,
): LeadCounts & { people: Named<LeadCounts["people"][number]>[] } {
  return { ...counts, people: counts.people.map((each) => withPerson(each, findName(each.by))) };
}
