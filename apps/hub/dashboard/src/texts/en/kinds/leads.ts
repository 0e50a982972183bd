import { checkIn, type KindTexts } from "./check-in.ts";
import { count } from "./count.ts";

const leadsOf = count("lead", "leads");

export const leads: KindTexts = {
  ...checkIn,
  choice: "Leads",
  choiceHint: "Whom people met at a stand: contacts on badges and cards, with notes and consent.",
  // Those who wait for consent are no leads yet.
  entries: count("contact", "contacts"),
  actions: { meet: "makes a lead" },
  add: {
    ...checkIn.add,
    titleHint: "Such as Spring fair, stand 12. Phones and exports show it.",
    inbox: "Phones",
    inboxHint:
      "The phones of the stand send to an inbox. The register makes a lead of every scan there.",
    newInbox: "A new inbox for the stand",
    newInboxTitle: (title) => `${title} phones`,
    inboxName: (register) => `${register} phones`,
  },
  inboxes: "Phones",
  pair: {
    choose: "Who is the phone for?",
    verdictsHere: "Scan a badge or a contact, and the lead appears here.",
  },
  setup: {
    ...checkIn.setup,
    end: "After the event",
    empty: "Delete all leads",
    emptyTitle: (name) => `Delete all leads of “${name}”?`,
    emptyHint:
      "The leads, their scans and their names in the journal are deleted. What was forwarded stays.",
    emptied: "The leads were deleted.",
    removeHint: "Its leads and its journal are deleted. Scans stay: delete the leads first.",
  },
  bindings: {
    title: "Inboxes of the phones",
    hint: "Phones post to an inbox. Each scan there adds a lead.",
  },
  codesHint: "A lead that was added by hand gets a random code.",
  rules: {
    ...checkIn.rules,
    closed: "Closed: no lead is added",
    choosesShown: "Choose which details phones show",
    shows: "Details that phones show",
    textsHint:
      "Shown on phones instead of ours, as a Liquid template: Nice to meet you, {{ entry.label }}. Empty fields keep ours.",
    stripPrefixHint: "Such as BADGE: where a badge says BADGE:4711.",
  },
  list: {
    ...checkIn.list,
    title: "Leads",
    search: "Search leads",
    none: "No lead matches.",
    empty: "No leads yet. Pair the phones of the stand and scan a badge.",
    more: "More leads match. Search for a longer part of the name.",
  },
  journal: {
    ...checkIn.journal,
    title: "Scans",
    label: "Scans, newest first",
    none: "No scan yet. Each scan of an inbox of this register appears here.",
  },
  entry: {
    ...checkIn.entry,
    facts: "About this lead",
    attention: "Note for the stand",
    attentionHint: "The phone shows it when the lead is scanned again.",
    noCodes: "No code yet. Only a search by name finds this lead.",
    edit: "Edit the lead",
    submit: "Save the lead",
  },
  newEntry: {
    open: "Add a lead",
    submit: "Add the lead",
    added: (number) => (number === 1 ? "1 lead was added." : `${leadsOf(number)} were added.`),
  },
  importOpen: "Import leads",
  import: {
    ...checkIn.import,
    pasteHint:
      "Copy the cells of a spreadsheet and paste them here. One line for each lead is enough.",
    shown: "What phones show",
    made: (number) =>
      number === 1 ? "1 lead gets a random code." : `${number} leads get a random code.`,
    conflicts: "several leads",
    replace: "Block leads that the list lacks",
    blocked: (number) =>
      `${number === 1 ? "1 lead that the list lacks" : `${number} leads that the list lacks`} will be blocked.`,
    undoHint:
      "Leads that it added are removed if they were not scanned, and the others get back what they had. Leads that you have changed since stay as they are.",
  },
  displays: {
    ...checkIn.displays,
    title: "Displays",
    hint: "A page for a tablet or a monitor: the last scan. Whoever has its link sees it, without a log-in.",
    door: "Person",
    allDoors: "All persons",
    names: "Show the names of leads",
  },
};
