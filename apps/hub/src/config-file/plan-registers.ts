import { isDeepStrictEqual } from "node:util";
import type { CheckedRegister } from "../definitions/register.ts";
import type { Parsed } from "../parsed.ts";
import type { Binding, RegisterChange, RegisterRecord } from "../store/registers.ts";
import type { SealedSecrets } from "../store/routing.ts";
import { listFields } from "./plan-fields.ts";
import type { PlannedStep, Planning, PlanningStore } from "./planned-step.ts";
import { describeBindings, describeRegister } from "./print.ts";

/**
 * Plans the registers of the file, which lists all inboxes that feed them. Their guests and
 * journals stay as they are. A register that is gone from the file is handed over to the dashboard
 * unchanged: it still decides about scans, because a line that vanishes from a file must not delete
 * a list or open a door.
 */
export async function planRegisters(planning: Planning): Promise<Parsed<PlannedStep[]>> {
  const { store, secrets, wanted, registers } = planning;
  const steps: PlannedStep[] = [];
  // A register that borrows can be added only after the registers that have the entries.
  const borrows = ({ entriesFrom, peopleFrom }: CheckedRegister) =>
    Number(Boolean(entriesFrom ?? peopleFrom));
  const inOrder = [...wanted.registers].toSorted(([, a], [, b]) => borrows(a) - borrows(b));
  for (const [name, register] of inOrder) {
    const sealed = await secrets.seal({ of: "register", name }, register);
    if (!sealed.ok) return sealed;
    const step = await planRegister(planning, name, register, sealed.value);
    if (step) steps.push(step);
  }
  for (const { name, origin } of registers) {
    if (origin !== "file" || wanted.registers.has(name)) continue;
    steps.push({
      kind: "register",
      name,
      action: "handed over",
      fields: [],
      notice: `The register ${name} is gone from the settings file, so it is kept as it is, with its guests and inboxes. Change or remove it in the dashboard.`,
      run: () => changeRegister(store, name, { origin: "dashboard" }),
    });
  }
  return { ok: true, value: steps };
}

/** Returns the step that adds or changes a register. Undefined if it matches already. */
async function planRegister(
  planning: Planning,
  name: string,
  { keptSecrets, ...wanted }: CheckedRegister,
  sealed: SealedSecrets,
): Promise<PlannedStep | undefined> {
  const { store, secrets, registers } = planning;
  const existing = registers.find((record) => record.name === name);
  const { bind, isChanged, fields, notice } = planBindings(planning, name, existing);
  if (!existing) {
    const { bindings: _, ...register } = wanted;
    const shown = describeRegister({ ...wanted, bindings: [] });
    return {
      kind: "register",
      name,
      action: "added",
      notice,
      fields: [...listFields(undefined, { ...shown, secrets: sealed }), ...fields],
      async run() {
        const added = { ...register, name, secrets: sealed, origin: "file" } as const;
        const outcome = await store.addRegister(added);
        if (outcome === "no-such-register") return "gone";
        return outcome === "added" ? bind() : "overtaken";
      },
    };
  }
  const change = compareRegister(existing, wanted);
  const changedSecrets = await secrets.compare(
    { of: "register", name },
    { secrets: wanted.secrets, keptSecrets },
    sealed,
    { names: existing.secrets, sealed: await store.registerSecrets(name) },
  );
  if (Object.keys(changedSecrets).length > 0) change.secrets = changedSecrets;
  const hasChanges = Object.keys(change).length > 0;
  if (!hasChanges && !isChanged) return undefined;
  return {
    kind: "register",
    name,
    action: "changed",
    notice,
    fields: [...listFields(existing, change), ...fields],
    async run() {
      const outcome = hasChanges ? await changeRegister(store, name, change) : "done";
      return outcome === "done" ? bind() : outcome;
    },
  };
}

async function changeRegister(store: PlanningStore, name: string, change: RegisterChange) {
  return (await store.changeRegister(name, change)) === "changed" ? "done" : "overtaken";
}

function compareRegister(
  existing: RegisterRecord,
  wanted: Omit<CheckedRegister, "keptSecrets">,
): RegisterChange {
  const change: RegisterChange = {};
  if ((existing.title ?? "") !== (wanted.title ?? "")) change.title = wanted.title ?? "";
  if (!isDeepStrictEqual(existing.rules, wanted.rules)) change.rules = wanted.rules;
  if ((existing.keepDays ?? 0) !== wanted.keepDays) change.keepDays = wanted.keepDays;
  if (existing.origin !== "file") change.origin = "file";
  return change;
}

/**
 * Plans which inboxes feed a register, and which do no longer. An inbox that does not exist yet is
 * left out: the file is applied again until it exists.
 */
function planBindings(
  { store, wanted, registers, inboxes }: Planning,
  name: string,
  existing: RegisterRecord | undefined,
) {
  const { kind, bindings } = wanted.registers.get(name)!;
  const before = existing?.bindings ?? [];
  const isThere = ({ inbox }: Binding) =>
    wanted.inboxes.has(inbox) || inboxes.some((record) => record.name === inbox);
  const after = bindings.filter(isThere);
  const bound = after.filter(
    (binding) => !before.some((known) => isDeepStrictEqual(known, binding)),
  );
  const wantedInboxes = new Set(
    [...wanted.registers.values()].flatMap((register) => register.bindings.map(toInbox)),
  );
  const released = before.map(toInbox).filter((inbox) => !after.some(hasInbox(inbox)));
  const taken = bound.flatMap(({ inbox }) => {
    const other = registers.find((record) => record.bindings.some(hasInbox(inbox)));
    return other && other.name !== name && !wanted.registers.has(other.name)
      ? `The inbox ${inbox} feeds the register ${name} instead of ${other.name}.`
      : [];
  });
  return {
    isChanged: bound.length > 0 || released.length > 0,
    fields: listFields(
      { bindings: describeBindings(kind, before) },
      { bindings: describeBindings(kind, after) },
    ),
    notice: taken.length > 0 ? taken.join(" ") : undefined,
    async bind() {
      for (const { inbox, ...action } of bound)
        await store.bindInbox(inbox, { ...action, register: name });
      // Another register of the file binds its inboxes itself.
      for (const inbox of released)
        if (!wantedInboxes.has(inbox)) await store.bindInbox(inbox, undefined);
      return "done" as const;
    },
  };
}

const toInbox = ({ inbox }: Pick<Binding, "inbox">) => inbox;
const hasInbox = (wanted: string) => (binding: Pick<Binding, "inbox">) => binding.inbox === wanted;
