import { stringify } from "yaml";
import { settingsTable } from "../../apps/hub/src/settings/settings-table.ts";
import { blocks, code, fence, list, type Page, prose, sentence, table } from "./markdown.ts";

type Setting = (typeof settingsTable)[number];

/**
 * Describes every setting of the hub from the table that options, variables and the file are parsed
 * with.
 */
export function describeSettings(): Page {
  return {
    name: "settings",
    title: "Settings",
    description: "Every setting of the hub: its option, variable and file key, default and values.",
    tags: ["hub", "settings"],
    source: "apps/hub/src/settings/settings-table.ts",
    text: blocks(
      "Every setting is optional. Each can be given in three ways. If a setting is given in several, the first of these takes precedence:",
      list([
        "an option of [`scanhook serve`](command.md#scanhook-serve): `--http-port 9000` or `--http-port=9000`;",
        "a variable: `SCANHOOK_HTTP_PORT=9000`;",
        "a line of the settings file: `http-port: 9000`. The hub reads `scanhook.yaml` in its data folder, or the file that [`config`](#config) names. Relative paths in the file start at its folder.",
      ]),
      "The hub does not start with an unknown name or an invalid value. It then prints what to write instead.",
      table(
        ["Setting", "Default", "Meaning"],
        settingsTable.map(({ name, default: defaultValue, meaning }) => [
          `[${code(name)}](#${name})`,
          defaultValue === undefined ? "" : code(defaultValue),
          prose(meaning),
        ]),
      ),
      "As a settings file, with the defaults:",
      fence("yaml", formatFile()),
      "The same file can also define `destinations:` and `routes:`; see [the kinds of destinations](destinations.md).",
      ...settingsTable.map(formatSection),
    ),
  };
}

function formatSection(setting: Setting): string {
  const { name, default: defaultValue, meaning, secret } = setting;
  const expected = expectedValue(setting);
  return blocks(
    `## ${name}`,
    prose(sentence(meaning)),
    list([
      `Option ${code(`--${name}`)}, variable ${code(toVariable(name))}, in the file ${code(`${name}:`)}`,
      `Default: ${defaultValue === undefined ? "none" : code(defaultValue)}`,
      ...(expected === undefined ? [] : [`Value: ${prose(expected)}`]),
    ]),
    secret &&
      "The hub never shows its value, not even in a log. Every user of the machine can see an option, so prefer the variable or the file.",
  );
}

function toVariable(name: string): string {
  return `SCANHOOK_${name.toUpperCase().replaceAll("-", "_")}`;
}

/** Returns the expected value of a setting in words, by parsing a value that no setting accepts. */
function expectedValue({ parse }: Setting): string | undefined {
  const parsed = parse("\0", "/");
  return parsed.ok ? undefined : parsed.expected;
}

function formatFile(): string {
  const entries = settingsTable.flatMap(({ name, default: defaultValue }) =>
    defaultValue === undefined || name === "data"
      ? []
      : [[name, /^\d+$/.test(defaultValue) ? Number(defaultValue) : defaultValue]],
  );
  return stringify(Object.fromEntries(entries));
}
