import { stringify } from "yaml";
import { settingsTable } from "../../apps/hub/src/settings/settings-table.ts";
import { blocks, code, fence, list, type Page, prose, sentence, table } from "./markdown.ts";

type Setting = (typeof settingsTable)[number];

/** Every setting of the hub, from the table that flags, variables and the file are read with. */
export function describeSettings(): Page {
  return {
    name: "settings",
    title: "Settings",
    description: "Every setting of the hub: its option, variable and file key, default and values.",
    tags: ["hub", "settings"],
    source: "apps/hub/src/settings/settings-table.ts",
    text: blocks(
      "The hub runs without any. Each setting can be given in three ways; when it is given in several, the first of these counts:",
      list([
        "an option of [`scanhook serve`](command.md#scanhook-serve): `--http-port 9000` or `--http-port=9000`;",
        "a variable: `SCANHOOK_HTTP_PORT=9000`;",
        "a line of the settings file: `http-port: 9000`. The hub reads `scanhook.yaml` in its data folder, or the file that [`config`](#config) names. Relative paths in it begin at its folder.",
      ]),
      "A name that does not exist, or a value that cannot be, is refused at the start with a sentence that says what to write instead.",
      table(
        ["Setting", "Default", "Meaning"],
        settingsTable.map(({ name, default: usual, meaning }) => [
          `[${code(name)}](#${name})`,
          usual === undefined ? "" : code(usual),
          prose(meaning),
        ]),
      ),
      "As a file, with the defaults:",
      fence("yaml", toFile()),
      "Destinations and routes may stand in the same file, as `destinations:` and `routes:`; see [the kinds of destinations](destinations.md).",
      ...settingsTable.map(toSection),
    ),
  };
}

function toSection(setting: Setting): string {
  const { name, default: usual, meaning, secret } = setting;
  const values = expected(setting);
  return blocks(
    `## ${name}`,
    prose(sentence(meaning)),
    list([
      `Option ${code(`--${name}`)}, variable ${code(toVariable(name))}, in the file ${code(`${name}:`)}`,
      `Default: ${usual === undefined ? "none" : code(usual)}`,
      ...(values === undefined ? [] : [`Value: ${prose(values)}`]),
    ]),
    secret &&
      "Its text is shown nowhere, and in no log. An option can be seen by everybody on the machine; better is the variable or the file.",
  );
}

function toVariable(name: string): string {
  return `SCANHOOK_${name.toUpperCase().replaceAll("-", "_")}`;
}

/** What the check of a setting says it wants, when it is given what nothing takes. */
function expected({ parse }: Setting): string | undefined {
  const parsed = parse("\0", "/");
  return parsed.ok ? undefined : parsed.expected;
}

function toFile(): string {
  const given = settingsTable.flatMap(({ name, default: usual }) =>
    usual === undefined || name === "data"
      ? []
      : [[name, /^\d+$/.test(usual) ? Number(usual) : usual]],
  );
  return stringify(Object.fromEntries(given));
}
