import {
  openStore,
  parseSettings,
  type Settings,
  type Store,
  StoreUnavailable,
} from "@scanhook/hub";
import type { Io } from "../command.ts";
import { wrongUse } from "../usage.ts";

export const dataOption = {
  data: { value: "DIR", help: "the hub's data folder (default: SCANHOOK_DATA, else ./data)" },
} as const;

export const storeOptions = {
  ...dataOption,
  database: {
    value: "URL",
    help: "its PostgreSQL database, when it has one (default: SCANHOOK_DATABASE, else its settings file)",
  },
} as const;

/**
 * Opens the hub's store, whether the hub runs or not, does the work and closes it again.
 * `settings` are arguments as `serve` takes them.
 * Resolves to the exit code; what the store cannot do is said on stderr.
 */
export async function withStore(
  parts: { settings: string[]; usage: string; io: Io; create?: boolean },
  work: (store: Store, settings: Settings) => Promise<number>,
): Promise<number> {
  const { usage, io, create = false } = parts;
  const parsed = parseSettings({ args: parts.settings, env: settingsIn(io.env) });
  if (!parsed.ok) return wrongUse(io, parsed.reason, usage);
  const { settings } = parsed;
  const { data, database } = settings;
  try {
    const store = await openStore({ dataDir: data, database }, { create });
    try {
      return await work(store, settings);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    io.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** `--data` as it was given. */
export function dataSetting({ data }: { data?: string }): string[] {
  return data === undefined ? [] : [`--data=${data}`];
}

/** `--data` and `--database` as they were given, for `withStore`. */
export function storeSettings(values: { data?: string; database?: string }): string[] {
  const { database } = values;
  return [...dataSetting(values), ...(database === undefined ? [] : [`--database=${database}`])];
}

/** The variables that are settings; SCANHOOK_PASSWORD belongs to `send` and `doctor`, SCANHOOK_TOKEN to `last`. */
export function settingsIn(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { SCANHOOK_PASSWORD: _, SCANHOOK_TOKEN: __, ...settings } = env;
  return settings;
}
