import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { SettingValue } from "./setting-values.ts";
import { type Setting, type Settings, settingsTable } from "./settings-table.ts";
import { readYamlMapping } from "./yaml-mapping.ts";

export type ParsedSettings =
  | { ok: true; settings: Settings }
  | { ok: false; reason: string; option?: string };

/**
 * Reads the settings: flag over `SCANHOOK_*` variable over file over default.
 * Never throws; an unknown or bad setting is `ok: false` with one sentence that says what to do.
 * `readFile` answers undefined for a file that is not there.
 */
export function parseSettings(sources: {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  readFile?: (path: string) => string | undefined;
}): ParsedSettings {
  try {
    const cwd = process.cwd();
    const given = { ...fromEnv(sources.env, cwd), ...fromArgs(sources.args, cwd) };
    const file = fromFile(given, sources.readFile ?? readIfThere);
    return { ok: true, settings: finish({ ...file, ...given }) };
  } catch (error) {
    if (error instanceof Refusal) {
      return { ok: false, reason: error.message, ...(error.option && { option: error.option }) };
    }
    throw error;
  }
}

/** The settings as an aligned table: flag, default, meaning, variable. */
export function settingsHelp(): string {
  const rows = settingsTable.map((setting) => [
    `--${setting.name}`,
    setting.default ?? "–",
    toVariable(setting.name),
    setting.meaning,
  ]);
  rows.unshift(["Setting", "Default", "Variable", "Meaning"]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "))
    .map((line) => `  ${line.trimEnd()}\n`)
    .join("");
}

/** These of the file are no settings: `config-file/` reads them, also while the hub runs. */
const definitionKeys = ["destinations", "routes"];

/** Stays inside this file: it carries the sentence out of the steps of parseSettings. */
class Refusal extends Error {
  readonly option: string | undefined;
  constructor(message: string, option?: string) {
    super(message);
    this.option = option;
  }
}

type Given = { value: Extract<SettingValue, { ok: true }>["value"]; where: string };
type Found = Partial<Record<string, Given>>;

function fromArgs(args: readonly string[], baseDir: string): Found {
  const found: Found = {};
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (!arg.startsWith("--")) {
      throw new Refusal(`"${arg}" is not a setting; write settings as --name value.`);
    }
    const equals = arg.indexOf("=");
    const flag = equals < 0 ? arg : arg.slice(0, equals);
    const setting = lookUp(flag.slice(2), flag, (name) => `--${name}`);
    const text = equals < 0 ? args[++i] : arg.slice(equals + 1);
    if (text === undefined || (equals < 0 && text.startsWith("--"))) {
      throw new Refusal(`${flag} needs a value after it: ${setting.meaning}.`, setting.name);
    }
    found[setting.name] = toGiven(setting, text, flag, baseDir);
  }
  return found;
}

function fromEnv(env: Readonly<Record<string, string | undefined>>, baseDir: string): Found {
  const found: Found = {};
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith("SCANHOOK_") || text === undefined) continue;
    const asName = variable.slice("SCANHOOK_".length).toLowerCase().replaceAll("_", "-");
    const setting = lookUp(asName, variable, toVariable);
    if (variable !== toVariable(setting.name)) {
      throw new Refusal(`There is no ${variable}; write it as ${toVariable(setting.name)}.`);
    }
    found[setting.name] = toGiven(setting, text, variable, baseDir);
  }
  return found;
}

function fromFile(given: Found, readFile: (path: string) => string | undefined): Found {
  const named = given.config?.value as string | undefined;
  const dataDir = (given.data?.value as string | undefined) ?? resolve("./data");
  const path = named ?? join(dataDir, "scanhook.yaml");
  const text = readFile(path);
  if (text === undefined) {
    if (named === undefined) return {};
    throw new Refusal(`There is no file ${path}; correct ${given.config?.where}.`, "config");
  }
  const found: Found = {};
  const read = readYamlMapping(text, path);
  if (!read.ok) throw new Refusal(read.reason, "config");
  for (const [name, value] of Object.entries(read.mapping)) {
    if (definitionKeys.includes(name)) continue;
    const where = `"${name}" in ${path}`;
    const setting = lookUp(name, where, (right) => `"${right}"`);
    if (name === "config" || (name === "data" && named === undefined)) {
      throw new Refusal(`${where} has no effect there; use --${name} instead.`, name);
    }
    found[name] = toGiven(setting, toText(value, where, name), where, dirname(path));
  }
  return { ...found, config: { value: path, where: path } };
}

function toText(value: unknown, where: string, name: string): string {
  // A key of digits alone would be read as a number, and not be the same key any more.
  if (name === "secret-key" && typeof value !== "string") {
    throw new Refusal(`${where} must be a text; put it in quotes.`, name);
  }
  if (typeof value === "string" || typeof value === "number") return String(value);
  // YAML 1.1 writers mean a boolean by `off`; YAML 1.2 gives false only for `false`.
  if (value === false) return "off";
  if (listNames.includes(name) && Array.isArray(value)) return value.map(String).join(",");
  throw new Refusal(`${where} must be a text or a number; correct it.`, name);
}

const listNames = ["trust-proxy", "egress-allow", "file-folders"];

function toGiven(setting: Setting, text: string, where: string, baseDir: string): Given {
  const parsed = setting.parse(text.trim(), baseDir);
  if (parsed.ok) return { value: parsed.value, where };
  const instead = setting.secret ? "" : `, not "${text}"`;
  throw new Refusal(`${where} must be ${parsed.expected}${instead}.`, setting.name);
}

function finish(found: Found): Settings {
  const values: Record<string, unknown> = {};
  for (const setting of settingsTable) {
    const given = found[setting.name];
    const fallback =
      setting.default === undefined ? undefined : setting.parse(setting.default, process.cwd());
    if (given) values[setting.key] = given.value;
    else if (fallback?.ok) values[setting.key] = fallback.value;
  }
  const settings = values as Settings;
  if (settings.tls === "files" && !(settings.tlsCert && settings.tlsKey)) {
    const missing = settings.tlsCert ? "tls-key" : "tls-cert";
    throw new Refusal(`--tls files needs --${missing} as well; name the PEM file.`, missing);
  }
  if (settings.secretKey !== undefined && settings.secretKeyFile !== undefined) {
    throw new Refusal(
      "--secret-key and --secret-key-file are both given; leave one out.",
      "secret-key-file",
    );
  }
  const unused = settings.tlsCert ? "tls-cert" : settings.tlsKey ? "tls-key" : undefined;
  if (settings.tls !== "files" && unused) {
    throw new Refusal(`${found[unused]?.where} is only read with --tls files; add that.`, unused);
  }
  if (
    settings.httpPort === settings.httpsPort &&
    settings.httpPort !== 0 &&
    settings.tls !== "off"
  ) {
    throw new Refusal(
      `--http-port and --https-port are both ${settings.httpPort}; choose two different ones.`,
      "https-port",
    );
  }
  return settings;
}

function lookUp(name: string, written: string, write: (name: string) => string): Setting {
  const setting = settingsTable.find((row) => row.name === name);
  if (setting) return setting;
  const nearest = settingsTable
    .map((row) => ({ row, distance: editDistance(name, row.name) }))
    .reduce((best, next) => (next.distance < best.distance ? next : best));
  const known =
    nearest.distance <= name.length / 2
      ? `the nearest setting is ${write(nearest.row.name)}`
      : "“scanhook help serve” lists the settings";
  throw new Refusal(`There is no ${written}; ${known}.`);
}

function toVariable(name: string): string {
  return `SCANHOOK_${name.toUpperCase().replaceAll("-", "_")}`;
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const swap = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, swap));
    }
    row = next;
  }
  return row[to.length]!;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    const advice =
      code === "EACCES" || code === "EPERM"
        ? "run this as the user that runs the hub, or as root"
        : "check what it is";
    throw new Refusal(`${path} cannot be read (${code}); ${advice}.`, "config");
  }
}
