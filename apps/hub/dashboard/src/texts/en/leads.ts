import type { QuestionType } from "../../../../src/registers/questions.ts";

/** The hints of the form of a question by its type. Answers about leads cannot fail. */
const hints: Partial<Record<QuestionType, string>> = {
  text: "In characters, at most 2000.",
  rating: "There are 5 stars unless you choose 2 to 10.",
  consent: "In your own words. If it must be answered, a contact becomes a lead only with a yes.",
};

/** The texts that only registers of leads need. They load with the registers. */
export const texts = {
  add: {
    people: "Guests whose badges count",
    noPeople: "None: contacts only",
    peopleHint: "Their badges become leads with name, group and details from the guest list.",
    keepDays: "Days to keep a lead after its last scan",
    keepDaysRule: "A whole number of days, at most 36,500.",
    keepDaysHint: "Then it is deleted with its scans. Leave this empty to keep leads.",
    questions: "Asked about each lead",
    rating: "A rating of 1 to 5 stars",
    note: "A note",
    tags: "Tags",
    tagsHint: "Several can be picked. Separate them with commas: Hot, Partner, Press.",
    consent: "Consent, in your own words",
    consentHint: "Such as: May we write to you? Leave this empty to ask for none.",
    required: "Without a yes, nothing is kept",
    requiredHint: "The contact becomes a lead only with a yes, and is deleted after a no.",
  },
  newEntry: {
    company: "Company",
    mail: "Mail address",
    mailHint: "A scan of the contact finds the lead by it. Leave this empty if you have none.",
  },
  counts: {
    leads: (leads: number) => (leads === 1 ? "lead" : "leads"),
    people: (register: string) => `Badges of guests from ${register}`,
    keepDays: (days: number) =>
      days === 1
        ? "Each lead is deleted one day after its last scan."
        : `Each lead is deleted ${days.toLocaleString()} days after its last scan.`,
  },
  filter: "Show",
  all: "All",
  /** The state of a contact that is no lead yet, with and without a consent that is required. */
  waiting: { consent: "Waiting for consent", scan: "Not scanned yet" },
  unnamed: "Without a name",
  by: "Scanned by",
  everyone: "Everyone",
  person: (name: string, leads: number) => `${name} (${leads.toLocaleString()})`,
  exports: {
    all: "Save all leads as",
    by: (name: string) => `Save the leads of ${name} as`,
    formats: { csv: "CSV", xlsx: "XLSX", vcf: "vCards" },
  },
  none: "No lead matches. Choose others above, or search for less.",
  more: "Older leads",
  searchHint: "Search name, mail address or code",
  first: (when: string, who: string) => `First scanned ${when} by ${who}`,
  scans: (scans: number) => (scans === 1 ? "1 scan" : `${scans.toLocaleString()} scans`),
  stars: (stars: number, most: number) => `${stars} of ${most} stars`,
  entry: {
    firstScanned: "First scanned",
    by: (when: string, who: string) => `${when}, ${who}`,
    scans: "Scans",
    fieldsHint: "Empty a detail to remove it.",
    unnamedTitle: "This lead has no name yet",
    unnamedHint: "What was scanned is no contact. Give it a name, and phones show that.",
    remove: "Delete this lead",
    removeTitle: (name: string) => `Delete “${name}”?`,
    removed: (name: string, kept: number) =>
      kept === 0
        ? `${name} was deleted.`
        : `${name} was deleted. An audit trail keeps ${kept === 1 ? "1 scan" : `${kept.toLocaleString()} scans`}.`,
    goes: "The lead with its details and notes, its scans, and its name in the journal are deleted. This cannot be undone.",
    stays:
      "Scans in an inbox with an audit trail stay, and so does what was forwarded or exported already.",
  },
  rules: {
    questions: "Questions about a lead",
    questionsHint:
      "Asked after the scan; a consent that must be answered comes first. The answers become details of the lead.",
    hints,
    groupsHint: "One in each line. Leave this empty for everybody.",
    people: "Badges become leads, too: those of the guests of",
    noPeople:
      "Only contacts become leads. The guest list for badges is chosen when a register is added.",
  },
};
