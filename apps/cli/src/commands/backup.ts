import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { backUp, databaseName, parseSettings, type Settings } from "@scanhook/hub";
import { printSize } from "../byte-size.ts";
import type { Command } from "../command.ts";
import { settingsIn, storeOptions, storeSettings } from "../hub-access/data-folder.ts";
import { parseArguments } from "../input/arguments.ts";
import { summaries } from "../summaries.ts";
import { createProgressLine } from "../terminal/progress-line.ts";
import { printUsage, wrongUse } from "../usage.ts";
import { toSentence } from "../what-failed.ts";
import { whyNotHere } from "../why-no-backup.ts";

const options = {
  ...storeOptions,
  json: { help: "print one JSON object, for scripts" },
} as const;

const steps = {
  copying: "Copying the database",
  packing: "Packing",
  checking: "Checking",
};

export const backup: Command = {
  name: "backup",
  summary: summaries.backup,
  usage: printUsage({
    lines: ["scanhook backup FILE [--data DIR]"],
    about: `Writes everything the hub keeps into one .tar.gz: scans, inboxes, destinations, certificates, the key of secrets,
the settings file, what file destinations wrote. Works while the hub runs: the backup holds every scan that was
acknowledged when it began. It is read back and checked before it gets its name; FILE must not be there yet.

The file holds keys and passwords, and only you may read it: keep it as you keep those.`,
    options,
    examples: ["scanhook backup /mnt/backups/scanhook-$(date +%F).tar.gz"],
  }),
  async run(args, io) {
    const read = parseArguments(args, options, ["FILE"]);
    if (!read.ok) return wrongUse(io, read.reason, backup.usage);
    const parsed = parseSettings({ args: storeSettings(read.values), env: settingsIn(io.env) });
    if (!parsed.ok) return wrongUse(io, parsed.reason, backup.usage);
    const { settings } = parsed;
    const dir = settings.data;
    const elsewhere = whyNotHere(settings);
    const fail = (sentence: string) => {
      io.stderr.write(`${sentence}\n`);
      return 1;
    };
    if (elsewhere) return fail(elsewhere);
    if (!existsSync(join(dir, databaseName))) {
      return fail(`${dir} is not a hub's data folder; name the right one with --data DIR.`);
    }
    const archive = resolve(read.words[0] ?? "");
    if (!existsSync(dirname(archive))) {
      return fail(`There is no folder ${dirname(archive)} to put the backup in; make it first.`);
    }
    const line = createProgressLine(io.stderr);
    const started = performance.now();
    const { signal } = io;
    try {
      const done = await backUp({
        dir,
        archive,
        progress: (step, part) => line.show(steps[step], part),
        ...(signal && { signal }),
      });
      line.clear();
      if (!done.ok) return fail(done.reason);
      const { scans, bytes, files } = done;
      const seconds = (performance.now() - started) / 1000;
      const left = leftOut(settings);
      if (read.values.json) {
        const shown = { file: archive, scans, bytes, files, seconds, leftOut: left };
        io.stdout.write(`${JSON.stringify(shown)}\n`);
        return 0;
      }
      const what = `${scans} ${scans === 1 ? "scan" : "scans"}, ${printSize(bytes)}`;
      io.stdout.write(
        `Backed up ${dir} to ${archive}: ${what}, read back and checked, in ${seconds.toFixed(1)} s.\n`,
      );
      for (const sentence of left) io.stdout.write(`${sentence}\n`);
      io.stderr.write(
        `${basename(archive)} holds the keys of the hub: whoever has it can read and forge everything.\n`,
      );
      return 0;
    } catch (error) {
      line.clear();
      if (signal?.aborted) return fail("Stopped; no backup was written.");
      return fail(toSentence(error, "The backup"));
    }
  },
};

/** What the hub needs besides, as it is set up: one sentence each. */
function leftOut(settings: Settings): string[] {
  const { data, config, secretKey, secretKeyFile, tlsKey, fileFolders } = settings;
  const outside = (path: string | undefined) => path && !resolve(path).startsWith(join(data, "/"));
  const left: string[] = [];
  if (outside(config)) left.push(`Not in it: the settings file ${config}.`);
  if (secretKeyFile) left.push(`Not in it: the key of secrets, ${secretKeyFile}.`);
  else if (secretKey) left.push("Not in it: the key of secrets, which is a setting.");
  if (tlsKey) left.push(`Not in it: your own certificate and its key, ${tlsKey}.`);
  for (const folder of fileFolders) {
    if (outside(folder)) left.push(`Not in it: what destinations wrote to ${folder}.`);
  }
  return left;
}
