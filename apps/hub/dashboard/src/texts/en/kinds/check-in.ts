import type { Action } from "../../../../../src/registers/register.ts";
import { count } from "./count.ts";

const guests = count("guest", "guests");

export const checkIn = {
  choice: "Check-in",
  choiceHint: "Who comes in: guests, members, staff.",
  entries: guests,
  /** The actions of scans, as verbs. */
  actions: { in: "checks in", out: "checks out", toggle: "checks in or out in turn" } as Partial<
    Record<Action, string>
  >,
  add: {
    titleHint: "Such as Summer party. Phones and printed codes show it.",
    inbox: "Doors",
    inboxHint:
      "The phones at the doors send to an inbox. The register decides about every scan there.",
    newInbox: "A new inbox for the doors",
    newInboxTitle: (title: string) => `${title} doors`,
    inboxName: (register: string) => `${register} doors`,
  },
  inboxes: "Doors",
  pair: {
    choose: "Which door is the phone for?",
    verdictsHere: "Scan a ticket, and its verdict appears here.",
  },
  setup: {
    end: "After the event",
    empty: "Delete all guests",
    emptyTitle: (name: string) => `Delete all guests of “${name}”?`,
    emptyHint: "Their names also leave the journal. Counts and scans stay.",
    emptied: "The guests were deleted.",
    removeHint: "Its guests and its journal are deleted. Scans stay.",
  },
  bindings: {
    title: "Inboxes of the doors",
    hint: "The phones of a door post to an inbox. Each scan there does what you choose here.",
  },
  codesHint:
    "A guest without a code gets a random one that nobody can guess. Print the QR codes on sheets, or save the list for a mail merge.",
  rules: {
    closed: "Closed: nobody comes in",
    choosesShown: "Choose which details the door sees",
    shows: "Details that the door sees",
    textsHint:
      "Shown at the door instead of ours, as a Liquid template: Welcome {{ entry.label }}. Empty fields keep ours.",
    stripPrefixHint: "Such as TICKET: where a ticket says TICKET:T-0001.",
  },
  list: {
    title: "Guests",
    search: "Search guests",
    none: "No guest matches.",
    empty: "No guests yet. Import your list with the button above.",
    more: "More guests match. Search for a longer part of the name.",
  },
  journal: {
    title: "Verdicts",
    label: "Verdicts, newest first",
    none: "No verdict yet. Each scan of an inbox of this register appears here.",
  },
  entry: {
    facts: "About this guest",
    attention: "Note for the door",
    attentionHint: "The door sees it before the guest comes in.",
    noCodes: "No code yet. Only a search by name finds this guest.",
    edit: "Edit the guest",
    submit: "Save the guest",
  },
  newEntry: {
    open: "Add a guest",
    submit: "Add the guest",
    added: (number: number) =>
      number === 1 ? "1 guest was added." : `${guests(number)} were added.`,
  },
  importOpen: "Import guests",
  import: {
    pasteHint:
      "Copy the cells of a spreadsheet and paste them here. One line for each guest is enough.",
    shown: "What the door sees",
    made: (number: number) =>
      number === 1 ? "1 guest gets a random code." : `${number} guests get a random code.`,
    role: "Column that says what it is",
    conflicts: "several guests",
    replace: "Block guests that the list lacks",
    blocked: (number: number) =>
      `${number === 1 ? "1 guest whom the list lacks" : `${number} guests whom the list lacks`} will be blocked.`,
    undoHint:
      "Guests whom it added are removed, and the others get back what they had. Guests whom you have changed since, or who came in or out, stay as they are.",
  },
  displays: {
    title: "Door displays",
    hint: "A page for a tablet or a monitor at a door: who is inside, and the last verdict. Whoever has its link sees it, without a log-in.",
    door: "Door",
    allDoors: "All doors",
    names: "Show the names of guests",
    once: "Scan the code with the tablet at the door, or open the link there. It is shown only now.",
  },
};

/** The texts that differ between the kinds of registers. */
export type KindTexts = typeof checkIn;
