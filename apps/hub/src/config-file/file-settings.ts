import { settingsTable } from "../settings/settings-table.ts";
import { readYamlMapping } from "../settings/yaml-mapping.ts";

/** The settings at the top of a settings file, by their names, as they are written. */
export type FileSettings = Readonly<Record<string, unknown>>;

/** Returns the settings of a text of the settings file; none if it is not one. */
export function pickFileSettings(text: string | undefined): FileSettings {
  const mapping = readYamlMapping(text ?? "", "");
  if (!mapping.ok) return {};
  const { value } = mapping;
  const names = settingsTable.map(({ name }) => name).filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

/** Returns the settings that are no secrets, and the names of those that are. */
export function splitSecretSettings(settings: FileSettings): {
  plain: FileSettings;
  secret: string[];
} {
  const names = Object.keys(settings);
  return {
    plain: Object.fromEntries(
      names.filter((name) => !isSecret(name)).map((name) => [name, settings[name]]),
    ),
    secret: names.filter(isSecret),
  };
}

/** Returns whether a setting is or may contain a secret, such as a database with its password. */
export function isSecret(setting: string): boolean {
  return settingsTable.some(({ name, secret }) => name === setting && secret === true);
}
