import { resolve } from "node:path";
import { parseSettings, restore as restoreBackup } from "@scanhook/hub";
import { parseArguments } from "../arguments.ts";
import type { Command } from "../command.ts";
import { settingsIn, storeOptions, storeSettings } from "../data-folder.ts";
import { createProgressLine } from "../progress-line.ts";
import { summaries } from "../summaries.ts";
import { printUsage, wrongUse } from "../usage.ts";
import { toSentence, whyNotHere } from "../why-no-backup.ts";

const options = {
  ...storeOptions,
  json: { help: "print one JSON object, for scripts" },
} as const;

const steps = { unpacking: "Unpacking", checking: "Checking" };

export const restore: Command = {
  name: "restore",
  summary: summaries.restore,
  usage: printUsage({
    lines: ["scanhook restore FILE [--data DIR]"],
    about: `Puts a backup that "scanhook backup" made into a data folder that is empty or not there. Everything is checked
first; when something is wrong with the backup, nothing is written. Start the hub on that folder afterwards.`,
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
        progress: (step, part) => line.show(steps[step], part),
        ...(signal && { signal }),
      });
      line.clear();
      if (!done.ok) return fail(done.reason);
      const { scans, madeAt, files } = done;
      io.stdout.write(
        read.values.json
          ? `${JSON.stringify({ data: dir, scans, madeAt, files })}\n`
          : `Restored ${scans} ${scans === 1 ? "scan" : "scans"} into ${dir}, as of ${madeAt}. "scanhook serve --data ${dir}" starts the hub.\n`,
      );
      return 0;
    } catch (error) {
      line.clear();
      if (signal?.aborted) return fail(`Stopped; ${dir} is as it was.`);
      return fail(toSentence(error, "Restoring"));
    }
  },
};
