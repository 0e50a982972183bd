import { join } from "node:path";
import { loadMoving, StoreUnavailable } from "@scanhook/hub";
import type { Command } from "../command.ts";
import { parseStoreSettings } from "../hub-access/data-folder.ts";
import { parseArguments } from "../input/arguments.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import { summaries } from "../summaries.ts";
import { createProgressLine } from "../terminal/progress-line.ts";

const options = {
  from: {
    value: "DIR",
    help: "the data folder of a hub on SQLite (default: SCANHOOK_DATA, else ./data)",
  },
  to: { value: "URL", help: "an empty database: postgres://user@host/name" },
  json: { help: "print one JSON object, for scripts" },
} as const;

const stepTitles = { moving: "Moving", checking: "Comparing" };

export const migrate: Command = {
  name: "migrate",
  summary: summaries.migrate,
  usage: createUsage("migrate", {
    lines: ["scanhook migrate --to URL [--from DIR] [--json]"],
    about: `Moves a hub from SQLite into PostgreSQL: scans, tags, inboxes, log-in, destinations, routes, deliveries and audit trails,
with their ids. Stop the hub first, and do not start it before the move is finished. If the move is interrupted, run the
command again and it continues where it stopped. At the end it compares every row of both databases. The data folder is
not changed, but a hub no longer starts on it without the database.

The password may be in URL, in PGPASSWORD or in a password file (PGPASSFILE, ~/.pgpass).`,
    options,
    after: "Exit code: 0 everything is moved and compared, 1 it is not, 2 wrong use.",
    examples: [
      "createdb scanhook",
      "scanhook migrate --from /var/lib/scanhook --to postgres://scanhook@db.example/scanhook",
    ],
  }),
  async run(args, io) {
    const input = parseArguments(args, options);
    if (!input.ok) return wrongUse(io, input.reason, migrate.usage);
    const { from, to, json } = input.values;
    if (to === undefined) {
      const reason = "--to URL is missing; name the database: --to postgres://user@host/name.";
      return wrongUse(io, reason, migrate.usage);
    }
    const parsed = parseStoreSettings({ database: to, data: from }, io);
    if (!parsed.ok) {
      // The sentence names the options of other commands; these are the same settings.
      const reason = parsed.reason
        .replace(/^--database /gm, "--to ")
        .replace(/^--data /gm, "--from ");
      return wrongUse(io, reason, migrate.usage);
    }
    const dataDir = parsed.settings.data;
    const { moveStore, toLocation } = await loadMoving();
    const progressLine = createProgressLine(io.stderr);
    const { signal } = io;
    const fail = (message: string) => {
      progressLine.clear();
      io.stderr.write(`${message}\n`);
      return 1;
    };
    try {
      const result = await moveStore({
        from: dataDir,
        to,
        progress: (step, table, fraction) =>
          progressLine.show(`${stepTitles[step]} ${table}`, fraction),
        signal,
      });
      progressLine.clear();
      if (result.kind === "refused") return fail(result.reason);
      const database = toLocation(to);
      if (json) io.stdout.write(`${JSON.stringify({ from: dataDir, to: database, ...result })}\n`);
      else if (result.kind === "finished") {
        io.stdout.write(
          `${dataDir} was already moved to ${database} at ${result.at}.\n${describeNextSteps(dataDir, database)}`,
        );
      } else {
        const { scans, deliveries } = result.rows;
        io.stdout.write(
          `Moved ${scans} scans and ${deliveries} deliveries from ${dataDir} to ${database}; all rows were compared and are equal.\n${describeNextSteps(dataDir, database)}`,
        );
      }
      return 0;
    } catch (error) {
      if (signal?.aborted)
        return fail("Stopped; run the command again and it continues where it stopped.");
      if (!(error instanceof StoreUnavailable)) throw error;
      const reason = error.message.replaceAll("--database", "--to");
      return fail(`${reason} Then run the command again; it continues where it stopped.`);
    }
  },
};

function describeNextSteps(dataDir: string, database: string): string {
  return `
Start the hub on it:
  scanhook serve --data ${dataDir} --database ${database}
With this line in ${join(dataDir, "scanhook.yaml")} the hub and every command find the database by themselves:
  database: ${database}
Its certificates, the key of secrets and the settings file stay in ${dataDir}; a second node needs copies of ca.pem, tls and
secret.key in its own data folder. scanhook.db in ${dataDir} is no longer used: keep it until you no longer need the old data.
`;
}
