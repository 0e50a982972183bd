import {
  createJournaledStore,
  currentAuthor,
  findCommandAuthor,
  openUpdatedStore,
  type ParsedSettings,
  parseSettings,
  runAs,
  type Settings,
  type Store,
  StoreUnavailable,
} from "@scanhook/hub";
import { type Usage, wrongUse } from "../input/usage.ts";
import type { Io } from "../io.ts";

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

/** The values of `storeOptions`. Further options of the command may be among them. */
export type StoreValues = { data?: string | undefined; database?: string | undefined };

/** Parses the settings of the hub that `--data` and `--database` name. */
export function parseStoreSettings({ data, database }: StoreValues, io: Io): ParsedSettings {
  return parseSettings({ args: [], values: { data, database }, env: pickSettingsEnv(io.env) });
}

/**
 * Opens the hub's store, whether the hub runs or not, runs `work` and closes the store. Resolves to
 * the exit code. When the store is unavailable, writes the reason to stderr. In the journal of
 * changes, the user of the machine makes the changes.
 */
export async function withStore(
  access: { parsed: ParsedSettings; usage: Usage; io: Io; create?: boolean },
  work: (store: Store, settings: Settings) => Promise<number>,
): Promise<number> {
  const { parsed, usage, io, create = false } = access;
  if (!parsed.ok) return wrongUse(io, parsed.reason, usage);
  const { settings } = parsed;
  const { data, database } = settings;
  try {
    const print = (line: string) => io.stderr.write(`${line}\n`);
    const store = await openUpdatedStore({ dataDir: data, database }, { create, print });
    const log = {
      error: ({ err }: { err: unknown }, message: string) => print(`${message}: ${err}.`),
    };
    const journaled = createJournaledStore(store, { whoNow: currentAuthor, log });
    try {
      return await runAs(findCommandAuthor(), () => work(journaled, settings));
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    io.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** Returns the variables that are settings, without those that only some commands read. */
export function pickSettingsEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !commandVariables.has(name)));
}

const commandVariables: ReadonlySet<string> = new Set([
  // `send` and `doctor`
  "SCANHOOK_PASSWORD",
  // `last`
  "SCANHOOK_TOKEN",
  // `update-check`
  "SCANHOOK_RELEASE_FEED",
  // `tag` and `kiosk`
  "SCANHOOK_TAG_PASSWORD",
]);
