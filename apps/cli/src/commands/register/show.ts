import {
  type CareCounts,
  type CountedRegister,
  loadRegisterWork,
  type Question,
  type RegisterRecord,
  readPersonNames,
  type StockCounts,
} from "@scanhook/hub";
import { parseStoreSettings, withStore } from "../../hub-access/data-folder.ts";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { formatTable } from "../../terminal/table.ts";
import { withRegister } from "./access.ts";
import { leadQuestions, listEntries, listLeads } from "./leads.ts";
import { accessOptions, listOptions, registerUsage } from "./usage.ts";

/** `scanhook register list`: prints the registers with their counts, or the entries of one. */
export async function listRegisters(args: string[], io: Io): Promise<number> {
  const options = { ...listOptions, ...accessOptions };
  const input = parseArguments(args, options, ["[NAME]"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  if (input.positionals.length > 0) return listEntries(args, io);
  if (input.values.by !== undefined || input.values.search !== undefined)
    return wrongUse(io, "Name the register whose entries to list: list NAME.", registerUsage);
  const parsed = parseStoreSettings(input.values, io);
  return withStore({ parsed, usage: registerUsage, io }, async (store) => {
    const registers = await store.countedRegisters();
    if (input.values.json) io.stdout.write(`${JSON.stringify(registers)}\n`);
    else if (registers.length > 0) io.stdout.write(formatRegisters(registers));
    else io.stdout.write('There is no register yet; "scanhook register add NAME" makes one.\n');
    return 0;
  });
}

/** `scanhook register show`: prints one register with its refused scans by code. */
export async function showRegister(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  return withRegister(input.values, input.positionals[0] ?? "", io, async (store, register) => {
    const refusedByCode = await store.countRefused(register.id);
    const { kind } = register;
    const stock = kind === "stock" ? await store.countStock(register.id) : undefined;
    const isCare = kind === "loans" || kind === "inspection";
    const { countCare, nameScanners, openDoorNames } = await loadRegisterWork();
    const care = isCare ? await countCare(store, register, Date.now()) : undefined;
    const findName = await openDoorNames(store, await readPersonNames(store), register);
    const leads =
      kind === "leads" ? nameScanners(await store.countLeads(register.id), findName) : undefined;
    if (input.values.json) {
      io.stdout.write(`${JSON.stringify({ ...register, refusedByCode, stock, care, leads })}\n`);
      return 0;
    }
    const codes = Object.entries(refusedByCode).map(([code, count]) => `${code} ${count}`);
    const inboxes = register.bindings.map(({ inbox, action }) => `${inbox} (${action})`);
    const rows = [
      [
        "Entries",
        `${register.entries}${register.entriesFrom ? ` of ${register.entriesFrom}` : ""}`,
      ],
      ...(register.peopleFrom === undefined ? [] : [["People", `of ${register.peopleFrom}`]]),
      ...(kind === "check-in" ? listCheckIn(register) : []),
      ...(stock ? listStock(stock) : []),
      ...(care ? [...listCare(care, register), ...listCareRules(register)] : []),
      ...(leads ? [...listLeads(leads, register), ...listQuestions(leadQuestions(register))] : []),
      ["Refused", [String(register.refused), ...codes].join(", ")],
      ["Inboxes", inboxes.join(", ") || "none"],
      ...(register.origin === "file" ? [["Defined", "in the settings file"]] : []),
    ];
    io.stdout.write(formatTable(rows.map((row) => row.map(printable))));
    return 0;
  });
}

function listCheckIn({ inside, admitted, rules: { capacity } }: RegisterRecord): string[][] {
  return [
    ["Inside", `${inside}${capacity === undefined ? "" : ` of ${capacity}`}`],
    ["Admitted", String(admitted)],
  ];
}

function listStock({ articles, places, numbers, unnamed, low }: StockCounts): string[][] {
  return [
    ["Articles", String(articles)],
    ["Places", String(places)],
    ["Number cards", String(numbers)],
    ["To be named", String(unnamed)],
    ["Below minimum", String(low)],
  ];
}

function listCare(
  { things, people, lent, free, blocked, due, overdue, missed, failed, never }: CareCounts,
  { kind, peopleFrom }: RegisterRecord,
): string[][] {
  const counts: [string, number][] =
    kind === "loans"
      ? [
          ["Things", things],
          ["Lent", lent],
          ["Free", free],
          ["Blocked", blocked],
          ["Overdue", overdue],
        ]
      : [
          ["Things", things],
          ["Due", due],
          ["Overdue", overdue],
          ["Missed", missed],
          ["Failed", failed],
          ["Never inspected", never],
        ];
  const own = kind === "loans" && peopleFrom === undefined ? [["People", people] as const] : [];
  return [...counts, ...own].map(([name, count]) => [name, String(count)]);
}

function listCareRules({ kind, rules }: RegisterRecord): string[][] {
  const { loanFor, askDue = false, handOver = "ask", every, everyByGroup = {}, leadTime } = rules;
  const { touch = false, questions = [] } = rules;
  const ofKind =
    kind === "loans"
      ? [
          ["Lent for", loanFor ?? "good"],
          ["Asks for the date", toYesNo(askDue)],
          ["Hand over", handOver],
        ]
      : [
          ["Every", every ?? "never"],
          ...Object.entries(everyByGroup).map(([group, text]) => [`Every, ${group}`, text]),
          ["Lead time", leadTime ?? "a quarter, at most 14 days"],
          ["Only tags", toYesNo(touch)],
        ];
  return [...ofKind, ...listQuestions(questions)];
}

function listQuestions(questions: readonly Question[]): string[][] {
  return questions.map((question) => ["Question", describeQuestion(question)]);
}

function describeQuestion({ key, label, type, required }: Question): string {
  return `${key}: ${label} (${type}${required ? ", required" : ""})`;
}

function toYesNo(value: boolean): string {
  return value ? "yes" : "no";
}

function formatRegisters(registers: CountedRegister[]): string {
  const rows = registers.map((register) => {
    const { name, kind, entries, inside, admitted, refused, bindings, title = "" } = register;
    const inboxes = bindings.map(({ inbox, action }) => `${inbox} (${action})`).join(", ");
    // Nobody comes into a register of things.
    const guests = kind === "check-in" ? [inside, admitted].map(String) : ["", ""];
    return [name, String(entries), ...guests, String(refused), inboxes || "none", title];
  });
  const header = ["NAME", "ENTRIES", "INSIDE", "ADMITTED", "REFUSED", "INBOXES", "TITLE"];
  return formatTable([header, ...rows]);
}
