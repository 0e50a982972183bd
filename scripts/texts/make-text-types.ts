/**
 * Writes types/<area>.ts for each area of each folder of texts: the type of its English file, which
 * every use of a text and every other language is checked against.
 *
 *     node scripts/texts/make-text-types.ts
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Messages } from "../../packages/texts/src/make-texts.ts";
import { readTextFolders, type TextFolder } from "./text-folders.ts";

/** Returns the names and texts of the files in `types/` for a folder of texts. */
export function makeTypes({ languages }: TextFolder): Map<string, string> {
  return new Map(
    [...languages.get("en")!].map(([area, messages]) => [`${area}.ts`, makeType(area, messages)]),
  );
}

function makeType(area: string, messages: Messages): string {
  const type = `export type ${toTypeName(area)} = ${writeTree(messages, "")};\n`;
  const origin = `// Written by scripts/texts/make-text-types.ts from en/${area}.json.\n`;
  const value = 'import type { Value } from "@scanhook/texts/make-texts";\n';
  return [origin, ...(type.includes(": Value") ? [value] : []), type].join("\n");
}

/** Returns the name of the type of an area, such as `VerdictWords`. */
export function toTypeName(area: string): string {
  return area.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function writeTree(messages: Messages, indent: string): string {
  const names = [...new Set(Object.keys(messages).map((key) => key.replace(pluralForm, "")))];
  const lines = names.map((name) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${indent}  ${key}: ${writeType(messages, name, { key, indent: `${indent}  ` })};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

/** Ends the key of a plural form. */
export const pluralForm = /_(?:zero|one|two|few|many|other)$/;

type Place = { key: string; indent: string };

function writeType(messages: Messages, name: string, place: Place): string {
  const message = messages[name];
  if (message === undefined) {
    const forms = Object.keys(messages).filter((key) => key.replace(pluralForm, "") === name);
    const values = new Set(forms.flatMap((key) => listPlaceholders(`${messages[key]}`)));
    values.delete("count");
    return writeFunction(["count: number", ...[...values].map((each) => `${each}: Value`)], place);
  }
  if (Array.isArray(message)) return "readonly string[]";
  if (typeof message !== "string") return writeTree(message as Messages, place.indent);
  const values = [...new Set(listPlaceholders(message))].map((each) => `${each}: Value`);
  return values.length === 0 ? "string" : writeFunction(values, place);
}

/** Writes a function of values, in several lines if one would be longer than Biome allows. */
function writeFunction(values: readonly string[], { key, indent }: Place): string {
  const line = `(values: { ${values.join("; ")} }) => string`;
  if (`${indent}${key}: ${line};`.length <= 100) return line;
  const lines = values.map((value) => `${indent}  ${value};\n`);
  return `(values: {\n${lines.join("")}${indent}}) => string`;
}

/** Lists the names of the placeholders of a text, in their order. */
export function listPlaceholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);
}

if (import.meta.main) {
  for (const folder of readTextFolders()) {
    const types = join(folder.path, "types");
    rmSync(types, { recursive: true, force: true });
    mkdirSync(types);
    for (const [name, text] of makeTypes(folder)) writeFileSync(join(types, name), text);
  }
}
