import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { loadConfigFile, parseSettings, type Routing, type Store } from "@scanhook/hub";
import type { Command, Io } from "../command.ts";
import { storeOptions, storeSettings, withStore } from "../hub-access/data-folder.ts";
import { parseArguments } from "../input/arguments.ts";
import { whyUnreadable } from "../input/unreadable-file.ts";
import { nearest } from "../nearest.ts";
import { printTable } from "../print-table.ts";
import { summaries } from "../summaries.ts";
import { printable } from "../terminal/printable.ts";
import { printUsage, wrongUse } from "../usage.ts";

const options = {
  export: { help: "print them as a settings file has them, secrets as variables to be set" },
  ...storeOptions,
  json: { help: "print one line of JSON" },
} as const;

export const routes: Command = {
  name: "routes",
  summary: summaries.routes,
  usage: printUsage({
    lines: [
      "scanhook routes [--export] [--data DIR] [--database URL] [--json]",
      "scanhook routes check FILE [--data DIR] [--database URL]",
    ],
    about: `Lists where the hub passes scans on to, and how many are delivered, wait, or could not be delivered. "check" says
whether a settings file is right, without applying it; with --data or --database its routes may lead to destinations of that hub, too.
Works while the hub runs and while it does not.`,
    options,
    examples: [
      "scanhook routes --export > routes.yaml",
      "scanhook routes check /etc/scanhook/scanhook.yaml",
    ],
  }),
  async run(args, io) {
    const [action, ...rest] = args;
    if (action === "check") return check(rest, io);
    if (action === undefined || action.startsWith("-")) return list(args, io);
    const near = nearest(action, ["check"]);
    const what = near ? `; did you mean "routes ${near}"?` : "; it is routes or routes check.";
    return wrongUse(io, `There is no "routes ${action}"${what}`, routes.usage);
  },
};

async function list(args: string[], io: Io): Promise<number> {
  const { usage } = routes;
  const read = parseArguments(args, options);
  if (!read.ok) return wrongUse(io, read.reason, usage);
  const { values } = read;
  if (values.export && values.json) {
    return wrongUse(io, "--export prints YAML and --json JSON; leave one out.", usage);
  }
  return withStore({ settings: storeSettings(values), usage, io }, async (store) => {
    if (values.export) {
      const { printDefinitions } = await loadConfigFile();
      io.stdout.write(printDefinitions(await store.routing()));
    } else if (values.json) {
      io.stdout.write(`${JSON.stringify(await withCounts(store))}\n`);
    } else {
      io.stdout.write(printLists(await withCounts(store)));
    }
    return 0;
  });
}

async function withCounts(store: Store) {
  const [routing, all] = await Promise.all([store.routing(), store.deliveryCounts()]);
  const none = { accepted: 0, delivered: 0, dead: 0, pending: 0, dropped: 0 };
  return {
    destinations: routing.destinations.map(({ id: _, ...destination }) => {
      const found = all.find((one) => one.destination === destination.name);
      const { destination: __, ...counts } = found ?? { destination: "", ...none };
      return { ...destination, counts };
    }),
    routes: routing.routes.map(({ id: _, ...route }) => route),
  };
}

type Listed = Awaited<ReturnType<typeof withCounts>>;

function printLists({ destinations, routes: all }: Listed): string {
  if (destinations.length === 0) {
    return "Nothing is passed on yet; make a destination and a route in the dashboard or in the settings file.\n";
  }
  const first = destinations.map(({ name, kind, state, counts, title = "" }) => {
    const numbers = [counts.delivered, counts.pending, counts.dead, counts.dropped].map(String);
    return [name, kind, state, ...numbers, printable(title)];
  });
  const head = ["DESTINATION", "KIND", "STATE", "DELIVERED", "PENDING", "DEAD", "DROPPED", "TITLE"];
  const second = all.map(
    ({ name, inbox = "every inbox", filter, destination, mode, on, title = "" }) => {
      return [name, inbox, printFilter(filter), destination, on ? mode : "off", printable(title)];
    },
  );
  const lists = [printTable([head, ...first])];
  if (second.length > 0) {
    lists.push(printTable([["ROUTE", "FROM", "ONLY", "TO", "MODE", "TITLE"], ...second]));
  }
  const notices = destinations.flatMap(({ name, notice }) =>
    notice === undefined ? [] : `${name}: ${printable(notice)}\n`,
  );
  if (notices.length > 0) lists.push(notices.join(""));
  return lists.join("\n");
}

function printFilter({ structured = {}, ...rest }: Listed["routes"][number]["filter"]): string {
  const fields = Object.entries(structured).map(([key, value]) => [`structured.${key}`, value]);
  const parts = [...Object.entries(rest), ...fields].map(([name, value]) => `${name} ${value}`);
  return printable(parts.join(", "));
}

async function check(args: string[], io: Io): Promise<number> {
  const { usage } = routes;
  const read = parseArguments(args, storeOptions, ["FILE"]);
  if (!read.ok) return wrongUse(io, read.reason, usage);
  const { values } = read;
  const file = read.words[0] ?? "";
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    io.stderr.write(`${file} cannot be read: ${whyUnreadable(error)}.\n`);
    return 1;
  }
  if (values.data === undefined && values.database === undefined)
    return judge(file, text, io, { destinations: [], routes: [] });
  return withStore({ settings: storeSettings(values), usage, io }, async (store) =>
    judge(file, text, io, await store.routing()),
  );
}

async function judge(file: string, text: string, io: Io, routing: Routing): Promise<number> {
  const settings = parseSettings({
    args: [`--config=${resolve(file)}`],
    env: {},
    readFile: () => text,
  });
  const { parseConfigFile } = await loadConfigFile();
  const own = routing.destinations.filter(({ origin }) => origin === "dashboard");
  const parsed = parseConfigFile(text, {
    path: file,
    env: io.env,
    kindOf: (name) => own.find((one) => one.name === name)?.kind,
  });
  const fault = [settings, parsed].find((one) => !one.ok);
  if (fault && !fault.ok) {
    io.stderr.write(`${printable(fault.reason)}\n`);
    return 1;
  }
  const { destinations, routes: all } = (parsed.ok && parsed.definitions) || {};
  io.stdout.write(
    `${file} is right: ${count(destinations?.size ?? 0, "destination")}, ${count(all?.size ?? 0, "route")}.\n`,
  );
  return 0;
}

function count(many: number, what: string): string {
  return many === 1 ? `1 ${what}` : `${many} ${what}s`;
}
