import { type Action, actions } from "../../src/links/actions.ts";
import type { SystemTexts } from "../../system-texts.ts";
import { escapeXml } from "./shell.ts";

/** Returns the texts of a language as resources: the titles of the shortcuts, and messages. */
export function generateAndroidTexts({ titles, copied }: SystemTexts): string {
  const entries = [
    ...actions.map((action) => [toTitleName(action), titles[action.id]] as const),
    ...Object.entries(copied).map(([name, text]) => [`copied_${name}`, text] as const),
  ];
  const lines = entries.map(
    ([name, text]) => `    <string name="${name}">${escapeText(text)}</string>\n`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${lines.join("")}</resources>\n`;
}

/** Returns the name of the resource with the title of an action. */
export const toTitleName = ({ id }: Action): string => `action_${id.replaceAll("-", "_")}`;

/**
 * Returns the name of the folder with the resources of a language. Only the form with `b+` can
 * name a script.
 */
export function toValuesFolder(language: string): string {
  if (language === "en") return "values";
  return `values-${language.includes("-") ? `b+${language.replaceAll("-", "+")}` : language}`;
}

/** Returns the list of languages among which a person can choose in the settings of Android 13. */
export function generateLocalesConfig(languages: Iterable<string>): string {
  const locales = [...languages].map((tag) => `    <locale android:name="${tag}" />\n`);
  return `<?xml version="1.0" encoding="utf-8"?>
<locale-config xmlns:android="http://schemas.android.com/apk/res/android">
${locales.join("")}</locale-config>
`;
}

/**
 * Escapes a text as a resource of Android, which takes these characters for its own syntax. See
 * developer.android.com/guide/topics/resources/string-resource, “Handle special characters”.
 */
export function escapeText(text: string): string {
  const escaped = text
    .replace(/[\\'"]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replace(/^[@?]/, "\\$&");
  return escapeXml(escaped);
}
