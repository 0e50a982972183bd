import type { Verdict } from "../registers/register.ts";
import { splitFields } from "../registers/shown-fields.ts";
import type { EntryRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { actManually } from "./manual-actions.ts";

const maxFound = 20;

/**
 * The actions of supervisors in the register that their inbox feeds. Each returns undefined if the
 * inbox no longer feeds a register.
 */
export type SupervisorActions = {
  undo(inbox: string, user: string, movement: number): Promise<Verdict | undefined>;
  /**
   * Lets in the guest whom a movement refused. Returns "no-such-entry" if the movement has no
   * entry.
   */
  letIn(
    inbox: string,
    user: string,
    movement: number,
  ): Promise<Verdict | "no-such-entry" | undefined>;
  checkIn(
    inbox: string,
    user: string,
    entry: number,
  ): Promise<Verdict | "no-such-entry" | undefined>;
  /** Finds at most 20 entries by a part of their label or keys. */
  find(inbox: string, text: string): Promise<EntryRecord[] | undefined>;
};

/**
 * Creates the actions that supervisors may do from their phones. Each act is stored as a scan, like
 * those of the owner, with the name of the supervisor as its user.
 */
export function createSupervisorActions(store: Store): SupervisorActions {
  const findRegister = async (inbox: string): Promise<RegisterRecord | undefined> =>
    (await store.registers()).find(({ bindings }) =>
      bindings.some((binding) => binding.inbox === inbox),
    );

  const checkIn = async (register: number, entry: number, user: string, forced: boolean) => {
    if (!(await store.entry(register, entry))) return "no-such-entry" as const;
    return actManually(store, { kind: "act", register, entry, action: "in", forced }, { user });
  };

  return {
    async undo(inbox, user, movement) {
      const register = await findRegister(inbox);
      if (!register) return undefined;
      return actManually(store, { kind: "undo", register: register.id, movement }, { user });
    },
    async letIn(inbox, user, movement) {
      const register = await findRegister(inbox);
      if (!register) return undefined;
      const [refused] = await store.movements(register.id, { before: movement + 1, limit: 1 });
      const entry = refused?.id === movement ? refused.entry : undefined;
      return entry === undefined ? "no-such-entry" : checkIn(register.id, entry, user, true);
    },
    async checkIn(inbox, user, entry) {
      const register = await findRegister(inbox);
      return register && checkIn(register.id, entry, user, false);
    },
    async find(inbox, text) {
      const register = await findRegister(inbox);
      if (!register) return undefined;
      const found = await store.entries(register.id, { text, limit: maxFound });
      return found.map((entry) => {
        const { shown } = splitFields(entry.fields, register.rules);
        return { ...entry, fields: Object.fromEntries(shown) };
      });
    },
  };
}
