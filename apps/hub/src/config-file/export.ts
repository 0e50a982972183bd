import { toVariableName } from "../settings/settings.ts";
import type { DestinationRecord } from "../store/routing.ts";
import type { Store } from "../store/store.ts";
import { type FileSettings, splitSecretSettings } from "./file-settings.ts";
import { type PrintedVariable, printDefinitions } from "./print.ts";

/** A hub's configuration as a settings file. */
export type Export = {
  /** Begins with comments that say which secrets have to be given, and how. */
  yaml: string;
  /** One sentence for each thing that a person should know before they use the file. */
  notices: string[];
};

/**
 * Exports the configuration of a hub as the settings file that makes it again, without secrets. Of
 * the settings it has those of `fileSettings`. Without `forOwner`, it leaves out what only owners
 * may see, and says so.
 */
export async function exportConfiguration(
  store: Pick<
    Store,
    "alertSettings" | "changesKeepDays" | "inboxSettings" | "registers" | "routing"
  >,
  { forOwner, fileSettings }: { forOwner: boolean; fileSettings: FileSettings },
): Promise<Export> {
  const [inboxes, routing, registers] = await Promise.all([
    store.inboxSettings(),
    store.routing(),
    store.registers(),
  ]);
  const { plain, secret } = splitSecretSettings(fileSettings);
  const parts = { inboxes, routing, registers };
  const { yaml, variables } = printDefinitions(
    forOwner
      ? {
          ...parts,
          settings: plain,
          alerts: await store.alertSettings(),
          changes: { keepDays: await store.changesKeepDays() },
        }
      : parts,
  );
  const ofSettings = secret.map((name) => ({
    name: toVariableName(name),
    of: "setting",
    field: name,
  }));
  const needed = [...(forOwner ? ofSettings : []), ...variables];
  const notices = [
    ...(forOwner ? [] : [ownersPart]),
    ...routing.destinations.flatMap(describeState),
    ...routing.destinations.flatMap(describeExposed),
  ];
  return { yaml: `${formatHead(needed)}${yaml}`, notices };
}

const ownersPart =
  "The settings of the hub, alerts and how long the journal of changes is kept are left out, because only owners may see them.";

function formatHead(variables: readonly PrintedVariable[]): string {
  const lines = [
    "The configuration of a Scanhook hub. Not in it: people, tokens, the users of inboxes and the",
    "links of displays, which are or have secrets; scans, tags, deliveries and what registers hold.",
  ];
  if (variables.length > 0) {
    lines.push("", "Its secrets are variables. Set them in the environment of the hub:");
    const width = Math.max(...variables.map(({ name }) => name.length));
    for (const { name, of, field } of variables)
      lines.push(`  ${name.padEnd(width)}  ${of}: ${field}`);
  }
  return `${lines.map((line) => `# ${line}`.trimEnd()).join("\n")}\n\n`;
}

/** Says that a destination is not on, which no file can say. */
function describeState({ name, state }: DestinationRecord): string[] {
  if (state === "on") return [];
  const now = state === "held" ? "held" : "switched off";
  return [`The destination ${name} is ${now} now; a file always switches on what it adds.`];
}

/**
 * Names what looks like a secret but is none to the hub: a header or a parameter of an address. It
 * is in the export as the dashboard shows it.
 */
function describeExposed({ name, settings }: DestinationRecord): string[] {
  const { headers = {}, url } = settings as { headers?: object; url?: unknown };
  const parameters = [...(URL.parse(String(url))?.searchParams.keys() ?? [])];
  const found = [
    ...Object.keys(headers).map((header) => ({ what: "header", word: header })),
    ...parameters.map((parameter) => ({ what: "parameter", word: parameter })),
  ].filter(({ word }) => /auth|cookie|credential|key|passw|secret|sig|token/i.test(word));
  return found.map(
    ({ what, word }) =>
      `The ${what} ${JSON.stringify(word)} of the destination ${name} looks like a secret, and is in the file. If it is one, enter it as a secret of the destination instead.`,
  );
}
