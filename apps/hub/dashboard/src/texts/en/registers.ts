import type { CareReport } from "../../../../src/register-work/opening-care.ts";
import type { StockReport } from "../../../../src/register-work/opening-stock.ts";
import type { LabelReport } from "../../../../src/registers/labels/sheets.ts";
import type { Code } from "../../../../src/registers/verdict.ts";

const reasons: Record<Code, string> = {
  "checked-in": "checked in",
  "checked-out": "checked out",
  undone: "undone",
  "not-in": "was not inside",
  "just-now": "scanned just now",
  closed: "the register is closed",
  unknown: "not on the list",
  ambiguous: "on the list twice",
  blocked: "blocked",
  "too-early": "too early",
  "too-late": "too late",
  "wrong-group": "not this group",
  "already-in": "already inside",
  used: "used before",
  "used-up": "used up",
  full: "full",
  "no-such-movement": "nothing to undo",
  "nothing-to-undo": "nothing to undo",
  "changed-since": "changed since",
  "everybody-out": "checked out by the rule",
  added: "added",
  removed: "removed",
  moved: "moved",
  counted: "counted",
  "was-elsewhere": "was elsewhere",
  "already-counted": "already counted",
  low: "below the minimum",
  unnamed: "new code",
  "not-enough": "more than is there",
  "best-before": "past its best-before date",
  expired: "expired",
  recalled: "recalled lot",
  "place-set": "place in hand",
  "quantity-set": "number in hand",
  "no-place": "no place scanned",
  "which-place": "at several places",
  "same-place": "already there",
  "no-user": "no user",
  "no-quantity": "no quantity",
  "wrong-unit": "another unit",
  "too-much": "too much",
  misread: "misread",
  "round-over": "the round is over",
  "round-begun": "a round begins",
  "round-ended": "a round has ended",
  "round-applied": "a round is applied",
  "round-undone": "a round is taken back",
  "holder-set": "person in hand",
  lent: "lent",
  "handed-over": "handed over",
  returned: "returned",
  "returned-late": "returned late",
  "lent-to-other": "lent to another person",
  "already-lent": "already lent to this person",
  "not-lent": "not lent",
  "no-holder": "no person scanned",
  "not-a-thing": "not a thing",
  "due-set": "new date",
  due: "due",
  overdue: "overdue",
  missed: "missed",
  answered: "questions answered",
  "answered-already": "already answered",
  "ask-over": "answered too late",
  checklist: "checklist asked",
  passed: "passed",
  failed: "failed",
  seen: "seen",
  "not-due": "not due yet",
  "touch-the-tag": "a code instead of the tag",
  "inspected-meanwhile": "inspected meanwhile",
};

/** The texts about registers. They load when a screen of registers is first opened. */
export const texts = {
  reasons,
  list: {
    intro:
      "A register decides about scans at once: who comes in, how much is where, who has what, and what was inspected.",
    label: "Registers by name",
    none: "No registers yet",
    noneText:
      "Add one, paste your list of guests or things or add your shelves, and pair the phones.",
    add: "Add a register",
    inside: (count: number) => `${count.toLocaleString()} inside`,
  },
  keptInFile: "Defined in the hub's settings file. Change its rules and inboxes there.",
  add: {
    title: "Add a register",
    submit: "Add the register",
    kind: "What it is for",
    titleField: "Title",
    details: "Details",
    name: "Name in links and commands",
    nameRule: "1 to 64 lowercase letters, digits, - and _; begins with a letter or a digit.",
    noInbox: "Decide later",
    action: "A scan there",
    capacity: "How many may be inside",
    capacityRule: "A whole number.",
    capacityHint: "Leave this empty for no limit.",
  },
  register: {
    back: "All registers",
    counts: "Counts",
    inside: "Inside",
    ofCapacity: (capacity: number) => `of ${capacity.toLocaleString()}`,
    entries: "Guests on the list",
    admitted: "Admitted",
    refused: "Refused",
    noInbox: "none yet. Choose an inbox under Set up.",
    binding: (inbox: string, action: string) => `${inbox} (a scan ${action})`,
    refusedByCode: "Refused, by reason",
  },
  pair: {
    open: "Pair a phone",
    does: (action: string) => `a scan ${action}`,
  },
  setup: {
    open: "Set up",
    title: "Set up",
    remove: "Remove the register",
    removeTitle: (name: string) => `Remove “${name}”?`,
  },
  bindings: {
    none: "No inbox feeds this register yet.",
    does: (action: string, answer: "negotiated" | "always-2xx") =>
      `A scan ${action}${answer === "always-2xx" ? "; always answered with 200" : ""}`,
    manage: "Phones and users",
    unbind: "Unbind",
    inbox: "Inbox",
    choose: "Choose one",
    always: "Always answer with 200",
    alwaysHint: "For senders that would send a refused scan again.",
    submit: "Bind the inbox",
    bound: (inbox: string) => `${inbox} feeds the register.`,
    unbound: (inbox: string) => `${inbox} no longer feeds the register.`,
  },
  codes: {
    title: "Codes",
    make: "Make missing codes",
    made: (count: number) => (count === 1 ? "1 code was made." : `${count} codes were made.`),
    sheets: {
      a4: "Sheets to print, A4",
      letter: "Sheets to print, Letter",
      roll62: "Labels on a roll, 62 mm",
    },
    roles: {
      all: "All labels",
      place: "Labels of places",
      number: "Number cards",
      article: "Labels of articles",
    },
    print: "Print",
    /** Returns an empty text if the labels lack nothing. */
    lacking: ({ unprintable, shortened, tooLong }: LabelReport) =>
      [
        tooLong > 0 && `Labels left out, because their codes are too long: ${tooLong}.`,
        shortened > 0 && `Labels with only a part of a name or a detail: ${shortened}.`,
        unprintable > 0 &&
          `Labels without a name or a detail, in a script that cannot be printed: ${unprintable}.`,
      ]
        .filter((sentence) => sentence !== false)
        .join(" "),
    export: {
      list: "Save the list as CSV",
      listLines: "Save the list as JSON Lines",
      journal: "Save the journal as CSV",
      journalLines: "Save the journal as JSON Lines",
    },
  },
  tryCode: {
    title: "Try a code",
    hint: "Shows the verdict that a scan would get now. Nothing is stored.",
    code: "Code",
    submit: "Try",
    rule: (reason: string, code: string) => `Decided by the rule “${reason}” (${code}).`,
    lineProblem: (problem: string) => `Your own sentence is left out: ${problem}`,
  },
  rules: {
    title: "Rules",
    labels: {
      title: "Title",
      capacity: "How many may be inside",
      uses: "How often each guest may come in",
      reentry: "Coming in again",
      opens: "Opens",
      closes: "Closes",
      exitAllAt: "Everybody is out at",
      groups: "Only these groups",
      ignoreCase: "Upper and lower case are the same",
      contacts: "Read the mail address out of contacts",
      products: "Read the numbers of products out of bar codes",
      stripPrefix: "Text to take off the front of a code",
      keepDays: "Days until the guests are deleted",
      tap: "Phones wait for a tap after “look”",
      texts: "Your own sentences",
    },
    reentries: { "after-exit": "After leaving", never: "Never", always: "Also while inside" },
    none: "No limit",
    forever: "Never",
    keepDaysHint: "Counted from the closing time, or without one from the last verdict.",
    groupsHint: "Separate them with commas. Leave this empty for all.",
    choosesShownHint:
      "Otherwise phones and labels show all but private ones, such as mail addresses.",
    showsHint: "One in each line, by the name of its column. Leave this empty for none.",
    reading: "How codes are read",
    productsHint: "EAN, UPC, GS1 and the labels of DigiKey and Mouser all find the same.",
    submit: "Save the rules",
  },
  doors: {
    title: "Doors",
    span: (minutes: number) =>
      minutes === 1 ? "Verdicts in the last minute" : `Verdicts in the last ${minutes} minutes`,
    door: "Door",
    in: "In",
    out: "Out",
    refused: "Refused",
    last: "Last",
  },
  entry: {
    never: "was never inside",
    label: "Name",
    group: "Group",
    codes: "Codes",
    codeKind: "Kind of code",
    codeKinds: { "t:": "Code or text", "u:": "UID of a tag" },
    newCode: "New code",
    addCode: "Add the code",
    remove: "Remove",
    removeCode: (code: string) => `Remove ${code}`,
    uses: "Times inside",
    validFrom: "Valid from",
    validUntil: "Valid until",
    fields: "Details",
    fieldName: (n: number) => `Name of detail ${n}`,
    fieldValue: (n: number) => `Detail ${n}`,
    addField: "Add a detail",
  },
  entries: {
    hint: "Search name or code",
    group: (group: string) => `Group ${group}`,
    inside: (door: string) => `inside, ${door}`,
    outside: (door: string) => `has left, ${door}`,
    blocked: "blocked",
    checkIn: "Check in",
    checkOut: "Check out",
    letIn: "Let in anyway",
    block: "Block",
    unblock: "Unblock",
  },
  newEntry: {
    code: "Code",
    codeHint: "Leave this empty for a random code.",
  },
  journal: {
    unknown: "Not on the list",
    everybody: "Everybody",
    undo: "Undo",
    forced: "against the rules",
    results: { yes: "Yes", look: "Look", no: "No", ask: "Ask" },
    undone: "Undone",
  },
  import: {
    paste: "The list",
    file: "Or a CSV file",
    header: "The first line has the names of the columns",
    encoding: "Characters",
    encodingHint: "Choose others if letters of the names look wrong.",
    encodings: {
      "UTF-8": "Unicode (UTF-8)",
      "UTF-16LE": "Unicode (UTF-16 LE)",
      "UTF-16BE": "Unicode (UTF-16 BE)",
      "windows-1252": "Western European (windows-1252)",
      "windows-1250": "Central European (windows-1250)",
      "windows-1251": "Cyrillic (windows-1251)",
      "windows-1253": "Greek (windows-1253)",
      "windows-1254": "Turkish (windows-1254)",
      "windows-1257": "Baltic (windows-1257)",
      macintosh: "Western European (Macintosh)",
      Shift_JIS: "Japanese (Shift_JIS)",
      "EUC-JP": "Japanese (EUC-JP)",
      GBK: "Simplified Chinese (GBK)",
      Big5: "Traditional Chinese (Big5)",
      "EUC-KR": "Korean (EUC-KR)",
    },
    roles: {
      label: "Column with the name",
      lastName: "Column with the last name",
      key: "Column with the code",
      moreKeys: "Column with further codes",
      group: "Column with the group",
      attention: "Column with a note to read first",
      uid: "Column with the UID of a tag",
      quantity: "Column with the quantity",
      place: "Column with the place",
      holder: "Column with the person who has it",
      due: "Column with the date",
      unit: "Column with the unit",
      minimum: "Column with the minimum",
      amount: "Column with the numbers of number cards",
      recalled: "Column with recalled lots",
    },
    severalColumns: (columns: readonly string[]) => columns.join(" and "),
    more: "More columns",
    noColumn: "None",
    shownHint: "Phones and labels show these details beside name and group.",
    samples: (shown: number, rows: number) =>
      shown === rows
        ? "The list as it will be stored"
        : `${shown} of ${rows} rows, as they will be stored`,
    sampleCode: "Code",
    sampleName: "Name",
    sampleGroup: "Group",
    sampleQuantity: "How much",
    samplePlace: "Place",
    sampleHolder: "Who has it",
    sampleDue: "Date",
    random: "random code",
    nameLike: (count: number) =>
      `${count === 1 ? "1 code looks like a name" : `${count} codes look like names`}. Whoever knows the name has a ticket. Choose another column, or random codes.`,
    makeCodes: "None: random codes",
    submit: "Import",
    stock: ({ counted, same, places, refused, summed, dropped, droppedLines }: StockReport) => {
      const parts = [`${counted} will be counted by hand`, `${same} are there already`];
      if (places > 0) parts.push(places === 1 ? "1 place is added" : `${places} places are added`);
      if (summed > 0) parts.push(`${summed} lines are added up with an earlier one`);
      if (refused > 0) parts.push(`${refused} are left out`);
      const lines = [...droppedLines, ...(dropped > droppedLines.length ? ["…"] : [])];
      const differing =
        dropped > 0
          ? ` Other columns of these lines differ from an earlier one about the same article, which counts: ${lines.join(", ")}.`
          : "";
      return `Quantities: ${parts.join(", ")}.${differing}`;
    },
    care: ({ people, lent, dated, same, refused }: CareReport) => {
      const parts = [`${lent} will be lent`, `${dated} get a date`, `${same} are so already`];
      if (people > 0) parts.push(people === 1 ? "1 person is added" : `${people} people are added`);
      if (refused > 0) parts.push(`${refused} are left out`);
      return `Loans and dates: ${parts.join(", ")}.`;
    },
    refusedActs: (count: number) =>
      count === 1 ? "1 loan or date was left out:" : `${count} loans and dates were left out:`,
    counts: (counts: {
      rows: number;
      new: number;
      changed: number;
      same: number;
      conflict: number;
    }) => {
      const parts = [`${counts.new} new`, `${counts.changed} changed`, `${counts.same} the same`];
      if (counts.conflict > 0) parts.push(`${counts.conflict} in conflict`);
      return `${counts.rows === 1 ? "1 row" : `${counts.rows} rows`}: ${parts.join(", ")}.`;
    },
    conflicts: (several: string, lines: readonly number[]) =>
      `The codes of these lines belong to ${several}, so they are left out: ${lines.join(", ")}.`,
    guessable: (count: number) =>
      `Somebody could find ${count} of the codes by trying. Use longer, random ones.`,
    done: (count: number) => (count === 1 ? "1 row was imported." : `${count} rows were imported.`),
    refused: (count: number) =>
      count === 1 ? "1 quantity was left out:" : `${count} quantities were left out:`,
    refusal: (line: number, text: string) => `Line ${line}: ${text}`,
    moreRefused: (count: number) => `… and ${count} more.`,
    undo: "Undo the last import",
    undoTitle: "Undo the last import?",
    undoSubmit: "Undo the import",
    changed: (counted: string) => `It added, changed or blocked ${counted}.`,
    undone: ({ removed, putBack, left }: { removed: number; putBack: number; left: number }) =>
      `${removed} removed, ${putBack} put back, ${left} left as they are.`,
  },
};
