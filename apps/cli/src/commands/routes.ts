import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { formatSpan, loadConfigFile, parseSettings, type Store, toSpans } from "@scanhook/hub";
import { findNearest } from "@scanhook/hub/nearest";
import { decodeText, describeUndecoded } from "@scanhook/hub/text-file";
import type { Command } from "../command.ts";
import { parseStoreSettings, storeOptions, withStore } from "../hub-access/data-folder.ts";
import { parseArguments } from "../input/arguments.ts";
import { describeUnreadable } from "../input/unreadable-file.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import type { Io } from "../io.ts";
import { summaries } from "../summaries.ts";
import { printable } from "../terminal/printable.ts";
import { formatTable } from "../terminal/table.ts";

const options = {
  export: {
    help: "print them and the registers in the form of a settings file, with variables in place of secrets",
  },
  ...storeOptions,
  json: { help: "print one line of JSON" },
} as const;

export const routes: Command = {
  name: "routes",
  summary: summaries.routes,
  usage: createUsage("routes", {
    lines: [
      "scanhook routes [--export] [--data DIR] [--database URL] [--json]",
      "scanhook routes check FILE [--data DIR] [--database URL]",
    ],
    about: `Lists the destinations and routes of the hub, with the numbers of delivered, pending, dead and dropped deliveries,
and how many of the dropped ones had expired or repeated a content. "check" checks a settings file without applying it;
with --data or --database its routes may also lead to destinations of that hub, and routes and registers that take the
scans of a missing inbox are named. Works whether the hub runs or not.`,
    options,
    after:
      "Exit code: 0 the lists were printed or the file is valid, 1 it is not (each mistake has a line on stderr) or the hub's data cannot be opened, 2 wrong use.",
    examples: [
      "scanhook routes --export > routes.yaml",
      "scanhook routes check /etc/scanhook/scanhook.yaml",
    ],
  }),
  async run(args, io) {
    const [action, ...actionArgs] = args;
    if (action === "check") return checkRoutesFile(actionArgs, io);
    if (action === undefined || action.startsWith("-")) return listRoutes(args, io);
    const suggestion = findNearest(action, ["check"]);
    const advice = suggestion
      ? `did you mean "routes ${suggestion}"?`
      : "it is routes or routes check.";
    return wrongUse(io, `There is no "routes ${action}"; ${advice}`, routes.usage);
  },
};

async function listRoutes(args: string[], io: Io): Promise<number> {
  const { usage } = routes;
  const input = parseArguments(args, options);
  if (!input.ok) return wrongUse(io, input.reason, usage);
  const { values } = input;
  if (values.export && values.json) {
    return wrongUse(io, "--export prints YAML and --json JSON; leave one out.", usage);
  }
  return withStore({ parsed: parseStoreSettings(values, io), usage, io }, async (store) => {
    if (values.export) {
      const { formatDefinitions } = await loadConfigFile();
      io.stdout.write(
        formatDefinitions({
          routing: await store.routing(),
          registers: await store.registers(),
          alerts: await store.alertSettings(),
        }),
      );
    } else if (values.json) {
      io.stdout.write(`${JSON.stringify(await readRoutingWithCounts(store))}\n`);
    } else {
      io.stdout.write(formatLists(await readRoutingWithCounts(store)));
    }
    return 0;
  });
}

async function readRoutingWithCounts(store: Store) {
  const [routing, allCounts] = await Promise.all([store.routing(), store.deliveryCounts()]);
  const noDeliveries = {
    accepted: 0,
    delivered: 0,
    dead: 0,
    pending: 0,
    dropped: 0,
    expired: 0,
    repeated: 0,
    deliveredTotal: 0,
  };
  return {
    destinations: routing.destinations.map(({ id: _, ...destination }) => {
      const destinationCounts = allCounts.find((counts) => counts.destination === destination.name);
      const { destination: __, ...counts } = destinationCounts ?? {
        destination: "",
        ...noDeliveries,
      };
      return { ...destination, counts };
    }),
    routes: routing.routes.map(({ id: _, expiresMs, oncePerMs, ...route }) => ({
      ...route,
      ...toSpans({ expiresMs, oncePerMs }),
    })),
  };
}

type RoutingWithCounts = Awaited<ReturnType<typeof readRoutingWithCounts>>;

function formatLists({ destinations, routes: allRoutes }: RoutingWithCounts): string {
  if (destinations.length === 0) {
    return "No scan is forwarded yet; make a destination and a route in the dashboard or in the settings file.\n";
  }
  const destinationRows = destinations.map(({ name, kind, state, counts, title = "" }) => {
    const numbers = [counts.deliveredTotal, counts.pending, counts.dead].map(String);
    return [name, kind, state, ...numbers, formatDropped(counts), printable(title)];
  });
  const header = [
    "DESTINATION",
    "KIND",
    "STATE",
    "DELIVERED",
    "PENDING",
    "DEAD",
    "DROPPED",
    "TITLE",
  ];
  const routeRows = allRoutes.map(
    ({ name, inbox = "every inbox", filter, destination, title = "", ...options }) => {
      const modes = formatModes(options);
      return [name, inbox, formatFilter(filter), destination, modes, printable(title)];
    },
  );
  const lists = [formatTable([header, ...destinationRows])];
  if (routeRows.length > 0) {
    lists.push(formatTable([["ROUTE", "FROM", "ONLY", "TO", "MODE", "TITLE"], ...routeRows]));
  }
  const notices = destinations.flatMap(({ name, notice }) =>
    notice === undefined ? [] : `${name}: ${printable(notice)}\n`,
  );
  if (notices.length > 0) lists.push(notices.join(""));
  return lists.join("\n");
}

function formatDropped({
  dropped,
  expired,
  repeated,
}: RoutingWithCounts["destinations"][number]["counts"]): string {
  const reasons: string[] = [];
  if (expired > 0) reasons.push(`${expired} expired`);
  if (repeated > 0) reasons.push(`${repeated} repeated`);
  return reasons.length > 0 ? `${dropped} (${reasons.join(", ")})` : String(dropped);
}

function formatModes({
  on,
  mode,
  expires,
  oncePer,
}: Pick<RoutingWithCounts["routes"][number], "on" | "mode" | "expires" | "oncePer">): string {
  const parts: string[] = [on ? mode : "off"];
  if (expires !== undefined) parts.push(`expires after ${formatSpan(expires)}`);
  if (oncePer !== undefined) parts.push(`once per ${formatSpan(oncePer)}`);
  return parts.join(", ");
}

function formatFilter({
  structured = {},
  ...simpleConditions
}: RoutingWithCounts["routes"][number]["filter"]): string {
  const fields = Object.entries(structured).map(([key, value]) => [`structured.${key}`, value]);
  const conditions = [...Object.entries(simpleConditions), ...fields].map(
    ([name, value]) => `${name} ${value}`,
  );
  return printable(conditions.join(", "));
}

async function checkRoutesFile(args: string[], io: Io): Promise<number> {
  const { usage } = routes;
  const input = parseArguments(args, storeOptions, ["FILE"]);
  if (!input.ok) return wrongUse(io, input.reason, usage);
  const { values } = input;
  const file = input.positionals[0] ?? "";
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    io.stderr.write(`${file} cannot be read: ${describeUnreadable(error)}.\n`);
    return 1;
  }
  const decoded = decodeText(bytes);
  if (!decoded.ok) {
    io.stderr.write(`${printable(describeUndecoded(file, decoded))}\n`);
    return 1;
  }
  const { text } = decoded;
  if (values.data === undefined && values.database === undefined) {
    return checkFile(file, text, io);
  }
  return withStore({ parsed: parseStoreSettings(values, io), usage, io }, (store) =>
    checkFile(file, text, io, store),
  );
}

async function checkFile(file: string, text: string, io: Io, store?: Store): Promise<number> {
  const settings = parseSettings({
    args: [],
    values: { config: resolve(file) },
    env: {},
    readFile: () => text,
  });
  const { parseConfigFile, describeMissingInboxes } = await loadConfigFile();
  const { destinations: existing, routes: existingRoutes } = (await store?.routing()) ?? {
    destinations: [],
    routes: [],
  };
  const fromDashboard = existing.filter(({ origin }) => origin === "dashboard");
  const parsed = parseConfigFile(text, {
    path: file,
    env: io.env,
    findDestination: (name) => fromDashboard.find((destination) => destination.name === name),
    existing: { routes: existingRoutes, registers: (await store?.registers()) ?? [] },
  });
  const reasons = [
    ...(settings.ok ? [] : settings.reason.split("\n")),
    ...(parsed.ok ? [] : parsed.reasons),
  ];
  if (reasons.length > 0) {
    // Both parsers report an unknown key at the top of the file with the same sentence.
    for (const reason of new Set(reasons)) io.stderr.write(`${printable(reason)}\n`);
    return 1;
  }
  const definitions = parsed.ok ? parsed.definitions : undefined;
  const counts = [
    formatCount(definitions?.destinations.size ?? 0, "destination"),
    formatCount(definitions?.routes.size ?? 0, "route"),
    ...(definitions?.registers.size ? [formatCount(definitions.registers.size, "register")] : []),
  ];
  io.stdout.write(`${file} is valid: ${counts.join(", ")}.\n`);
  if (store && definitions) {
    const missing = await describeMissingInboxes(definitions, store);
    for (const sentence of [...missing.routes, ...missing.registers])
      io.stderr.write(`${printable(sentence)}\n`);
  }
  return 0;
}

function formatCount(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
