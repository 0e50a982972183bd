import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  loadRegisterRules,
  loadReports,
  type RegisterRecord,
  type ReportRequest,
  type Store,
} from "@scanhook/hub";
import { parseArguments, type Values } from "../../input/arguments.ts";
import { type Parsed, refuse } from "../../input/parsed.ts";
import { describeUnwritable } from "../../input/unwritable-file.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { fail, withRegister } from "./access.ts";
import { findEntry, findPerson } from "./entries.ts";
import { accessOptions, registerUsage, reportOptions } from "./usage.ts";

type ReportValues = Values<typeof reportOptions>;

/** The report that each option narrows down. */
const fittingReports = { person: "receipt", entry: "log", from: "log", to: "log" } as const;

type FittingOption = keyof typeof fittingReports;

/** `scanhook register report`: writes what is lent or due, a receipt or a log, as PDF or CSV. */
export async function reportOnRegister(args: string[], io: Io): Promise<number> {
  const options = { ...reportOptions, ...accessOptions };
  const input = parseArguments(args, options, ["NAME", "REPORT"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const { values } = input;
  const [name = "", report = ""] = input.positionals;
  const { createReport, drawReport, loadFont, reportNames, writeReportCsv } = await loadReports();
  const { out } = values;
  const isPdf = out?.toLowerCase().endsWith(".pdf") ?? false;
  if (out !== undefined && !isPdf && !out.toLowerCase().endsWith(".csv"))
    return wrongUse(io, `--out is a file that ends in .pdf or .csv, not "${out}".`, registerUsage);
  const days = await readDays(values);
  if (!days.ok) return wrongUse(io, days.reason, registerUsage);
  return withRegister(values, name, io, async (store, register) => {
    const { kind } = register;
    const own: readonly string[] =
      kind === "loans" || kind === "inspection" ? reportNames[kind] : [];
    if (!own.includes(report)) {
      const advice = own.length > 0 ? `it has ${own.join(" and ")}` : "it has none";
      return wrongUse(io, `The kind ${kind} has no report "${report}"; ${advice}.`, registerUsage);
    }
    const misfit = Object.entries(fittingReports).find(
      ([option, fitting]) => values[option as FittingOption] !== undefined && fitting !== report,
    );
    if (misfit) {
      const [option, fitting] = misfit;
      return wrongUse(io, `--${option} is an option of the report ${fitting}.`, registerUsage);
    }
    const request = await toRequest(report, { store, register, values, ...days.value });
    if (!request.ok) return fail(io, request.reason);
    const made = await createReport(store, register, request.value, Date.now());
    if (!made) return fail(io, "The entry was removed meanwhile.");
    if (out === undefined) {
      for await (const text of writeReportCsv(made)) io.stdout.write(text);
      return 0;
    }
    const chunks = isPdf
      ? drawReport(made, { font: await loadFont(), paper: "a4" })
      : writeReportCsv(made);
    try {
      await pipeline(Readable.from(chunks), createWriteStream(out));
    } catch (error) {
      return fail(io, `${out} cannot be written: ${describeUnwritable(error)}.`);
    }
    io.stdout.write(values.json ? `${JSON.stringify({ out })}\n` : `Wrote the report to ${out}.\n`);
    return 0;
  });
}

/** Reads the first and the last day of a log, in milliseconds since 1970. */
async function readDays({ from, to }: ReportValues): Promise<Parsed<{ from: number; to: number }>> {
  const { parseDay } = await loadRegisterRules();
  const [first, last] = [from, to].map((text) => (text === undefined ? undefined : parseDay(text)));
  if (from !== undefined && first === undefined)
    return refuse(`--from is a day such as 2026-11-01, not "${from}".`);
  if (to !== undefined && last === undefined)
    return refuse(`--to is a day such as 2026-11-30, not "${to}".`);
  const begin = first === undefined ? 0 : new Date(first).setHours(0, 0, 0, 0);
  const end = last ?? Date.now();
  if (begin > end) return refuse(`--from ${from} is after --to ${to ?? "today"}.`);
  return { ok: true, value: { from: begin, to: end } };
}

async function toRequest(
  report: string,
  {
    store,
    register,
    values,
    from,
    to,
  }: {
    store: Store;
    register: RegisterRecord;
    values: ReportValues;
    from: number;
    to: number;
  },
): Promise<Parsed<ReportRequest>> {
  if (report === "due" || report === "loans") return { ok: true, value: { report } };
  if (report === "receipt") {
    if (values.person === undefined) return refuse("Say whose receipt it is with --person CODE.");
    const person = await findPerson(store, register, values.person);
    if (typeof person === "string") return refuse(person);
    return { ok: true, value: { report, holder: person.id } };
  }
  if (values.entry === undefined) return { ok: true, value: { report: "log", from, to } };
  const entry = await findEntry(store, register, values.entry);
  return entry
    ? { ok: true, value: { report: "log", entry: entry.id, from, to } }
    : refuse(`No entry of ${register.name} has the code "${values.entry}".`);
}
