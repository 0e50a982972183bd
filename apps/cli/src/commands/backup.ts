import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { adviseOnPostgres, backUp, databaseName, listNotIncluded } from "@scanhook/hub";
import type { Command } from "../command.ts";
import { parseStoreSettings, storeOptions } from "../hub-access/data-folder.ts";
import { describeSystemError } from "../hub-access/system-error.ts";
import { parseArguments } from "../input/arguments.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import { summaries } from "../summaries.ts";
import { formatSize } from "../terminal/byte-size.ts";
import { createProgressLine } from "../terminal/progress-line.ts";

const options = {
  ...storeOptions,
  json: { help: "print one JSON object, for scripts" },
} as const;

const stepTitles = {
  copying: "Copying the database",
  packing: "Packing",
  checking: "Checking",
};

export const backup: Command = {
  name: "backup",
  summary: summaries.backup,
  usage: createUsage("backup", {
    lines: ["scanhook backup FILE [--data DIR]"],
    about: `Writes everything the hub stores into one .tar.gz: scans, inboxes, destinations, certificates, the key of secrets, the
settings file, and what file destinations wrote. Works while the hub runs: the backup contains every scan that was
acknowledged when it began. It is read back and checked before it gets its name. FILE must not exist yet.

The file contains keys and passwords, and only you may read it. Store it as carefully as those.`,
    options,
    after: "Exit code: 0 the backup is written and checked, 1 there is none, 2 wrong use.",
    examples: ["scanhook backup /mnt/backups/scanhook-$(date +%F).tar.gz"],
  }),
  async run(args, io) {
    const input = parseArguments(args, options, ["FILE"]);
    if (!input.ok) return wrongUse(io, input.reason, backup.usage);
    const parsed = parseStoreSettings(input.values, io);
    if (!parsed.ok) return wrongUse(io, parsed.reason, backup.usage);
    const { settings } = parsed;
    const dataDir = settings.data;
    const fail = (message: string) => {
      io.stderr.write(`${message}\n`);
      return 1;
    };
    const advice = adviseOnPostgres(settings);
    if (advice) return fail(advice);
    if (!existsSync(join(dataDir, databaseName))) {
      return fail(`${dataDir} is not a hub's data folder; name the right one with --data DIR.`);
    }
    const archive = resolve(input.positionals[0] ?? "");
    if (!existsSync(dirname(archive))) {
      return fail(`There is no folder ${dirname(archive)} to put the backup in; create it first.`);
    }
    const progressLine = createProgressLine(io.stderr);
    const startedAt = performance.now();
    const { signal } = io;
    try {
      const outcome = await backUp({
        dir: dataDir,
        archive,
        progress: (step, fraction) => progressLine.show(stepTitles[step], fraction),
        signal,
      });
      progressLine.clear();
      if (!outcome.ok) return fail(outcome.reason);
      const { scans, bytes, files } = outcome;
      const seconds = (performance.now() - startedAt) / 1000;
      const notIncluded = listNotIncluded(settings);
      if (input.values.json) {
        const result = { file: archive, scans, bytes, files, seconds, leftOut: notIncluded };
        io.stdout.write(`${JSON.stringify(result)}\n`);
        return 0;
      }
      const size = `${scans} ${scans === 1 ? "scan" : "scans"}, ${formatSize(bytes)}`;
      io.stdout.write(
        `Backed up ${dataDir} to ${archive}: ${size}, read back and checked, in ${seconds.toFixed(1)} s.\n`,
      );
      for (const sentence of notIncluded) io.stdout.write(`${sentence}\n`);
      io.stderr.write(
        `${basename(archive)} contains the keys of the hub: anybody who has it can read and forge everything.\n`,
      );
      return 0;
    } catch (error) {
      progressLine.clear();
      if (signal?.aborted) return fail("Stopped; no backup was written.");
      return fail(describeSystemError(error, "The backup"));
    }
  },
};
