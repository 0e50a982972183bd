import { createHash } from "node:crypto";
import type { Shell } from "./shell.ts";

/** A file of the app target and its build phase. With `none`, the project lists it only. */
export type ProjectFile = { name: string; phase: "Sources" | "Resources" | "none" };

const fileTypes: Record<string, string> = {
  swift: "sourcecode.swift",
  xcprivacy: "text.xml",
  entitlements: "text.plist.entitlements",
  strings: "text.plist.strings",
};

/** Files that each language has in a folder of its own, such as `de.lproj`. */
export type TranslatedFiles = { names: readonly string[]; languages: readonly string[] };

/**
 * Adds the files to Capacitor's project and sets the languages, the entitlements, the team, the
 * version, the number of the build and the minimum iOS 16.4, which the web app needs. Throws if the
 * project lacks an expected line, as that of another version of Capacitor may.
 */
export function editXcodeProject(
  project: string,
  files: readonly ProjectFile[],
  translated: TranslatedFiles,
  shell: Shell,
): string {
  let text = project;
  for (const { name, phase } of files) {
    const reference = toObjectId(`reference ${name}`);
    text = addReference(text, reference, name, name);
    text = addToGroup(text, reference, name);
    if (phase !== "none") text = addToPhase(text, phase, reference, name);
  }
  for (const name of translated.names) text = addTranslated(text, name, translated.languages);
  const regions = translated.languages.filter((tag) => tag !== "en").map(quote);
  text = insertBefore(text, "\t\t\t\tBase,\n", regions.map((tag) => `\t\t\t\t${tag},\n`).join(""));
  const settings = [
    "CODE_SIGN_ENTITLEMENTS = App/App.entitlements;",
    ...(shell.team ? [`DEVELOPMENT_TEAM = ${shell.team};`] : []),
  ];
  return text
    .replaceAll("CODE_SIGN_STYLE = Automatic;", (style) => [style, ...settings].join("\n\t\t\t\t"))
    .replaceAll("IPHONEOS_DEPLOYMENT_TARGET = 15.0;", "IPHONEOS_DEPLOYMENT_TARGET = 16.4;")
    .replaceAll("CURRENT_PROJECT_VERSION = 1;", `CURRENT_PROJECT_VERSION = ${shell.build};`)
    .replaceAll("MARKETING_VERSION = 1.0;", `MARKETING_VERSION = ${shell.version};`);
}

/** Adds a file of which each language has its own: a group of its variants. */
function addTranslated(project: string, name: string, languages: readonly string[]): string {
  const group = toObjectId(`variants ${name}`);
  const variants = languages.map((language) => ({
    language,
    id: toObjectId(`reference ${language} ${name}`),
  }));
  let text = project;
  for (const { language, id } of variants)
    text = addReference(text, id, language, `${language}.lproj/${name}`);
  const children = variants.map(({ id, language }) => `\t\t\t\t${id} /* ${language} */,\n`);
  text = insertBefore(
    text,
    "/* End PBXVariantGroup section */",
    `\t\t${group} /* ${name} */ = {\n\t\t\tisa = PBXVariantGroup;\n\t\t\tchildren = (\n${children.join("")}\t\t\t);\n\t\t\tname = ${name};\n\t\t\tsourceTree = "<group>";\n\t\t};\n`,
  );
  return addToPhase(addToGroup(text, group, name), "Resources", group, name);
}

function addReference(text: string, id: string, name: string, path: string): string {
  const type = fileTypes[path.split(".").at(-1) ?? ""] ?? "text";
  return insertBefore(
    text,
    "/* End PBXFileReference section */",
    `\t\t${id} /* ${name} */ = {isa = PBXFileReference; lastKnownFileType = ${type}; name = ${quote(name)}; path = ${quote(path)}; sourceTree = "<group>"; };\n`,
  );
}

function addToGroup(text: string, id: string, name: string): string {
  const first = "\t\t\t\t504EC30B1FED79650016851F /* Main.storyboard */,\n";
  return insertBefore(text, first, `\t\t\t\t${id} /* ${name} */,\n`);
}

function addToPhase(text: string, phase: string, reference: string, name: string): string {
  const file = toObjectId(`file ${name}`);
  const start = new RegExp(`isa = PBX${phase}BuildPhase;[^}]*?files = \\(\\n`);
  if (!start.test(text)) throw new Error(`Capacitor's Xcode project has no phase “${phase}”.`);
  return insertBefore(
    text,
    "/* End PBXBuildFile section */",
    `\t\t${file} /* ${name} in ${phase} */ = {isa = PBXBuildFile; fileRef = ${reference} /* ${name} */; };\n`,
  ).replace(start, (match) => `${match}\t\t\t\t${file} /* ${name} in ${phase} */,\n`);
}

function insertBefore(text: string, anchor: string, line: string): string {
  if (!text.includes(anchor)) throw new Error(`Capacitor's Xcode project has no “${anchor}”.`);
  return text.replace(anchor, () => `${line}${anchor}`);
}

/** Quotes a text with a character that a property list does not take without, such as a hyphen. */
const quote = (text: string) => (/^[\w./]+$/.test(text) ? text : JSON.stringify(text));

/** Returns an Xcode ID of 24 hexadecimal digits that depends on nothing but the text. */
function toObjectId(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24).toUpperCase();
}
