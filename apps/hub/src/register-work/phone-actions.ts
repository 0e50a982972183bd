import type { ErrorCode } from "../http/errors.ts";
import { isUnfit, maxLabelLength } from "../registers/import.ts";
import type { Verdict } from "../registers/register.ts";
import { splitFields } from "../registers/shown-fields.ts";
import type { EntryRecord, MovementRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { actManually } from "./manual-actions.ts";

const maxFound = 20;

/** A user of an inbox who acts on a phone. */
export type PhoneUser = { inbox: string; user: string; isSupervisor: boolean };

/** Why an action was refused, if that can be said more exactly with one sentence. */
export type Refused = { refusal: ErrorCode; reason?: string };

/** The actions on phones in the register that an inbox feeds. */
export type PhoneActions = {
  /** Undoes a movement. Whoever is no supervisor can undo only their own movements of a stock. */
  undo(user: PhoneUser, movement: number): Promise<Verdict | Refused>;
  /** Books another quantity, in thousandths of a unit, in place of a movement of a stock. */
  correct(user: PhoneUser, movement: number, quantity: number): Promise<Verdict | Refused>;
  /** Lets in the guest whom a movement refused. For supervisors. */
  letIn(user: PhoneUser, movement: number): Promise<Verdict | Refused>;
  /** Checks in a guest. For supervisors. */
  checkIn(user: PhoneUser, entry: number): Promise<Verdict | Refused>;
  /** Names an article that the scan of an unknown code added. */
  name(user: PhoneUser, entry: number, label: string): Promise<Refused | undefined>;
  /** Ends what the user has in hand. */
  putDown(user: PhoneUser): Promise<void>;
  /**
   * Finds at most 20 entries by a part of their label or keys. Returns undefined if the inbox no
   * longer feeds a register.
   */
  find(user: PhoneUser, text: string): Promise<EntryRecord[] | undefined>;
};

/**
 * Creates the actions that people may do on their phones. Each act is stored as a scan, like those
 * of the owner, with the name of the person as its user.
 */
export function createPhoneActions(store: Store): PhoneActions {
  const findRegister = async ({ inbox }: PhoneUser): Promise<RegisterRecord | undefined> =>
    (await store.registers()).find(({ bindings }) =>
      bindings.some((binding) => binding.inbox === inbox),
    );

  const findMovement = async (register: number, id: number): Promise<MovementRecord | undefined> =>
    (await store.movements(register, { before: id + 1, limit: 1 })).find(
      (movement) => movement.id === id,
    );

  const isOwn = (movement: MovementRecord | undefined, { user }: PhoneUser) =>
    movement?.door === user && (movement.delta ?? movement.counted) !== undefined;

  const checkIn = async (register: number, entry: number, user: string, forced: boolean) => {
    if (!(await store.entry(register, entry))) return noSuchEntry;
    const act = { kind: "act", register, entry, action: "in", forced } as const;
    return (await actManually(store, act, { user })) ?? noSuchRegister;
  };

  return {
    async undo(person, movement) {
      const register = await findRegister(person);
      if (!register) return noSuchRegister;
      const { user, isSupervisor } = person;
      if (!isSupervisor && !isOwn(await findMovement(register.id, movement), person))
        return notASupervisor;
      const act = { kind: "undo", register: register.id, movement } as const;
      return (await actManually(store, act, { user })) ?? noSuchRegister;
    },
    async correct(person, movement, quantity) {
      const register = await findRegister(person);
      if (!register) return noSuchRegister;
      const { user, isSupervisor } = person;
      if (!isSupervisor && !isOwn(await findMovement(register.id, movement), person))
        return notASupervisor;
      const act = { kind: "correct", register: register.id, movement, quantity } as const;
      return (await actManually(store, act, { user })) ?? noSuchRegister;
    },
    async letIn(person, movement) {
      if (!person.isSupervisor) return notASupervisor;
      const register = await findRegister(person);
      if (!register) return noSuchRegister;
      const { entry } = (await findMovement(register.id, movement)) ?? {};
      return entry === undefined ? noSuchEntry : checkIn(register.id, entry, person.user, true);
    },
    async checkIn(person, entry) {
      if (!person.isSupervisor) return notASupervisor;
      const register = await findRegister(person);
      return register ? checkIn(register.id, entry, person.user, false) : noSuchRegister;
    },
    async name(person, entry, label) {
      const register = await findRegister(person);
      if (!register) return noSuchRegister;
      const found = await store.entry(register.id, entry);
      if (!found?.unnamed) return found ? alreadyNamed : noSuchEntry;
      const name = label.trim();
      if (name === "" || name.length > maxLabelLength || isUnfit(name)) return notAName;
      await store.changeEntry(register.id, entry, { label: name });
    },
    putDown: ({ inbox, user }) => store.putDown(inbox, user),
    async find(person, text) {
      const register = await findRegister(person);
      if (!register) return undefined;
      const found = await store.entries(register.id, { text, limit: maxFound });
      return found.map((entry) => {
        const { shown } = splitFields(entry.fields, register.rules);
        return { ...entry, fields: Object.fromEntries(shown) };
      });
    },
  };
}

const noSuchRegister: Refused = { refusal: "no-such-register" };
const noSuchEntry: Refused = { refusal: "no-such-entry" };
const notASupervisor: Refused = { refusal: "not-a-supervisor" };
const alreadyNamed: Refused = { refusal: "already-named" };
const notAName: Refused = { refusal: "not-a-label" };
