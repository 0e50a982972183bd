import { answerOption } from "../../asking/answers.ts";
import { storeOptions } from "../../hub-access/data-folder.ts";
import { createUsage } from "../../input/usage.ts";
import { tagKeyOptions } from "./tag-key-options.ts";

export const accessOptions = {
  ...storeOptions,
  json: { help: "print one line of JSON" },
} as const;

/** The options that "add" and "change" have in common. */
export const ruleOptions = {
  title: { value: "TEXT", help: "a name for people" },
  inbox: { value: "NAME", help: "an inbox whose scans the register decides about" },
  action: {
    value: "ACTION",
    help: "what a scan in that inbox does; in a check-in in (default), out, or toggle, which checks out whoever is inside; in a stock count (default), add, remove or move; in loans lend-or-return (default), lend or return; in an inspection inspect; in leads meet",
  },
  "always-2xx": {
    help: "answer every sender of that inbox with 200, for senders that send again after 409",
  },
  capacity: { value: "COUNT", help: "how many guests may be inside at a time; 0: any number" },
  reentry: {
    value: "never|after-exit|always",
    help: "whether a guest may come in again (default: after-exit)",
  },
  uses: { value: "COUNT", help: "how many times a guest may come in; 0: any number" },
  groups: { value: "A,B", help: "only entries of these groups come in; an empty text: all" },
  opens: { value: "TIME", help: "nobody comes in before, such as 2026-11-22T18:00:00+01:00" },
  closes: { value: "TIME", help: "nobody comes in from this time on" },
  closed: { value: "yes|no", help: "close or open the register by hand" },
  "below-zero": {
    value: "no|look",
    help: "whether more can be removed from a stock than is there (default: no)",
  },
  "without-place": { value: "yes|no", help: "whether a stock books articles without a place" },
  unknown: {
    value: "add|refuse",
    help: "whether an unknown code becomes an article of a stock without a name (default: add)",
  },
  "exit-all-at": {
    value: "HH:MM",
    help: "check everybody out at this time of day, in the time zone of the hub; an empty text: never",
  },
  single: {
    value: "yes|no",
    help: "whether each article of a stock is a single thing, which is at one place and counts once",
  },
  "loan-for": {
    value: "INTERVAL",
    help: "how long things are lent, such as 4 hours, 7 days or 6 months; an empty text: for good",
  },
  "ask-due": {
    value: "yes|no",
    help: "whether loans ask after the scan of a person until when they keep the things",
  },
  "hand-over": {
    value: "ask|yes|no",
    help: "whether a thing that another person has is lent on (default: ask)",
  },
  every: {
    value: "INTERVAL",
    help: "how often things are inspected, such as 6 months; an empty text: never due",
  },
  "every-group": {
    value: "GROUP=INTERVAL",
    many: true,
    help: "how often the things of a group are inspected; give it again for more; GROUP=: as the others",
  },
  "lead-time": {
    value: "INTERVAL",
    help: "how long before its date a thing is due (default: a quarter of its interval, at most 14 days)",
  },
  touch: { value: "yes|no", help: "whether only the tag of a thing counts for its inspection" },
  checklist: {
    value: "FILE",
    help: "read the questions of an inspection, those after a return, or those about a lead (default: a rating and a note) from this YAML or JSON file; an empty text: none",
  },
  "ignore-case": { value: "yes|no", help: "whether t-0001 is the same code as T-0001" },
  "strip-prefix": { value: "TEXT", help: "take this off the front of a scanned text" },
  contacts: {
    value: "yes|no",
    help: "whether a scanned contact (vCard, MECARD) is found by its mail address",
  },
  products: {
    value: "yes|no",
    help: "whether bar codes (EAN, UPC, GS1, labels of suppliers) are found by the number of the product",
  },
  ...tagKeyOptions,
  text: {
    value: "CODE=TEXT",
    help: "your own sentence for a code of a verdict, as a template; an empty text: the usual one",
  },
  tap: { value: "yes|no", help: "whether a phone that keeps scanning waits for a tap after look" },
  show: {
    value: "COLUMN",
    many: true,
    help: "a detail of guests that phones and labels show; give it again for more; an empty text: none (default: all but mail addresses and the like)",
  },
  "keep-days": {
    value: "DAYS",
    help: "delete the guests so many days after the end, or after the last movement, and a lead so many days after its last scan; 0: never",
  },
} as const;

export const addOptions = {
  kind: { value: "check-in|stock|loans|inspection|leads", help: "what the register is for" },
  "entries-from": { value: "NAME", help: "have the entries of this other register" },
  "people-from": {
    value: "NAME",
    help: "lend to the guests of this check-in, or make leads of their badges",
  },
  ...ruleOptions,
} as const;

export const changeOptions = {
  ...ruleOptions,
  release: { value: "INBOX", help: "an inbox that shall feed no register any more" },
} as const;

export const listOptions = {
  by: { value: "USER", help: "only the leads that this user scanned" },
  search: { value: "TEXT", help: "only entries of whose name or code this is a part" },
} as const;

/** The columns that only lists of things have. */
const thingImportOptions = {
  "quantity-column": {
    value: "COLUMN",
    help: "in a stock, the column with how much is at the place, which is counted by hand",
  },
  "place-column": {
    value: "COLUMN",
    help: "the column with the name or code of the place; places that do not exist are added",
  },
  "unit-column": { value: "COLUMN", help: "the column with the unit, such as kg" },
  "minimum-column": { value: "COLUMN", help: "the column with the total below which it is low" },
  "role-column": {
    value: "COLUMN",
    help: "the column that says place, number (of a number card) or article; in loans person or thing",
  },
  "number-column": {
    value: "COLUMN",
    help: "the column with the numbers of number cards (default: their names)",
  },
  "recalled-column": { value: "COLUMN", help: "the column with the recalled lots, between ;" },
  "holder-column": {
    value: "COLUMN",
    help: "in loans, the column with the name or code of the person who has the thing, which is lent by hand",
  },
  "due-column": {
    value: "COLUMN",
    help: "in loans and inspections, the column with the date when the thing has to be back or is inspected next",
  },
} as const;

export const importOptions = {
  key: {
    value: "COLUMN",
    many: true,
    help: "the column with the code of each entry (default: make codes); for things, give it again for further codes",
  },
  label: {
    value: "COLUMN",
    help: "the column with the name of each entry (default: guess all columns, and say which)",
  },
  "last-name": { value: "COLUMN", help: "the column that follows the name" },
  group: { value: "COLUMN", help: "the column with its group" },
  attention: { value: "COLUMN", help: "the column with a note to read at the door" },
  uid: { value: "COLUMN", help: "the column with the UID of its tag" },
  ...thingImportOptions,
  header: {
    value: "yes|no",
    help: "whether the first line names the columns (default: guess); else they are Column 1 and so on",
  },
  sheet: {
    value: "NAME",
    help: "the sheet of an XLSX file (default: the first visible one that holds anything)",
  },
  encoding: {
    value: "NAME",
    help: "the encoding of the file, such as windows-1250 or Shift_JIS (default: guess)",
  },
  "make-codes": { help: "make a random code for each row without one" },
  dry: { help: "only say what would happen" },
  replace: { help: "block the entries that the list lacks" },
} as const;

export const undoOptions = {
  undo: { help: "undo the last import; entries changed by hand since, or scanned, are left" },
} as const;

export const exportOptions = {
  journal: { help: "write the movements instead of the entries" },
  format: {
    value: "csv|xlsx|jsonl|vcf",
    help: "write CSV (default), an XLSX workbook, JSON Lines with the objects of the API, or vCards of leads",
  },
  by: { value: "USER", help: "only the leads that this user scanned" },
} as const;

export const labelOptions = {
  out: {
    value: "FILE",
    help: "write the labels to this PDF, or to this PNG (of several labels, to FILE-1.png and so on)",
  },
  paper: {
    value: "a4|letter|roll62|roll29",
    help: "sheets to cut (default: a4), a roll of 62 mm, or labels of 90 × 29 mm, one on each page",
  },
  format: { value: "qr|datamatrix|code128", help: "the format of the codes (default: qr)" },
  without: {
    value: "PARTS",
    help: "labels: leave out title, group, fields or code, separated by commas",
  },
  fields: {
    value: "NAMES",
    help: "labels: print only these fields, separated by commas (default: those that phones show)",
  },
  role: {
    value: "place|number|person|article",
    help: "only places, only number cards, only people, or only articles and other things",
  },
  group: { value: "GROUP", help: "only entries of this group" },
  search: { value: "TEXT", help: "only entries of whose name or code this is a part" },
} as const;

export const watchOptions = {
  after: {
    value: "MOVEMENT",
    help: "begin after this movement of the journal, and with 0 with the first (default: now)",
  },
} as const;

export const displayOptions = {
  door: {
    value: "USER",
    help: "show only the verdicts of this user of an inbox (default: of all)",
  },
  names: { help: "show the names of guests" },
  list: { help: "list the displays of the register instead of making one" },
  revoke: { value: "ID", help: "end the link of a display, wherever it is open" },
} as const;

export const roundOptions = {
  blind: { help: "show nobody who counts how much is expected" },
  recount: { help: "compare what each user counts instead of adding it up" },
  round: { value: "ID", help: "this round (default: the newest one that fits)" },
} as const;

export const tryOptions = {
  place: { value: "CODE", help: "the place in a stock where it happens, also by its name" },
} as const;

export const actOptions = {
  force: { help: "let the entry in, or book it, against the rules" },
  quantity: { value: "N", help: "how much is added, removed, moved or counted (default: 1)" },
  ...tryOptions,
  from: { value: "CODE", help: "the place that is moved from (default: the only one with some)" },
  due: {
    value: "DAY",
    help: "until when a thing is lent, such as 2026-12-06 (default: the rule --loan-for)",
  },
  ...answerOption,
} as const;

export const reportOptions = {
  out: { value: "FILE", help: "write the report to this file, a .pdf or a .csv" },
  person: { value: "CODE", help: "the person of a receipt, also by the name" },
  entry: { value: "CODE", help: "the log of this thing only" },
  from: { value: "DAY", help: "the first day of a log, such as 2026-11-01" },
  to: { value: "DAY", help: "its last day (default: today)" },
} as const;

export const registerUsage = createUsage("register", {
  lines: [
    "scanhook register add NAME --kind check-in|stock|loans|inspection|leads [--inbox INBOX] [--entries-from NAME] [--people-from NAME] [rules]",
    "scanhook register change NAME [--title TEXT] [--inbox INBOX] [--release INBOX] [rules]",
    "scanhook register list [NAME] [--by USER] [--search TEXT]",
    "scanhook register show NAME",
    "scanhook register import NAME FILE [--label COLUMN] [--key COLUMN] [--sheet SHEET] [--dry] [--replace]",
    "scanhook register import NAME --undo",
    "scanhook register codes NAME",
    "scanhook register name NAME CODE LABEL",
    "scanhook register export NAME [--journal] [--format csv|xlsx|jsonl|vcf] [--by USER]",
    "scanhook register labels NAME --out FILE.pdf|FILE.png [--paper a4|letter|roll62|roll29] [--role ROLE]",
    "scanhook register watch NAME [--after MOVEMENT]",
    "scanhook register display NAME [--door USER] [--names] | --list | --revoke ID",
    "scanhook register act NAME in|out CODE [--force]",
    "scanhook register act NAME add|remove|move|count CODE [--quantity N] [--place CODE] [--from CODE] [--force]",
    "scanhook register act NAME lend THING PERSON [--due DAY] [--force]",
    "scanhook register act NAME return|inspect THING [--answer KEY=VALUE …] [--force]",
    "scanhook register due NAME THING DAY|none",
    "scanhook register report NAME due|loans|receipt|log [--out FILE.pdf|FILE.csv] [--person CODE] [--entry CODE] [--from DAY] [--to DAY]",
    "scanhook register undo NAME MOVEMENT",
    "scanhook register round NAME begin|end|list|show|apply|undo [--blind] [--recount]",
    "scanhook register try NAME CODE [--action ACTION] [--place CODE]",
    "scanhook register delete NAME CODE",
    "scanhook register empty NAME",
    "scanhook register remove NAME",
  ],
  about: `A register is a list of people or things, and decides about the scans of its inboxes: a check-in lets each guest in once,
says who is inside, and refuses all others; a stock books how much of each thing is at which place; loans say who has
what, and until when; an inspection asks a checklist and says what is due; leads are the contacts whom people at a stand
met. The sender is told at once. Works whether the hub runs or not. The rules and inboxes of a register that the settings file
defines are changed only there, under registers:.`,
  options: {
    ...addOptions,
    ...changeOptions,
    ...listOptions,
    ...importOptions,
    ...undoOptions,
    ...exportOptions,
    ...labelOptions,
    ...watchOptions,
    ...displayOptions,
    ...actOptions,
    ...roundOptions,
    ...reportOptions,
    ...accessOptions,
  },
  after:
    'Exit code: 0 done, 1 failed, 2 wrong use. "act" and "try" exit with 3 for no, 4 for look and 5 for open questions.',
  examples: [
    "scanhook register add gala --kind check-in --inbox door --capacity 900",
    "scanhook register import gala guests.xlsx",
    "scanhook register export gala --format xlsx > guests.xlsx",
    "scanhook register show gala --json",
    "scanhook register add parts --kind stock --inbox storeroom",
    "scanhook register act parts remove 4006381333931 --quantity 3 --place A1",
    "scanhook register add tools --kind loans --inbox counter --loan-for '7 days'",
    "scanhook register act tools lend D-1 'Ada Lovelace' --due 2026-12-06",
    "scanhook register add fire --kind inspection --every '1 year' --checklist extinguisher.yaml",
    "scanhook register add stand --kind leads --inbox stand --people-from gala --keep-days 90",
    "scanhook register list stand --by maria",
    "scanhook register delete stand ada@example.com",
  ],
});
