import { readFileSync } from "node:fs";
import { formatFields, loadConfigFile, type Preview } from "@scanhook/hub";
import { decodeText, describeUndecoded } from "@scanhook/hub/text-file";
import { parseArguments } from "../../input/arguments.ts";
import { describeUnreadable } from "../../input/unreadable-file.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { askHub } from "./ask-hub.ts";
import { configUsage, diffOptions, hubOptions } from "./usage.ts";

/** `scanhook config diff`: says what a hub would change if a file became its settings file. */
export async function diffConfig(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...diffOptions, ...hubOptions }, ["FILE"]);
  if (!input.ok) return wrongUse(io, input.reason, configUsage);
  const [file = ""] = input.positionals;
  const text = readText(file);
  if (typeof text !== "string") {
    io.stderr.write(`${printable(text.reason)}\n`);
    return 1;
  }
  const question = {
    request: { method: "POST", path: "api/config/diff", body: { yaml: text, name: file } } as const,
    isAnswer: isPreview,
    async askStore(...[store, fileSettings]: Parameters<AskStore>) {
      const { previewFile } = await loadConfigFile();
      return previewFile(store, text, { name: file, fileSettings, forOwner: true, env: io.env });
    },
  };
  return askHub<Preview>(input.values, io, question, (preview) =>
    printPreview(file, preview, input.values.json === true, io),
  );
}

type AskStore = Parameters<typeof askHub<Preview>>[2]["askStore"];

function readText(file: string): string | { reason: string } {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return { reason: `${file} cannot be read: ${describeUnreadable(error)}.` };
  }
  const decoded = decodeText(bytes);
  return decoded.ok ? decoded.text : { reason: describeUndecoded(file, decoded) };
}

function printPreview(file: string, preview: Preview, json: boolean, io: Io): number {
  const { mistakes, changes, notices, variables } = preview;
  if (json) io.stdout.write(`${JSON.stringify(preview)}\n`);
  for (const mistake of mistakes) io.stderr.write(`${printable(mistake)}\n`);
  if (mistakes.length > 0) return 1;
  if (!json) {
    io.stdout.write(changes.length > 0 ? formatChanges(preview) : `${file} changes nothing.\n`);
    io.stdout.write(formatUntouched(preview));
  }
  for (const notice of notices) io.stderr.write(`${printable(notice)}\n`);
  if (variables.length > 0)
    io.stderr.write(
      `The secrets of these variables of the hub are not compared: ${variables.join(", ")}.\n`,
    );
  return changes.length > 0 ? 3 : 0;
}

const titles = {
  added: "Would be added:",
  changed: "Would be changed:",
  removed: "Would be removed:",
  held: "Would be held, because something still needs it, and left to the dashboard:",
  "handed over": "Would be left to the dashboard as it is:",
} as const;

function formatChanges({ changes }: Preview): string {
  return (Object.keys(titles) as (keyof typeof titles)[])
    .flatMap((action) => {
      const found = changes.filter((change) => change.action === action);
      if (found.length === 0) return [];
      return [titles[action], ...found.flatMap(formatChange), ""];
    })
    .map((line) => `${line}\n`)
    .join("");
}

function formatChange(change: Preview["changes"][number]): string[] {
  const fields = change.fields.map((field) => {
    if ("secret" in field && field.secret) return `${field.field}: ${field.secret}`;
    const { field: name, from, to } = field as { field: string; from: unknown; to: unknown };
    const values = change.action === "added" ? { field: name, to } : { field: name, from, to };
    return formatFields([values]);
  });
  return [`  ${formatThing(change)}`, ...fields.map((field) => `    ${printable(field)}`)];
}

function formatUntouched({ takenOver, leftAlone }: Preview): string {
  const lists = [
    ["Would be kept in the file from then on, as it is", takenOver],
    ["Not in the file, so left alone", leftAlone],
  ] as const;
  return lists
    .filter(([, things]) => things.length > 0)
    .map(([title, things]) => `${title}: ${things.map(formatThing).join(", ")}.\n`)
    .join("");
}

function formatThing({ kind, name }: { kind: string; name?: string }): string {
  if (kind === "hub") return "settings of the hub";
  if (kind === "changes") return "journal of changes";
  return name === undefined ? kind : `${kind} ${printable(name)}`;
}

function isPreview(body: unknown): body is Preview {
  const { mistakes, changes } = (body ?? {}) as Partial<Preview>;
  return Array.isArray(mistakes) && Array.isArray(changes);
}
