import {
  type ChangeFilter,
  type ChangeFormat,
  type ChangeRecord,
  changeFormats,
  changeSubjects,
  errors,
  exportChanges,
  formatFields,
  retentionLimits,
  type Store,
} from "@scanhook/hub";
import type { Command } from "../command.ts";
import { parseStoreSettings, storeOptions, withStore } from "../hub-access/data-folder.ts";
import { writeExport } from "../hub-access/write-export.ts";
import { parseArguments, type Values } from "../input/arguments.ts";
import { type Parsed, refuse } from "../input/parsed.ts";
import { parseTimeBounds } from "../input/time-bounds.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import type { Io } from "../io.ts";
import { summaries } from "../summaries.ts";
import { printable } from "../terminal/printable.ts";
import { formatTable } from "../terminal/table.ts";

const filterOptions = {
  subject: { value: "KIND", help: `only changes of this kind: ${changeSubjects.join(", ")}` },
  name: { value: "NAME", help: "only changes of what has this name; of a user, INBOX/USER" },
  by: { value: "NAME", help: "only changes by this person, as the list shows them" },
  from: { value: "TIME", help: "only changes at this time or later, such as 2026-05-12" },
  to: { value: "TIME", help: "only changes before this time" },
} as const;

const options = {
  ...filterOptions,
  export: { value: "csv|jsonl", help: "write all of them as CSV or JSON Lines" },
  out: { value: "FILE", help: "with --export: write to this file instead of stdout" },
  "keep-days": {
    value: "DAYS",
    help: "from now on, delete entries when they are older than these days; forever: never",
  },
  ...storeOptions,
} as const;

/** How many entries the list shows. */
const listed = 100;

export const changes: Command = {
  name: "changes",
  summary: summaries.changes,
  usage: createUsage("changes", {
    lines: [
      "scanhook changes [--subject KIND] [--name NAME] [--by NAME] [--from TIME] [--to TIME]",
      "                 [--export csv|jsonl] [--out FILE]",
      "scanhook changes --keep-days DAYS|forever",
    ],
    about: `Lists who changed which setting of the hub, from what to what: the newest ${listed}, newest first. Of secrets it only says
that they changed. Entries are kept for good, unless --keep-days or the dashboard says how long. Works whether the hub
runs or not.`,
    options,
    after: "Exit code: 0 done, 1 failed, 2 wrong use.",
    examples: [
      "scanhook changes --subject person --from 2026-05-01",
      "scanhook changes --export csv --out changes.csv",
      "scanhook changes --keep-days 730",
    ],
  }),
  async run(args, io) {
    const { usage } = changes;
    const input = parseArguments(args, options);
    if (!input.ok) return wrongUse(io, input.reason, usage);
    const wanted = parseWanted(input.values);
    if (!wanted.ok) return wrongUse(io, wanted.reason, usage);
    const { filter, format, keepDays } = wanted.value;
    const parsed = parseStoreSettings(input.values, io);
    return withStore({ parsed, usage, io }, (store) => {
      if (keepDays !== undefined) return keepFor(store, keepDays, io);
      if (format === undefined) return listChanges(store, filter, io);
      return writeExport(exportChanges(store, filter, format), input.values.out, io);
    });
  },
};

type Wanted = {
  filter: ChangeFilter;
  format?: ChangeFormat | undefined;
  /** `forever`: entries are not deleted any more. */
  keepDays?: number | "forever" | undefined;
};

function parseWanted(values: Values<typeof options>): Parsed<Wanted> {
  const { export: format, out, "keep-days": keepDays, name, by } = values;
  const subject = changeSubjects.find((known) => known === values.subject);
  if (values.subject !== undefined && !subject)
    return refuse(`--subject is one of ${changeSubjects.join(", ")}, not "${values.subject}".`);
  const known = changeFormats.find((candidate) => candidate === format);
  if (format !== undefined && !known) return refuse(`--export is csv or jsonl, not "${format}".`);
  if (out !== undefined && format === undefined)
    return refuse("--out is the file of --export; give both, or leave --out out.");
  const bounds = parseTimeBounds(values);
  if (!bounds.ok) return bounds;
  const filter = { subject, name, by, ...bounds.value };
  if (keepDays === undefined) return { ok: true, value: { filter, format: known } };
  const others = [...Object.keys(filterOptions), "export"].find((option) => option in values);
  if (others) return refuse(`--keep-days lists nothing; leave out --${others}.`);
  const days = keepDays === "forever" ? keepDays : Number(keepDays);
  const isRight =
    days === "forever" || (/^[1-9]\d{0,5}$/.test(keepDays) && days <= retentionLimits.keepDays);
  return isRight
    ? { ok: true, value: { filter, keepDays: days } }
    : refuse(
        `--keep-days is a whole number of days from 1 to ${retentionLimits.keepDays}, or forever, not "${keepDays}".`,
      );
}

async function keepFor(store: Store, days: number | "forever", io: Io): Promise<0 | 1> {
  if ((await store.changesOrigin()) === "file") {
    io.stderr.write(`${errors["kept-in-file"].message}\n`);
    return 1;
  }
  await store.setChangesKeepDays(days === "forever" ? undefined : days);
  const span = days === "forever" ? "for good" : `for ${days} ${days === 1 ? "day" : "days"}`;
  io.stdout.write(`The journal of changes is kept ${span}.\n`);
  return 0;
}

async function listChanges(store: Store, filter: ChangeFilter, io: Io): Promise<0> {
  const found = await store.changes(filter, { limit: listed + 1 });
  if (found.length === 0) {
    io.stdout.write("There are no such changes of settings.\n");
    return 0;
  }
  io.stdout.write(formatTable([header, ...found.slice(0, listed).map(toRow)]));
  if (found.length > listed)
    io.stderr.write(`There are more than ${listed}; --export writes all, --to lists older ones.\n`);
  return 0;
}

const header = ["TIME (UTC)", "BY", "VIA", "CHANGE", "FIELDS"];

function toRow({ at, by, via, subject, name, action, fields }: ChangeRecord): string[] {
  const time = at.slice(0, 19).replace("T", " ");
  return [time, by, via, `${action} ${subject} ${name}`, formatFields(fields)].map(printable);
}
