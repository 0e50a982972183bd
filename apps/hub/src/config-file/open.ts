import { basename } from "node:path";
import { runAs } from "../login/author.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { Origin } from "../store/routing.ts";
import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { applyDefinitions } from "./apply.ts";
import { type FileSettings, pickFileSettings } from "./file-settings.ts";
import { describeMissingInboxes } from "./missing-inboxes.ts";
import { parseConfigFile } from "./parse.ts";
import type { Variables } from "./variables.ts";
import { watchText } from "./watch.ts";

/** The settings file, whose definitions are applied to the store whenever it changes. */
export type ConfigFile = {
  /** Returns whether the file defines this record, so that the API must not change it. */
  keeps(record: { origin: Origin }): boolean;
  status(): FileStatus;
  /** Returns the settings at the top of the file, as it was last read. */
  settings(): FileSettings;
  /** Stops watching, after the change under way is applied. Safe to call twice. */
  close(): Promise<void>;
};

export type FileStatus = {
  /** The path of the file, whether it exists or not. */
  path: string;
  /**
   * `none`: the file defines nothing but settings. `refused`: the previous definitions still hold.
   */
  state: "none" | "applied" | "refused";
  /** When the file was last read. */
  at?: string;
  /** Why the file was refused. */
  reason?: string;
  /** Consequences that a person should know about. */
  notices: string[];
};

/** The part of Fastify's logger that is used here. */
export type Log = Record<"info" | "warn", (fields: object, message: string) => void>;

/**
 * Opens the settings file: applies it once, then resolves. An invalid file is logged and changes
 * nothing. Every `intervalMs` milliseconds, the file is checked for changes.
 */
export async function openConfigFile(options: {
  path: string;
  store: Store;
  sealing: Sealing;
  env?: Variables;
  log: Log;
  now?: () => Date;
  intervalMs?: number;
}): Promise<ConfigFile> {
  const { path, store, sealing, env = process.env, log, now = () => new Date() } = options;
  let status: FileStatus = { path, state: "none", notices: [] };
  let settings: FileSettings = {};

  /** Applies a text of the file. `again`: a register waits for an inbox that does not exist yet. */
  async function apply(text: string | undefined): Promise<"done" | "again"> {
    const { isWaiting = false, ...result } = await applyToStore(text);
    const newNotices = result.notices.filter((notice) => !status.notices.includes(notice));
    for (const notice of newNotices) log.warn({ notice }, "settings file applied");
    status = { path, at: now().toISOString(), ...result };
    if (status.state === "refused") log.warn({ reason: status.reason }, "settings file refused");
    return isWaiting ? "again" : "done";
  }

  async function applyToStore(
    text: string | undefined,
  ): Promise<Omit<FileStatus, "path" | "at"> & { isWaiting?: boolean }> {
    if (text === undefined) return { state: "none", notices: [] };
    const { destinations, routes } = await store.routing();
    // Routes in the file cannot refer to destinations that only an earlier version of the file
    // defined.
    const dashboardDestinations = destinations.filter(({ origin }) => origin === "dashboard");
    const findDestination = (name: string) =>
      dashboardDestinations.find((destination) => destination.name === name);
    const existing = { routes, registers: await store.registers() };
    const parsed = parseConfigFile(text, { path, env, findDestination, existing });
    if (!parsed.ok)
      return { state: "refused", reason: summarize(parsed.reasons, path), notices: [] };
    const { definitions } = parsed;
    if (!definitions) return { state: "none", notices: [] };
    const author = { by: basename(path), via: "file" } as const;
    const applied = await runAs(author, () => applyDefinitions({ store, sealing }, definitions));
    if (!applied.ok) return { state: "refused", reason: applied.reason, notices: [] };
    const missing = await describeMissingInboxes(definitions, store);
    if (applied.changes.length > 0) log.info({ changes: applied.changes }, "settings file applied");
    return {
      state: "applied",
      notices: [...applied.notices, ...missing.routes, ...missing.registers],
      isWaiting: missing.registers.length > 0,
    };
  }

  const watching = await watchText(path, {
    intervalMs: options.intervalMs,
    async onText(text) {
      settings = pickFileSettings(text);
      try {
        return await apply(text);
      } catch (error) {
        if (error instanceof StoreUnavailable && error.problem === "closed") return "done";
        const isBug = !(error instanceof StoreUnavailable);
        const reason = isBug ? internalError : error.message;
        status = { ...status, state: "refused", at: now().toISOString(), reason };
        log.warn(isBug ? { err: error } : { reason }, "settings file not applied");
        return isBug ? "done" : "again";
      }
    },
    onProblem(reason) {
      status = { path, state: "refused", at: now().toISOString(), reason, notices: [] };
      log.warn({ reason }, "settings file refused");
    },
  });

  return {
    keeps: ({ origin }) => origin === "file" && status.state !== "none",
    status: () => status,
    settings: () => settings,
    close: () => watching.close(),
  };
}

/** Returns the first mistake and, if there are more, how to list them. */
function summarize([first, ...others]: readonly [string, ...string[]], path: string): string {
  if (others.length === 0) return first;
  const more = others.length === 1 ? "There is 1 more mistake" : `There are ${others.length} more`;
  return `${first} ${more}; “scanhook routes check ${path}” lists them all.`;
}

const internalError =
  "Something went wrong inside the hub when it applied the file. Its log has the details.";
