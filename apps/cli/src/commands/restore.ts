import { resolve } from "node:path";
import { parseSettings, restore as restoreBackup, type Waiting } from "@scanhook/hub";
import type { Command } from "../command.ts";
import { settingsIn, storeOptions, storeSettings } from "../hub-access/data-folder.ts";
import { parseArguments } from "../input/arguments.ts";
import { summaries } from "../summaries.ts";
import { createProgressLine } from "../terminal/progress-line.ts";
import { printUsage, wrongUse } from "../usage.ts";
import { toSentence } from "../what-failed.ts";
import { whyNotHere } from "../why-no-backup.ts";

const options = {
  hold: { help: "send nothing that was waiting in the backup before you have decided" },
  ...storeOptions,
  json: { help: "print one JSON object, for scripts" },
} as const;

const steps = { unpacking: "Unpacking", checking: "Checking" };

export const restore: Command = {
  name: "restore",
  summary: summaries.restore,
  usage: printUsage({
    lines: ["scanhook restore FILE [--hold] [--data DIR]"],
    about: `Puts a backup that "scanhook backup" made into a data folder that is empty or not there. Everything is checked
first; when something is wrong with the backup, nothing is written. Start the hub on that folder afterwards.

Deliveries that were waiting when the backup was made go out when the hub starts, though they may have been made since.
With --hold their destinations are held, until you let them go on in the dashboard, or drop what waits.`,
    options,
    examples: ["scanhook restore scanhook-2026-11-21.tar.gz --data /var/lib/scanhook"],
  }),
  async run(args, io) {
    const read = parseArguments(args, options, ["FILE"]);
    if (!read.ok) return wrongUse(io, read.reason, restore.usage);
    const parsed = parseSettings({ args: storeSettings(read.values), env: settingsIn(io.env) });
    if (!parsed.ok) return wrongUse(io, parsed.reason, restore.usage);
    const dir = parsed.settings.data;
    const fail = (sentence: string) => {
      io.stderr.write(`${sentence}\n`);
      return 1;
    };
    const elsewhere = whyNotHere(parsed.settings);
    if (elsewhere) return fail(elsewhere);
    const archive = resolve(read.words[0] ?? "");
    const line = createProgressLine(io.stderr);
    const { signal } = io;
    try {
      const done = await restoreBackup({
        archive,
        dir,
        hold: read.values.hold ?? false,
        progress: (step, part) => line.show(steps[step], part),
        ...(signal && { signal }),
      });
      line.clear();
      if (!done.ok) return fail(done.reason);
      const { scans, madeAt, files, waiting } = done;
      if (read.values.json) {
        io.stdout.write(`${JSON.stringify({ data: dir, scans, madeAt, files, waiting })}\n`);
        return 0;
      }
      const what = `${scans} ${scans === 1 ? "scan" : "scans"}`;
      io.stdout.write(
        `Restored ${what} into ${dir}, as of ${madeAt}. "scanhook serve --data ${dir}" starts the hub.\n`,
      );
      for (const one of waiting) io.stdout.write(`${describe(one)}\n`);
      return 0;
    } catch (error) {
      line.clear();
      if (signal?.aborted) return fail(`Stopped; ${dir} is as it was.`);
      return fail(toSentence(error, "Restoring"));
    }
  },
};

function describe({ destination, deliveries, held }: Waiting): string {
  const what = `${deliveries} ${deliveries === 1 ? "delivery" : "deliveries"} to ${destination}`;
  if (held) return `Held, for you to decide: ${what}.`;
  return `Sent when the hub starts, though perhaps made since the backup: ${what}. Restored with --hold, it waits for you.`;
}
