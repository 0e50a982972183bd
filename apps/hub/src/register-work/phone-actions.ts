import { isUnfit, maxLabelLength } from "../registers/import.ts";
import type { Answers } from "../registers/questions.ts";
import type { KindName } from "../registers/register.ts";
import { splitFields } from "../registers/shown-fields.ts";
import type { Verdict } from "../registers/verdict.ts";
import type { OwnLead } from "../store/leads.ts";
import type { ToldMovement } from "../store/movements.ts";
import { eventsInbox } from "../store/own-inboxes.ts";
import type { EntryRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { say } from "../texts/exact-message.ts";
import { answerQuestions, type Refused } from "./answer-questions.ts";
import { actManually } from "./manual-actions.ts";

const maxFound = 20;

/** Which leads to list: those with these words, and with ids less than `before`. */
export type LeadList = { text: string; before: number | undefined; limit: number };

/** A user of an inbox who acts on a phone, and the language to answer in. */
export type PhoneUser = { inbox: string; user: string; isSupervisor: boolean; language: string };

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
  /**
   * Answers the questions of a movement of one's own. The same answers again return the same
   * verdict.
   */
  answer(user: PhoneUser, movement: number, answers: Answers): Promise<Verdict | Refused>;
  /** Names an article that the scan of an unknown code added. */
  name(user: PhoneUser, entry: number, label: string): Promise<Refused | undefined>;
  /** Ends what the user has in hand. */
  putDown(user: PhoneUser): Promise<void>;
  /**
   * Lists the leads that the user has scanned, the newest first. Refuses in an inbox that feeds no
   * register of leads.
   */
  leads(user: PhoneUser, list: LeadList): Promise<OwnLead[] | Refused>;
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

  /** Finds the register that the inbox of a user feeds, or says why it has no such act. */
  const openRegister = async (
    person: PhoneUser,
    act: "undo" | "answer" | keyof typeof kindOf,
  ): Promise<RegisterRecord | Refused> => {
    const register = await findRegister(person);
    if (!register) return noSuchRegister;
    if (act === "undo" || act === "answer" || kindOf[act] === register.kind) return register;
    const reason = say("kind-has-no-action", { kind: register.kind, action: act });
    return { refusal: "not-an-action", reason };
  };

  const findMovement = async (register: number, id: number): Promise<ToldMovement | undefined> =>
    (await store.toldMovements(register, { after: id - 1, limit: 1 })).find(
      (movement) => movement.id === id,
    );

  /** Resolves to whether a user made a movement, or the one that it was corrected from. */
  const isMadeBy = async (
    person: PhoneUser,
    register: number,
    { scan: id }: ToldMovement,
  ): Promise<boolean> => {
    const { inbox, user } = person;
    const scan = id === undefined ? undefined : await store.scan(id);
    if (!scan) return false;
    if (scan.inbox !== eventsInbox) return scan.inbox === inbox && scan.user === user;
    const { structured: act = {} } = scan;
    if (act.kind !== "correct") return act.inbox === inbox && scan.user === user;
    const corrected = await findMovement(register, Number(act.movement));
    return corrected !== undefined && isMadeBy(person, register, corrected);
  };

  /** Performs an undo or a correction, which are for supervisors and for one's own bookings. */
  const takeBack = async (
    person: PhoneUser,
    movement: number,
    change: { kind: "undo" } | { kind: "correct"; quantity: number },
  ): Promise<Verdict | Refused> => {
    const register = await openRegister(person, change.kind);
    if ("refusal" in register) return register;
    const found = await findMovement(register.id, movement);
    if (!found) return noSuchMovement;
    const isOwn = register.kind !== "check-in" && (await isMadeBy(person, register.id, found));
    const isCorrected = change.kind === "undo" || (found.delta ?? found.counted) !== undefined;
    const mayAct = person.isSupervisor || (isOwn && isCorrected);
    if (!mayAct) return notASupervisor;
    const act = { ...change, register: register.id, movement };
    const { language } = person;
    return (await actManually(store, act, { by: person, language })) ?? noSuchRegister;
  };

  const checkIn = async (register: number, entry: number, by: PhoneUser, forced: boolean) => {
    if (!(await store.entry(register, entry))) return noSuchEntry;
    const act = { kind: "act", register, entry, action: "in", forced } as const;
    const { language } = by;
    return (await actManually(store, act, { by, language })) ?? noSuchRegister;
  };

  return {
    undo: (person, movement) => takeBack(person, movement, { kind: "undo" }),
    correct: (person, movement, quantity) =>
      takeBack(person, movement, { kind: "correct", quantity }),
    async answer(person, movement, answers) {
      const register = await openRegister(person, "answer");
      if ("refusal" in register) return register;
      const found = await findMovement(register.id, movement);
      if (!found) return noSuchMovement;
      if (register.kind === "leads" && found.entry === undefined) return deletedLead;
      if (!person.isSupervisor && !(await isMadeBy(person, register.id, found)))
        return notASupervisor;
      return answerQuestions(store, register, found, answers, {
        by: person,
        language: person.language,
      });
    },
    async letIn(person, movement) {
      if (!person.isSupervisor) return notASupervisor;
      const register = await openRegister(person, "let-in");
      if ("refusal" in register) return register;
      const found = await findMovement(register.id, movement);
      if (!found) return noSuchMovement;
      const { entry } = found;
      return entry === undefined ? noSuchEntry : checkIn(register.id, entry, person, true);
    },
    async checkIn(person, entry) {
      if (!person.isSupervisor) return notASupervisor;
      const register = await openRegister(person, "check-in");
      return "refusal" in register ? register : checkIn(register.id, entry, person, false);
    },
    async name(person, entry, label) {
      const register = await openRegister(person, "name");
      if ("refusal" in register) return register;
      const name = label.trim();
      if (name === "" || name.length > maxLabelLength || isUnfit(name)) return notAName;
      const change = { label: name, unnamed: false, ifUnnamed: true } as const;
      const named = await store.changeEntry(register.id, entry, change);
      if (named === "no-such-entry") return noSuchEntry;
      return named === "changed" ? undefined : alreadyNamed;
    },
    putDown: ({ inbox, user }) => store.putDown(inbox, user),
    async leads(person, list) {
      const register = await findRegister(person);
      if (register?.kind === "leads")
        return store.ownLeads(register.id, { ...list, by: person.user });
      return register ? notOfLeads : noSuchRegister;
    },
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

/** The acts that only one kind of register has. */
const kindOf = {
  correct: "stock",
  name: "stock",
  "let-in": "check-in",
  "check-in": "check-in",
} as const satisfies Record<string, KindName>;

const noSuchRegister: Refused = { refusal: "no-such-register" };
const notOfLeads: Refused = {
  refusal: "not-an-action",
  reason: say("inbox-has-no-leads"),
};
const deletedLead: Refused = {
  refusal: "no-such-movement",
  reason: say("lead-was-deleted"),
};
const noSuchMovement: Refused = { refusal: "no-such-movement" };
const noSuchEntry: Refused = { refusal: "no-such-entry" };
const notASupervisor: Refused = { refusal: "not-a-supervisor" };
const alreadyNamed: Refused = { refusal: "already-named" };
const notAName: Refused = { refusal: "not-a-label" };
