import { findNearest } from "@scanhook/hub/nearest";
import type { Command } from "./command.ts";
import type { Io } from "./io.ts";
import { type CommandName, summaries } from "./summaries.ts";
import { formatColumns } from "./terminal/columns.ts";
import { readVersion } from "./version.ts";

/**
 * Runs one command line. `args` are the words after the name of the program. Resolves to the exit
 * code.
 */
export async function main(args: string[], io: Io): Promise<number> {
  const [name, ...commandArgs] = args;
  if (name === undefined) return refuse(io, "Name a command.");
  if (name === "--help" || name === "-h") return show(io, formatOverview());
  if (name === "--version") return show(io, `${await readVersion()}\n`);
  if (name === "help") return showHelp(commandArgs, io);
  if (!isCommandName(name)) return refuse(io, describeUnknownCommand(name));
  const command = await commands[name]();
  if (asksForHelp(commandArgs)) return show(io, command.usage.help);
  return command.run(commandArgs, io);
}

const commands: Record<Exclude<CommandName, "help">, () => Promise<Command>> = {
  serve: async () => (await import("./commands/serve.ts")).serve,
  "login-link": async () => (await import("./commands/login-link.ts")).loginLink,
  people: async () => (await import("./commands/people/people.ts")).people,
  token: async () => (await import("./commands/token/token.ts")).token,
  inbox: async () => (await import("./commands/inbox/inbox.ts")).inbox,
  register: async () => (await import("./commands/register/register.ts")).register,
  export: async () => (await import("./commands/export.ts")).exportScans,
  changes: async () => (await import("./commands/changes.ts")).changes,
  backup: async () => (await import("./commands/backup.ts")).backup,
  restore: async () => (await import("./commands/restore.ts")).restore,
  migrate: async () => (await import("./commands/migrate.ts")).migrate,
  verify: async () => (await import("./commands/verify.ts")).verify,
  routes: async () => (await import("./commands/routes.ts")).routes,
  config: async () => (await import("./commands/config/config.ts")).config,
  last: async () => (await import("./commands/last.ts")).last,
  open: async () => (await import("./commands/open.ts")).open,
  send: async () => (await import("./commands/send.ts")).send,
  "update-check": async () => (await import("./commands/update-check/update-check.ts")).updateCheck,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
  code: async () => (await import("./commands/code/code.ts")).code,
  decode: async () => (await import("./commands/decode.ts")).decode,
  document: async () => (await import("./commands/document/document.ts")).document,
  mat: async () => (await import("./commands/mat.ts")).mat,
  object: async () => (await import("./commands/object/object.ts")).object,
  room: async () => (await import("./commands/room.ts")).room,
  tag: async () => (await import("./commands/tag/tag.ts")).tag,
  kiosk: async () => (await import("./commands/kiosk.ts")).kiosk,
};

async function showHelp(args: string[], io: Io): Promise<number> {
  const [name] = args;
  if (name === undefined || name === "help" || asksForHelp(args)) return show(io, formatOverview());
  if (!isCommandName(name)) return refuse(io, describeUnknownCommand(name));
  return show(io, (await commands[name]()).usage.help);
}

function formatOverview(): string {
  return `Usage: scanhook COMMAND …

Scanhook receives and stores the scans of phones and laptops (NFC tags, QR codes, barcodes).

Commands:
${formatColumns(Object.entries(summaries))}

"scanhook help COMMAND" or "scanhook COMMAND --help" shows the options of a command; --version prints the version.
`;
}

function isCommandName(word: string): word is keyof typeof commands {
  return Object.hasOwn(commands, word);
}

function describeUnknownCommand(word: string): string {
  const isOption = word.startsWith("-");
  const suggestion = findNearest(word, isOption ? ["--help", "--version"] : Object.keys(summaries));
  const noun = isOption ? "option" : "command";
  return `There is no ${noun} "${word}"${suggestion ? `; did you mean "${suggestion}"?` : "."}`;
}

/** Returns whether `--help` or `-h` is among the arguments before `--`. */
function asksForHelp(args: string[]): boolean {
  const end = args.indexOf("--");
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === "--help" || arg === "-h");
}

function refuse(io: Io, reason: string): 2 {
  io.stderr.write(`${reason}\n\n${formatOverview()}`);
  return 2;
}

function show(io: Io, text: string): 0 {
  io.stdout.write(text);
  return 0;
}
