import { join } from "node:path";
import { loadMoving, parseSettings, StoreUnavailable } from "@scanhook/hub";
import type { Command } from "../command.ts";
import { settingsIn } from "../hub-access/data-folder.ts";
import { parseArguments } from "../input/arguments.ts";
import { summaries } from "../summaries.ts";
import { createProgressLine } from "../terminal/progress-line.ts";
import { printUsage, wrongUse } from "../usage.ts";

const options = {
  from: {
    value: "DIR",
    help: "the data folder of a hub on SQLite (default: SCANHOOK_DATA, else ./data)",
  },
  to: { value: "URL", help: "an empty database: postgres://user@host/name" },
  json: { help: "print one JSON object, for scripts" },
} as const;

const steps = { moving: "Moving", checking: "Comparing" };

export const migrate: Command = {
  name: "migrate",
  summary: summaries.migrate,
  usage: printUsage({
    lines: ["scanhook migrate --to URL [--from DIR] [--json]"],
    about: `Moves a hub from SQLite into PostgreSQL: scans, tags, inboxes, log-in, destinations, routes, deliveries, audit trails,
all with the ids they have. Stop the hub first, and start none in between. Whenever this is interrupted, start it again
and it goes on where it was. At the end it compares every row of both. The data folder stays as it is, but no hub starts
on it any more without the database.

The password may be in URL, in PGPASSWORD or in a password file (PGPASSFILE, ~/.pgpass).`,
    options,
    examples: [
      "createdb scanhook",
      "scanhook migrate --from /var/lib/scanhook --to postgres://scanhook@db.example/scanhook",
    ],
  }),
  async run(args, io) {
    const read = parseArguments(args, options);
    if (!read.ok) return wrongUse(io, read.reason, migrate.usage);
    const { from, to, json } = read.values;
    if (to === undefined) {
      const reason = "Say where to: --to postgres://user@host/name.";
      return wrongUse(io, reason, migrate.usage);
    }
    const given = [`--database=${to}`, ...(from === undefined ? [] : [`--data=${from}`])];
    const parsed = parseSettings({ args: given, env: settingsIn(io.env) });
    if (!parsed.ok) {
      const reason = parsed.reason.replace(/^--database /, "--to ").replace(/^--data /, "--from ");
      return wrongUse(io, reason, migrate.usage);
    }
    const dir = parsed.settings.data;
    const { moveStore, toPlace } = await loadMoving();
    const line = createProgressLine(io.stderr);
    const { signal } = io;
    const fail = (sentence: string) => {
      line.clear();
      io.stderr.write(`${sentence}\n`);
      return 1;
    };
    try {
      const moved = await moveStore({
        from: dir,
        to,
        progress: (step, table, part) => line.show(`${steps[step]} ${table}`, part),
        ...(signal && { signal }),
      });
      line.clear();
      if (moved.kind === "refused") return fail(moved.reason);
      const place = toPlace(to);
      if (json) io.stdout.write(`${JSON.stringify({ from: dir, to: place, ...moved })}\n`);
      else if (moved.kind === "finished") {
        io.stdout.write(
          `${dir} was moved to ${place} at ${moved.at} already.\n${next(dir, place)}`,
        );
      } else {
        const { scans, deliveries } = moved.rows;
        io.stdout.write(
          `Moved ${scans} scans and ${deliveries} deliveries from ${dir} to ${place}; every row was compared and is the same.\n${next(dir, place)}`,
        );
      }
      return 0;
    } catch (error) {
      if (signal?.aborted) return fail("Stopped; start this again and it goes on where it was.");
      if (!(error instanceof StoreUnavailable)) throw error;
      const reason = error.message.replaceAll("--database", "--to");
      return fail(`${reason} Then start this again; it goes on where it was.`);
    }
  },
};

function next(dir: string, place: string): string {
  return `
Start the hub on it:
  scanhook serve --data ${dir} --database ${place}
With this line in ${join(dir, "scanhook.yaml")} the hub and every command find it by themselves:
  database: ${place}
Its certificates, the key of secrets and the settings file stay in ${dir}; a second node needs copies of ca.pem, tls and
secret.key in a data folder of its own. scanhook.db in ${dir} is not used any more: keep it until you are content.
`;
}
