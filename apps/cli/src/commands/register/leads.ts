import {
  defaultLeadQuestions,
  type EntryRecord,
  type LeadCounts,
  loadRegisterRules,
  loadRegisterWork,
  type Named,
  type RegisterRecord,
  readPersonNames,
} from "@scanhook/hub";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { formatTable } from "../../terminal/table.ts";
import { fail, nameUser, withRegister } from "./access.ts";
import { findNamed } from "./entries.ts";
import { accessOptions, listOptions, registerUsage } from "./usage.ts";

/** `scanhook register list NAME`: prints the entries of a register, and of leads their scans. */
export async function listEntries(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...listOptions, ...accessOptions }, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const { by, search, json } = input.values;
  const name = input.positionals[0] ?? "";
  return withRegister(input.values, name, io, async (store, register) => {
    if (by !== undefined && register.kind !== "leads")
      return wrongUse(io, "--by is for registers of the kind leads.", registerUsage);
    const { openDoorNames, readEntries } = await loadRegisterWork();
    const findName = await openDoorNames(store, await readPersonNames(store), register);
    const entries: EntryRecord[] = [];
    for await (const page of readEntries(store, register.id, { by, text: search }))
      entries.push(...page);
    if (json) io.stdout.write(`${JSON.stringify(entries)}\n`);
    else if (entries.length > 0) io.stdout.write(await formatEntries(entries, register, findName));
    else io.stdout.write((by ?? search) ? "No entry matches.\n" : `${name} has no entries yet.\n`);
    return 0;
  });
}

/** `scanhook register delete`: deletes a lead, its scans, and what the journal says of it. */
export async function deleteLead(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, accessOptions, ["NAME", "CODE"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const [name = "", text = ""] = input.positionals;
  return withRegister(input.values, name, io, async (store, register) => {
    if (register.kind !== "leads")
      return fail(
        io,
        `Only leads are deleted one by one; ${name} is of the kind ${register.kind}.`,
      );
    const lead = await findNamed(store, register, text);
    if (typeof lead === "string") return fail(io, lead);
    const { forgetLeads } = await loadRegisterWork();
    const { scans } = await forgetLeads(store, register.id, [lead.id]);
    await store.eraseForgotten();
    const kept = scans === 0 ? "" : ` An audit trail keeps ${toScans(scans)}.`;
    const sentence = `Deleted the lead ${printable(lead.label)} with its scans.${kept}`;
    const value = { name, id: lead.id, scans };
    io.stdout.write(input.values.json ? `${JSON.stringify(value)}\n` : `${sentence}\n`);
    return 0;
  });
}

type NamedCounts = Omit<LeadCounts, "people"> & { people: Named<LeadCounts["people"][number]>[] };

/** Returns the rows of `register show` about the leads of a register. */
export function listLeads(
  { leads, waiting, unnamed, people }: NamedCounts,
  { keepDays }: RegisterRecord,
): string[][] {
  return [
    ["Leads", String(leads)],
    ["Waiting", String(waiting)],
    ["To be named", String(unnamed)],
    ...people.map(({ by, person, leads: scanned }) => [
      `Scanned by ${nameUser(by, person)}`,
      String(scanned),
    ]),
    ["Days to keep", keepDays ? `${keepDays} after the last scan` : "for good"],
  ];
}

/** Returns the questions that a register of leads asks. */
export function leadQuestions({ rules }: RegisterRecord) {
  return rules.questions ?? defaultLeadQuestions;
}

async function formatEntries(
  entries: EntryRecord[],
  register: RegisterRecord,
  findName: (door: string) => string | undefined,
): Promise<string> {
  const { showKey } = await loadRegisterRules();
  const isOfLeads = register.kind === "leads";
  const rating = leadQuestions(register).find(({ type }) => type === "rating")?.label;
  const ofLeads = ["COMPANY", "FIRST SCANNED", "BY", "SCANS", rating?.toUpperCase() ?? ""];
  const header = ["CODE", "NAME", ...(isOfLeads ? ofLeads : ["GROUP"])];
  const rows = entries.map(({ keys, label, group = "", fields, lead }) => {
    const common = [keys[0] === undefined ? "" : showKey(keys[0]), label];
    if (!isOfLeads) return [...common, group];
    const scanned = lead
      ? [
          new Date(lead.since).toISOString(),
          nameUser(lead.door, findName(lead.door)),
          String(lead.scans),
        ]
      : ["waiting", "", ""];
    return [...common, fields.Company ?? "", ...scanned, fields[rating ?? ""] ?? ""];
  });
  return formatTable([header, ...rows].map((row) => row.map(printable)));
}

function toScans(scans: number): string {
  return scans === 1 ? "1 scan" : `${scans} scans`;
}
