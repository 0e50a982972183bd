import { findNearest } from "../nearest.ts";
import { definitionSections, settingsTable } from "./settings-table.ts";

/** The names that may stand at the top level of a settings file. */
export const fileNames: readonly string[] = [
  ...settingsTable.map(({ name }) => name),
  ...definitionSections,
];

/**
 * Returns the message about a name at the top level of a settings file that is neither a setting
 * nor a section.
 */
export function describeUnknownName(name: string, path: string): string {
  const nearest = findNearest(name, fileNames);
  const advice =
    nearest === undefined
      ? "“scanhook help serve” lists the settings"
      : `the nearest name is "${nearest}"`;
  return `There is no "${name}" in ${path}; ${advice}.`;
}
