import { isDeepStrictEqual } from "node:util";
import type { CheckedRegister } from "../definitions/register.ts";
import { openForRegister } from "../secrets/register-secrets.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { RegisterChange, RegisterRecord, RegisterStore } from "../store/registers.ts";
import type { SealedSecrets } from "../store/routing.ts";

type WantedRegisters = ReadonlyMap<string, CheckedRegister>;

/**
 * Makes the registers of the store match the registers of the file, which lists all inboxes that
 * feed them. Their guests and journals stay as they are. A register that is gone from the file is
 * handed over to the dashboard unchanged: it still decides about scans, because a line that
 * vanishes from a file must not delete a list or open a door. `changes` and `notices` are as in
 * `Applied`.
 */
export async function applyRegisters(
  { store, sealing }: { store: RegisterStore; sealing: Sealing },
  wanted: WantedRegisters,
  sealed: ReadonlyMap<string, SealedSecrets>,
): Promise<{ changes: string[]; notices: string[] }> {
  const before = await store.registers();
  const changes: string[] = [];
  const notices: string[] = [];
  // A register that borrows can be added only after the registers that have the entries.
  const [borrowing, others] = [true, false].map((borrows) =>
    [...wanted].filter(
      ([, { entriesFrom, peopleFrom }]) => Boolean(entriesFrom ?? peopleFrom) === borrows,
    ),
  );
  for (const [name, register] of [...others!, ...borrowing!]) {
    const existing = before.find((record) => record.name === name);
    const secrets = sealed.get(name) ?? {};
    const change = await applyRegister({ store, sealing }, existing, name, {
      ...register,
      sealed: secrets,
    });
    const rebound = await applyBindings(store, before, name, wanted);
    if (change || rebound) changes.push(`${change ?? "changed"} register ${name}`);
  }
  for (const { name, origin } of before) {
    if (origin !== "file" || wanted.has(name)) continue;
    await store.changeRegister(name, { origin: "dashboard" });
    changes.push(`handed over register ${name}`);
    notices.push(
      `The register ${name} is gone from the settings file, so it is kept as it is, with its guests and inboxes. Change or remove it in the dashboard.`,
    );
  }
  return { changes, notices };
}

/**
 * Adds or changes a register. Returns undefined if it matches already, or if somebody has just
 * removed the register that lends its entries.
 */
async function applyRegister(
  { store, sealing }: { store: RegisterStore; sealing: Sealing },
  before: RegisterRecord | undefined,
  name: string,
  { sealed, ...wanted }: CheckedRegister & { sealed: SealedSecrets },
): Promise<"added" | "changed" | undefined> {
  let existing = before;
  if (!existing) {
    const { bindings: _, ...register } = wanted;
    const added = await store.addRegister({ ...register, name, secrets: sealed, origin: "file" });
    if (added === "added") return "added";
    // Another node has just added it.
    existing = (await store.registers()).find((record) => record.name === name);
  }
  if (!existing) return undefined;
  const change = compareRegister(existing, wanted);
  const opened = await openForRegister(sealing, name, await store.registerSecrets(name));
  const secrets = compareSecrets(existing, { ...wanted, sealed }, opened.ok ? opened.secrets : {});
  if (Object.keys(secrets).length > 0) change.secrets = secrets;
  if (Object.keys(change).length === 0) return undefined;
  await store.changeRegister(name, change);
  return "changed";
}

function compareRegister(existing: RegisterRecord, wanted: CheckedRegister): RegisterChange {
  const change: RegisterChange = {};
  if ((existing.title ?? "") !== (wanted.title ?? "")) change.title = wanted.title ?? "";
  if (!isDeepStrictEqual(existing.rules, wanted.rules)) change.rules = wanted.rules;
  if ((existing.keepDays ?? 0) !== wanted.keepDays) change.keepDays = wanted.keepDays;
  if (existing.origin !== "file") change.origin = "file";
  return change;
}

/** Returns the secrets that change. Those that cannot be opened any more are replaced. */
export function compareSecrets(
  existing: { secrets: readonly string[] },
  { secrets, sealed }: { secrets: Readonly<Record<string, string>>; sealed: SealedSecrets },
  current: Readonly<Record<string, string>>,
): Record<string, string | null> {
  return Object.fromEntries([
    ...existing.secrets.filter((name) => !Object.hasOwn(sealed, name)).map((name) => [name, null]),
    ...Object.entries(sealed).filter(([name]) => current[name] !== secrets[name]),
  ]);
}

/**
 * Binds the inboxes of a register, and releases the inboxes that the file does not name any more.
 * Returns whether any binding changed.
 */
async function applyBindings(
  store: RegisterStore,
  before: readonly RegisterRecord[],
  name: string,
  wanted: WantedRegisters,
): Promise<boolean> {
  let changed = false;
  const existing = before.find((record) => record.name === name)?.bindings ?? [];
  for (const binding of wanted.get(name)!.bindings) {
    if (existing.some((known) => isDeepStrictEqual(known, binding))) continue;
    const { inbox, ...action } = binding;
    const outcome = await store.bindInbox(inbox, { ...action, register: name });
    changed ||= outcome === "bound";
  }
  const wantedInboxes = new Set(
    [...wanted.values()].flatMap(({ bindings }) => bindings.map(toInbox)),
  );
  for (const inbox of existing.map(toInbox)) {
    if (wantedInboxes.has(inbox)) continue;
    await store.bindInbox(inbox, undefined);
    changed = true;
  }
  return changed;
}

const toInbox = ({ inbox }: { inbox: string }) => inbox;
