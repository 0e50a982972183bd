/**
 * Writes types.ts into each folder of texts: the types of its English files, which every use of a
 * text and every other language is checked against.
 *
 *     node scripts/texts/make-text-types.ts
 */
import { writeFileSync } from "node:fs";
import type { Messages } from "../../packages/texts/src/make-texts.ts";
import { readTextFolders, type TextFolder } from "./text-folders.ts";

/** Returns the text of types.ts for a folder of texts. */
export function makeTypes({ languages }: TextFolder): string {
  const areas = [...languages.get("en")!].map(
    ([area, messages]) => `export type ${toTypeName(area)} = ${writeTree(messages, "")};\n`,
  );
  return [
    "// Written by scripts/texts/make-text-types.ts from en/*.json.\n",
    "/** A value of a placeholder. Numbers are written as in the language of the reader. */",
    "type Value = string | number;\n",
    ...areas,
  ].join("\n");
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
  for (const folder of readTextFolders())
    writeFileSync(`${folder.path}/types.ts`, makeTypes(folder));
}
