import type { RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { readEntries } from "./read-entries.ts";

/** `scans` is the number of scans that an audit trail keeps. */
export type Forgotten = { leads: number; scans: number };

type ForgettingStore = Pick<
  Store,
  "deleteScans" | "forgetEntries" | "leadsToForget" | "scansAbout"
>;

/**
 * Deletes leads for good: their entries, the scans about them with what others were told, and their
 * names in the journal. What was forwarded already stays where it is.
 */
export async function forgetLeads(
  store: Pick<ForgettingStore, "deleteScans" | "forgetEntries" | "scansAbout">,
  register: number,
  entries: readonly number[],
): Promise<Forgotten> {
  // The scans go first, because the journal tells of them only while it has the entries.
  const scans = await store.scansAbout(register, entries);
  const { refused } = await store.deleteScans(scans, { forGood: true });
  return { leads: await store.forgetEntries(register, entries), scans: refused };
}

/** How long a consent may stay without an answer, in milliseconds: as long as it can be given. */
const consentMs = 7 * 86_400_000;

/**
 * Deletes the leads that were dropped, those without the consent that was asked for, and those that
 * were not scanned since a time, in milliseconds since 1970.
 */
export async function forgetOldLeads(
  store: ForgettingStore,
  register: number,
  { unseenSince = 0, now }: { unseenSince?: number; now: number },
): Promise<void> {
  const times = { unseenSince, askedBefore: now - consentMs };
  for (;;) {
    const entries = await store.leadsToForget(register, times);
    if (entries.length === 0) return;
    await forgetLeads(store, register, entries);
  }
}

/** Deletes all leads of a register. */
export async function forgetAllLeads(
  store: ForgettingStore & Pick<Store, "entries">,
  { id }: Pick<RegisterRecord, "id">,
): Promise<Forgotten> {
  const sum = { leads: 0, scans: 0 };
  for await (const page of readEntries(store, id)) {
    const { leads, scans } = await forgetLeads(
      store,
      id,
      page.map((entry) => entry.id),
    );
    sum.leads += leads;
    sum.scans += scans;
  }
  return sum;
}
