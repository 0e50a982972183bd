import { storeOptions } from "../../hub-access/data-folder.ts";
import { createUsage } from "../../input/usage.ts";

export const accessOptions = {
  ...storeOptions,
  json: { help: "print one line of JSON" },
} as const;

export const addOptions = {
  scope: {
    value: "read|send|registers|manage|all",
    many: true,
    help: "what the token may do: read scans, tags and inboxes; send scans; work in registers; manage inboxes, routes, destinations and deliveries; whatever its person may do. Give it again for more",
  },
  person: {
    value: "NAME",
    help: "the person whose role and inboxes bound it (default: the first owner with a local account)",
  },
  inbox: {
    value: "NAME",
    many: true,
    help: "limit it to this inbox and the register that it feeds; give it again for more (default: no limit)",
  },
  expires: {
    value: "TIME",
    help: "when it stops working: a day such as 2027-05-12 or a time with its zone (default: never)",
  },
} as const;

export const tokenUsage = createUsage("token", {
  lines: [
    "scanhook token list",
    "scanhook token add NAME --scope SCOPE … [--person NAME] [--inbox NAME …] [--expires TIME]",
    "scanhook token remove NUMBER",
  ],
  about: `API tokens for programs. A token belongs to a person, and may do what its scopes name as far as that person may at that
moment. "add" prints it once; the hub keeps only its hash. "list" shows the numbers for "remove". Works whether the hub runs
or not.`,
  options: { ...addOptions, ...accessOptions },
  after: "Exit code: 0 done, 1 failed, 2 wrong use.",
  examples: [
    'scanhook token add "nightly export" --scope read --expires 2027-12-31',
    "scanhook token add gate --scope send --scope registers --inbox door",
  ],
});
