import type { Messages } from "@scanhook/texts/make-texts";
import { listTexts } from "../../../../scripts/texts/list-texts.ts";
import type { SystemLanguages, SystemTexts } from "../../system-texts.ts";
import { quickActions } from "./actions-by-use.ts";

/** The tables of texts of an iPhone, in which the English text is the key of its translation. */
export const textTables = [
  "InfoPlist.strings",
  "Localizable.strings",
  "AppShortcuts.strings",
] as const;

/**
 * Returns the tables of a language by their name. Throws if an English text is translated in two
 * ways, which a table cannot hold, or if a text has a percent sign, which starts a placeholder.
 */
export function generateTextTables(
  languages: SystemLanguages,
  language: string,
): Record<(typeof textTables)[number], string> {
  const [english, texts] = [languages.get("en")!, languages.get(language)!];
  const translate = (choose: (texts: SystemTexts) => Messages) => {
    const translated = listTexts(choose(texts));
    return writeTable(
      [...listTexts(choose(english))].map(([at, key]) => [key, translated.get(at)!]),
    );
  };
  const quickTitles = quickActions.map(({ id }): [string, string] => [
    english.titles[id],
    texts.titles[id],
  ]);
  return {
    "InfoPlist.strings": writeTable([...Object.entries(describeUsage(texts)), ...quickTitles]),
    "Localizable.strings": translate(chooseShown),
    "AppShortcuts.strings": translate(({ phrases }) => phrases),
  };
}

/** Returns why the app asks for each permission, by the key of Info.plist. */
export function describeUsage({ permissions }: SystemTexts): Record<string, string> {
  return {
    NFCReaderUsageDescription: permissions.nfc,
    NSCameraUsageDescription: permissions.camera,
    NSLocalNetworkUsageDescription: permissions.localNetwork,
    // Without this text, iOS ends the app when a person taps "Save Image" in the share sheet.
    NSPhotoLibraryAddUsageDescription: permissions.photos,
    NSLocationWhenInUseUsageDescription: permissions.location,
  };
}

/** Returns the texts of the intents, and those that the Swift code shows. */
function chooseShown(texts: SystemTexts): Messages {
  const { scan, openTab, writeTag, descriptions, nothingScanned, capture, titles, tabs } = texts;
  return { scan, openTab, writeTag, descriptions, nothingScanned, capture, titles, tabs };
}

function writeTable(entries: readonly (readonly [string, string])[]): string {
  const table = new Map<string, string>();
  for (const [key, text] of entries) {
    const other = table.get(key) ?? text;
    if (other !== text)
      throw new Error(`“${key}” has two translations, “${other}” and “${text}”; use one.`);
    if (text.includes("%"))
      throw new Error(`“${text}” has a percent sign, which iOS takes for a placeholder.`);
    table.set(key, text);
  }
  const lines = [...table].map(([key, text]) => `${toLiteral(key)} = ${toLiteral(text)};\n`);
  return ["/* Made by `npm run native`; changes here are lost. */\n", ...lines].join("");
}

/** Returns the literal of a text, whose escapes are those of JSON. */
function toLiteral(text: string): string {
  return JSON.stringify(
    text.replace(
      /\{\{(\w+)\}\}/g,
      (_, name: string) => `$\{${name === "app" ? "applicationName" : name}}`,
    ),
  );
}
