import { storeOptions } from "../../hub-access/data-folder.ts";
import { createUsage } from "../../input/usage.ts";
import { retentionOptions } from "./retention.ts";

export const jsonOption = { json: { help: "print one line of JSON" } } as const;

export const addOptions = {
  title: { value: "TEXT", help: "a name for people, shown in the dashboard" },
  user: { value: "NAME", help: "its first user (default: scanner)" },
  password: {
    value: "WORD",
    help: "the user's password, - reads it from stdin (default: a generated one, shown once)",
  },
  open: { help: "accept scans from everybody, without user and password" },
  ...retentionOptions,
} as const;

export const changeOptions = {
  title: addOptions.title,
  ...retentionOptions,
  supervisor: {
    value: "USER",
    help: "let this user undo, search the guests and let them in anyway, from the phone",
  },
  "no-supervisor": { value: "USER", help: "take that from this user again" },
} as const;

export const removeOptions = {
  "delete-scans": { help: "also delete its scans permanently; without this they are kept" },
} as const;

export const inboxUsage = createUsage("inbox", {
  lines: [
    "scanhook inbox add NAME [--title TEXT] [--user NAME] [--password WORD|-] [--open]",
    "                       [--keep-days DAYS] [--keep-scans COUNT] [--audit]",
    "scanhook inbox change NAME [--title TEXT] [--keep-days DAYS] [--keep-scans COUNT] [--audit]",
    "                      [--supervisor USER] [--no-supervisor USER]",
    "scanhook inbox list",
    "scanhook inbox remove NAME [--delete-scans]",
  ],
  about: `An inbox is a receiver URL of the hub, with its own users. "add" with --user also adds another user
to an inbox that exists already. Works whether the hub runs or not.

The receiver URL it prints is that of the hub that runs with this data folder. If none runs, it is made from the SCANHOOK_*
variables and the settings file.`,
  options: { ...addOptions, ...changeOptions, ...removeOptions, ...storeOptions, ...jsonOption },
  after: "Exit code: 0 done, 1 failed, 2 wrong use.",
  examples: [
    'scanhook inbox add door --title "Front door"',
    "scanhook inbox change door --keep-days 30",
    "scanhook inbox change door --supervisor scanner",
    "echo $PASSWORD | scanhook inbox add store --user phone --password -",
  ],
});
