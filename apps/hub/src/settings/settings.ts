import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { decodeText, describeUndecoded } from "../files/text-file.ts";
import { findNearest } from "../nearest.ts";
import { findLoginProblem } from "./login-settings.ts";
import type { SettingValue } from "./setting-values.ts";
import {
  definitionSections,
  type Setting,
  type Settings,
  settingsTable,
} from "./settings-table.ts";
import { describeUnknownName } from "./unknown-name.ts";
import { readYamlMapping } from "./yaml-mapping.ts";

/**
 * `reason` has one line for each mistake. `option` is the name of the setting with the first
 * mistake, if it is about one.
 */
export type ParsedSettings =
  | { ok: true; settings: Settings }
  | { ok: false; reason: string; option?: string | undefined };

/**
 * Parses the settings. A flag takes precedence over a `SCANHOOK_*` variable, the variable over the
 * file, and the file over the default. `values` are flags that are already parsed, by name;
 * undefined ones are not set. `readFile` returns undefined for a missing file. Never throws:
 * unknown and invalid settings are `ok: false`, with one sentence for each that says what to do.
 */
export function parseSettings(sources: {
  args: readonly string[];
  values?: Readonly<Record<string, string | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  readFile?: (path: string) => string | undefined;
}): ParsedSettings {
  const problems: InvalidSetting[] = [];
  const cwd = process.cwd();
  const explicit = {
    ...parseEnv(sources.env, cwd, problems),
    ...parseArgs(sources.args, cwd, problems),
    ...parseFlagValues(sources.values ?? {}, cwd, problems),
  };
  let settings: Settings | undefined;
  attempt(problems, () => {
    const file = parseFile(explicit, sources.readFile ?? readIfExists, problems);
    if (problems.length === 0) settings = completeSettings({ ...file, ...explicit });
  });
  if (settings) return { ok: true, settings };
  const reason = problems.map(({ message }) => message).join("\n");
  const option = problems[0]?.option;
  return { ok: false, reason, option };
}

/** Returns the settings as an aligned table: flag, default, variable, meaning. */
export function settingsHelp(): string {
  const rows = settingsTable.map((setting) => [
    `--${setting.name}`,
    setting.default ?? "–",
    toVariableName(setting.name),
    setting.meaning,
  ]);
  rows.unshift(["Setting", "Default", "Variable", "Meaning"]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => `  ${line.trimEnd()}\n`)
    .join("");
}

/**
 * Runs one step of the parsing. If it throws `InvalidSetting`, adds that to the problems, so that
 * the next step can run.
 */
function attempt(problems: InvalidSetting[], step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!(error instanceof InvalidSetting)) throw error;
    problems.push(error);
  }
}

/** Carries a reason out of the steps of `parseSettings`. It is never thrown out of this file. */
class InvalidSetting extends Error {
  readonly option: string | undefined;
  constructor(message: string, option?: string) {
    super(message);
    this.option = option;
  }
}

/**
 * A parsed value. `where` names the flag, variable or line of the file that set it, for messages.
 */
type ParsedValue = { value: Extract<SettingValue, { ok: true }>["value"]; where: string };
type ParsedValues = Partial<Record<string, ParsedValue>>;

function parseArgs(
  args: readonly string[],
  baseDir: string,
  problems: InvalidSetting[],
): ParsedValues {
  const values: ParsedValues = {};
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const equals = arg.indexOf("=");
    const flag = equals < 0 ? arg : arg.slice(0, equals);
    const hasNext = equals < 0 && rest[0] !== undefined && !rest[0].startsWith("--");
    const isFlag = arg.startsWith("--");
    const text = equals >= 0 ? arg.slice(equals + 1) : isFlag && hasNext ? rest.shift() : undefined;
    attempt(problems, () => {
      if (!isFlag) {
        throw new InvalidSetting(`"${flag}" is not a setting; write settings as --name value.`);
      }
      const setting = findSetting(flag.slice(2), flag, (name) => `--${name}`);
      if (text === undefined) {
        throw new InvalidSetting(
          `${flag} needs a value after it: ${setting.meaning}.`,
          setting.name,
        );
      }
      values[setting.name] = parseValue(setting, text, flag, baseDir);
    });
  }
  return values;
}

function parseFlagValues(
  flags: Readonly<Record<string, string | undefined>>,
  baseDir: string,
  problems: InvalidSetting[],
): ParsedValues {
  const values: ParsedValues = {};
  for (const [name, text] of Object.entries(flags)) {
    if (text === undefined) continue;
    const flag = `--${name}`;
    attempt(problems, () => {
      const setting = findSetting(name, flag, (nearest) => `--${nearest}`);
      values[setting.name] = parseValue(setting, text, flag, baseDir);
    });
  }
  return values;
}

function parseEnv(
  env: Readonly<Record<string, string | undefined>>,
  baseDir: string,
  problems: InvalidSetting[],
): ParsedValues {
  const values: ParsedValues = {};
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith("SCANHOOK_") || text === undefined) continue;
    const name = variable.slice("SCANHOOK_".length).toLowerCase().replaceAll("_", "-");
    attempt(problems, () => {
      const setting = findSetting(name, variable, toVariableName);
      if (variable !== toVariableName(setting.name)) {
        throw new InvalidSetting(
          `There is no ${variable}; write it as ${toVariableName(setting.name)}.`,
        );
      }
      values[setting.name] = parseValue(setting, text, variable, baseDir);
    });
  }
  return values;
}

function parseFile(
  explicit: ParsedValues,
  readFile: (path: string) => string | undefined,
  problems: InvalidSetting[],
): ParsedValues {
  const configPath = explicit.config?.value as string | undefined;
  const dataDir = (explicit.data?.value as string | undefined) ?? resolve("./data");
  const path = configPath ?? join(dataDir, "scanhook.yaml");
  const text = readFile(path);
  if (text === undefined) {
    if (configPath === undefined) return {};
    throw new InvalidSetting(
      `There is no file ${path}; correct ${explicit.config?.where}.`,
      "config",
    );
  }
  const values: ParsedValues = {};
  const yaml = readYamlMapping(text, path);
  if (!yaml.ok) throw new InvalidSetting(yaml.reason, "config");
  for (const [name, value] of Object.entries(yaml.value)) {
    if (definitionSections.includes(name)) continue;
    const where = `"${name}" in ${path}`;
    attempt(problems, () => {
      const setting = settingsTable.find((row) => row.name === name);
      if (!setting) throw new InvalidSetting(describeUnknownName(name, path));
      if (name === "config" || (name === "data" && configPath === undefined)) {
        throw new InvalidSetting(`${where} has no effect there; use --${name} instead.`, name);
      }
      values[name] = parseValue(setting, toSettingText(value, where, name), where, dirname(path));
    });
  }
  return { ...values, config: { value: path, where: path } };
}

function toSettingText(value: unknown, where: string, name: string): string {
  // YAML parses a text of digits as a number, which may change it.
  if (quotedNames.includes(name) && typeof value !== "string") {
    throw new InvalidSetting(`${where} must be a text; put it in quotes.`, name);
  }
  if (typeof value === "string" || typeof value === "number") return String(value);
  // `off` is a boolean in YAML 1.1, so some tools write it as `false`.
  if (value === false) return "off";
  if (listNames.includes(name) && Array.isArray(value)) return value.map(String).join(",");
  throw new InvalidSetting(`${where} must be a text or a number; correct it.`, name);
}

const quotedNames = ["secret-key", "sso-client-id", "sso-client-secret"];
const listNames = ["trust-proxy", "egress-allow", "file-folders", "sso-roles", "proxy-peers"];

function parseValue(setting: Setting, text: string, where: string, baseDir: string): ParsedValue {
  const parsed = setting.parse(text.trim(), baseDir);
  if (parsed.ok) return { value: parsed.value, where };
  const actual = setting.secret ? "" : `, not "${text}"`;
  throw new InvalidSetting(`${where} must be ${parsed.expected}${actual}.`, setting.name);
}

/** Adds the defaults and checks the settings that depend on each other. */
function completeSettings(parsed: ParsedValues): Settings {
  const values: Record<string, unknown> = {};
  for (const setting of settingsTable) {
    const explicit = parsed[setting.name];
    const fallback =
      setting.default === undefined ? undefined : setting.parse(setting.default, process.cwd());
    if (explicit) values[setting.key] = explicit.value;
    else if (fallback?.ok) values[setting.key] = fallback.value;
  }
  const settings = values as Settings;
  if (settings.tls === "files" && !(settings.tlsCert && settings.tlsKey)) {
    const missing = settings.tlsCert ? "tls-key" : "tls-cert";
    throw new InvalidSetting(`--tls files needs --${missing} as well; name the PEM file.`, missing);
  }
  if (settings.secretKey !== undefined && settings.secretKeyFile !== undefined) {
    throw new InvalidSetting(
      "--secret-key and --secret-key-file are both set; leave one out.",
      "secret-key-file",
    );
  }
  const unused = settings.tlsCert ? "tls-cert" : settings.tlsKey ? "tls-key" : undefined;
  if (settings.tls !== "files" && unused) {
    throw new InvalidSetting(
      `${parsed[unused]?.where} is only read with --tls files; add that.`,
      unused,
    );
  }
  if (
    settings.httpPort === settings.httpsPort &&
    settings.httpPort !== 0 &&
    settings.tls !== "off"
  ) {
    throw new InvalidSetting(
      `--http-port and --https-port are both ${settings.httpPort}; choose two different ones.`,
      "https-port",
    );
  }
  const problem = findLoginProblem(settings, (name) => parsed[name]?.where);
  if (problem) throw new InvalidSetting(problem.message, problem.name);
  return settings;
}

/**
 * Finds a setting by its name. `written` is the name as the person wrote it, and `format` writes
 * another name the same way, for the suggestion in the message.
 */
function findSetting(name: string, written: string, format: (name: string) => string): Setting {
  const setting = settingsTable.find((row) => row.name === name);
  if (setting) return setting;
  const nearest = findNearest(name, names);
  const suggestion =
    nearest === undefined
      ? "“scanhook help serve” lists the settings"
      : `the nearest setting is ${format(nearest)}`;
  throw new InvalidSetting(`There is no ${written}; ${suggestion}.`);
}

const names = settingsTable.map((row) => row.name);

/** Returns the variable of the environment that sets a setting. */
export function toVariableName(name: string): string {
  return `SCANHOOK_${name.toUpperCase().replaceAll("-", "_")}`;
}

function readIfExists(path: string): string | undefined {
  const bytes = readBytesIfExist(path);
  if (bytes === undefined) return undefined;
  const decoded = decodeText(bytes);
  if (!decoded.ok) throw new InvalidSetting(describeUndecoded(path, decoded), "config");
  return decoded.text;
}

function readBytesIfExist(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const advice =
      code === "EACCES" || code === "EPERM"
        ? "run this as the user that runs the hub, or as root"
        : "check what it is";
    throw new InvalidSetting(`${path} cannot be read (${code}); ${advice}.`, "config");
  }
}
