import { resolve } from "node:path";
import { adviseOnPostgres, restore as restoreBackup, type WaitingDeliveries } from "@scanhook/hub";
import type { Command } from "../command.ts";
import { parseStoreSettings, storeOptions } from "../hub-access/data-folder.ts";
import { describeSystemError } from "../hub-access/system-error.ts";
import { parseArguments } from "../input/arguments.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import { summaries } from "../summaries.ts";
import { createProgressLine } from "../terminal/progress-line.ts";

const options = {
  hold: { help: "hold the deliveries that were pending in the backup until you decide" },
  ...storeOptions,
  json: { help: "print one JSON object, for scripts" },
} as const;

const stepTitles = { unpacking: "Unpacking", checking: "Checking" };

export const restore: Command = {
  name: "restore",
  summary: summaries.restore,
  usage: createUsage("restore", {
    lines: ["scanhook restore FILE [--hold] [--data DIR]"],
    about: `Restores a backup that "scanhook backup" made into a data folder that is empty or does not exist. Everything is checked
first; if the backup has a problem, nothing is written. Start the hub on that folder afterwards.

Deliveries that were pending when the backup was made are sent when the hub starts, although they may have been sent since.
With --hold their destinations are held until you resume them in the dashboard or drop the pending deliveries.`,
    options,
    after: "Exit code: 0 everything is restored, 1 nothing is, 2 wrong use.",
    examples: ["scanhook restore scanhook-2026-11-21.tar.gz --data /var/lib/scanhook"],
  }),
  async run(args, io) {
    const input = parseArguments(args, options, ["FILE"]);
    if (!input.ok) return wrongUse(io, input.reason, restore.usage);
    const parsed = parseStoreSettings(input.values, io);
    if (!parsed.ok) return wrongUse(io, parsed.reason, restore.usage);
    const dataDir = parsed.settings.data;
    const fail = (message: string) => {
      io.stderr.write(`${message}\n`);
      return 1;
    };
    const advice = adviseOnPostgres(parsed.settings);
    if (advice) return fail(advice);
    const archive = resolve(input.positionals[0] ?? "");
    const progressLine = createProgressLine(io.stderr);
    const { signal } = io;
    try {
      const outcome = await restoreBackup({
        archive,
        dir: dataDir,
        hold: input.values.hold ?? false,
        progress: (step, fraction) => progressLine.show(stepTitles[step], fraction),
        signal,
      });
      progressLine.clear();
      if (!outcome.ok) return fail(outcome.reason);
      const { scans, madeAt, files, waiting } = outcome;
      if (input.values.json) {
        io.stdout.write(`${JSON.stringify({ data: dataDir, scans, madeAt, files, waiting })}\n`);
        return 0;
      }
      const count = `${scans} ${scans === 1 ? "scan" : "scans"}`;
      io.stdout.write(
        `Restored ${count} into ${dataDir}, as of ${madeAt}. "scanhook serve --data ${dataDir}" starts the hub.\nSessions and links work again as they did then; "scanhook people log-out --everybody --data ${dataDir}" ends the sessions.\n`,
      );
      for (const deliveries of waiting) io.stdout.write(`${describeWaiting(deliveries)}\n`);
      return 0;
    } catch (error) {
      progressLine.clear();
      if (signal?.aborted) return fail(`Stopped; ${dataDir} is unchanged.`);
      return fail(describeSystemError(error, "Restoring"));
    }
  },
};

function describeWaiting({ destination, deliveries, held }: WaitingDeliveries): string {
  const count = `${deliveries} ${deliveries === 1 ? "delivery" : "deliveries"} to ${destination}`;
  if (held) return `Held until you decide: ${count}.`;
  return `Sent when the hub starts, although perhaps already sent after the backup: ${count}. Restore with --hold to decide first.`;
}
