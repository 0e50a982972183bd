import { storeOptions } from "../../hub-access/data-folder.ts";
import { createUsage } from "../../input/usage.ts";

export const accessOptions = {
  ...storeOptions,
  json: { help: "print one line of JSON" },
} as const;

export const addOptions = {
  role: {
    value: "owner|manager|desk|viewer",
    help: "what the person may do: everything; all but people, secrets, backups and settings of the hub; work in registers and pair phones; only read",
  },
  inbox: {
    value: "NAME",
    many: true,
    help: "limit the person to this inbox and the register that it feeds; give it again for more (default: no limit)",
  },
} as const;

export const changeOptions = {
  ...addOptions,
  name: { value: "NAME", help: "a new name" },
  "all-inboxes": { help: "remove the limit to inboxes" },
} as const;

export const logOutOptions = {
  everybody: { help: "end the sessions of all people, such as after a restore" },
} as const;

export const peopleUsage = createUsage("people", {
  lines: [
    "scanhook people list",
    "scanhook people add NAME --role ROLE [--inbox NAME …]",
    "scanhook people change NAME [--role ROLE] [--name NAME] [--inbox NAME … | --all-inboxes]",
    "scanhook people link NAME",
    "scanhook people log-out NAME | --everybody",
    "scanhook people remove NAME",
  ],
  about: `The people who use the dashboard, each with a role. "add" prints a link with which the person sets a password, once and
within seven days; "link" prints another one, for a forgotten password. "log-out" ends the sessions of a person in all
browsers. Works whether the hub runs or not, and what is changed holds at once.

The link leads to the hub that runs with this data folder. If none runs, its address is made from the SCANHOOK_* variables
and the settings file.`,
  options: { ...changeOptions, ...logOutOptions, ...accessOptions },
  after: "Exit code: 0 done, 1 failed, 2 wrong use.",
  examples: [
    "scanhook people add Ada --role manager",
    'scanhook people add "Door, east" --role desk --inbox door',
    "scanhook people change ada --role owner",
    "scanhook people log-out ada",
  ],
});
