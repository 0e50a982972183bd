import { readFile } from "node:fs/promises";
import type { Command, Io } from "./command.ts";
import { nearest } from "./nearest.ts";
import { type CommandName, summaries } from "./summaries.ts";
import { printColumns, wrongUse } from "./usage.ts";

/** Runs one command line (without `node` and the script) and resolves to its exit code. */
export async function main(args: string[], io: Io): Promise<number> {
  const [first, ...rest] = args;
  if (first === undefined) return wrongUse(io, "Say what to do.", overview());
  if (first === "--help" || first === "-h") return show(io, overview());
  if (first === "--version") return show(io, `${await version()}\n`);
  if (first === "help") return help(rest, io);
  if (!isName(first)) return wrongUse(io, unknownCommand(first), overview());
  const command = await commands[first]();
  if (asksForHelp(rest)) return show(io, command.usage);
  return command.run(rest, io);
}

const commands: Record<Exclude<CommandName, "help">, () => Promise<Command>> = {
  serve: async () => (await import("./commands/serve.ts")).serve,
  "login-link": async () => (await import("./commands/login-link.ts")).loginLink,
  inbox: async () => (await import("./commands/inbox.ts")).inbox,
  export: async () => (await import("./commands/export.ts")).exportScans,
  backup: async () => (await import("./commands/backup.ts")).backup,
  restore: async () => (await import("./commands/restore.ts")).restore,
  migrate: async () => (await import("./commands/migrate.ts")).migrate,
  verify: async () => (await import("./commands/verify.ts")).verify,
  routes: async () => (await import("./commands/routes.ts")).routes,
  last: async () => (await import("./commands/last.ts")).last,
  open: async () => (await import("./commands/open.ts")).open,
  send: async () => (await import("./commands/send.ts")).send,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
  decode: async () => (await import("./commands/decode.ts")).decode,
  tag: async () => (await import("./commands/tag.ts")).tag,
  kiosk: async () => (await import("./commands/kiosk.ts")).kiosk,
};

async function help(words: string[], io: Io): Promise<number> {
  const [name] = words;
  if (name === undefined || name === "help" || asksForHelp(words)) return show(io, overview());
  if (!isName(name)) return wrongUse(io, unknownCommand(name), overview());
  return show(io, (await commands[name]()).usage);
}

function overview(): string {
  return `Usage: scanhook COMMAND …

Scanhook takes the scans of phones and laptops (NFC tags, QR codes, barcodes) and keeps them.

Commands:
${printColumns(Object.entries(summaries))}

"scanhook help COMMAND" or "scanhook COMMAND --help" shows the options of one; --version the version.
`;
}

function isName(word: string): word is keyof typeof commands {
  return Object.hasOwn(commands, word);
}

function unknownCommand(word: string): string {
  const isOption = word.startsWith("-");
  const near = nearest(word, isOption ? ["--help", "--version"] : Object.keys(summaries));
  const what = isOption ? "option" : "command";
  return `There is no ${what} "${word}"${near ? `; did you mean "${near}"?` : "."}`;
}

/** What comes after `--` is meant literally. */
function asksForHelp(args: string[]): boolean {
  const end = args.indexOf("--");
  return (end < 0 ? args : args.slice(0, end)).some((word) => word === "--help" || word === "-h");
}

async function version(): Promise<string> {
  const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
  return JSON.parse(manifest).version;
}

function show(io: Io, text: string): 0 {
  io.stdout.write(text);
  return 0;
}
