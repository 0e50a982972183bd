import { storeOptions } from "../../hub-access/data-folder.ts";
import { createUsage } from "../../input/usage.ts";

/** Which hub a command asks: the one of a data folder or database, or one anywhere. */
export const hubOptions = {
  hub: {
    value: "URL",
    help: "ask this hub, such as https://hub.local, with the token in SCANHOOK_TOKEN",
  },
  ca: { value: "FILE", help: "also trust the certificate authority in this PEM file" },
  ...storeOptions,
} as const;

export const exportOptions = {
  out: { value: "FILE", help: "of export: write to this file instead of stdout" },
} as const;

export const diffOptions = { json: { help: "of diff: print one line of JSON" } } as const;

export const configUsage = createUsage("config", {
  lines: [
    "scanhook config export [--out FILE] [--hub URL [--ca FILE] | --data DIR | --database URL]",
    "scanhook config diff FILE [--json] [--hub URL [--ca FILE] | --data DIR | --database URL]",
  ],
  about: `The configuration of a hub as its settings file, for a repository. "export" writes the file that makes inboxes,
destinations, routes, registers, alerts and settings again, with variables in place of secrets. "diff" says what the hub
would change if FILE became its settings file, and changes nothing. Of a secret that both have, it does not say whether it
differs. Reads the hub's store, whether the hub runs or not. With --hub it asks a hub anywhere, with a token with the scope
manage of an owner, or of a manager, who does not see settings, alerts and how long the journal of changes is kept.`,
  options: { ...exportOptions, ...diffOptions, ...hubOptions },
  after:
    "Exit code: 0 the file is written, or there is no difference; 1 failed, or FILE has mistakes (each has a line on stderr); 2 wrong use; 3 there are differences.",
  examples: [
    "scanhook config export --out scanhook.yaml",
    "scanhook config diff scanhook.yaml",
    "SCANHOOK_TOKEN=… scanhook config diff scanhook.yaml --hub https://hub.local",
  ],
});
