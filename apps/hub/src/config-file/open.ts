import { answeredByRegister } from "../forwarding/answering-route.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { Origin } from "../store/forwarding.ts";
import { type Store, StoreUnavailable } from "../store/store.ts";
import { applyDefinitions } from "./apply.ts";
import { describeMissingInboxes } from "./missing-inboxes.ts";
import { parseConfigFile } from "./parse.ts";
import type { Variables } from "./variables.ts";
import { watchText } from "./watch.ts";

/** The settings file, whose destinations and routes are applied to the store whenever it changes. */
export type ConfigFile = {
  /** Returns whether the file defines this record, so that the API must not change it. */
  keeps(record: { origin: Origin }): boolean;
  status(): FileStatus;
  /** Stops watching, after the change under way is applied. Safe to call twice. */
  close(): Promise<void>;
};

export type FileStatus = {
  /** The path of the file, whether it exists or not. */
  path: string;
  /** `none`: the file defines no destinations, routes and alerts. `refused`: the definitions before it still hold. */
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
 * Applies the file once, then resolves. An invalid file is logged and changes nothing. Every `intervalMs`, the file is
 * checked for changes.
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

  async function apply(text: string | undefined): Promise<void> {
    const result = await applyToStore(text);
    status = { path, at: now().toISOString(), ...result };
    if (status.state === "refused") log.warn({ reason: status.reason }, "settings file refused");
  }

  async function applyToStore(text: string | undefined): Promise<Omit<FileStatus, "path" | "at">> {
    if (text === undefined) return { state: "none", notices: [] };
    const { destinations } = await store.routing();
    // Routes in the file cannot refer to destinations that only an earlier version of the file defined.
    const dashboardDestinations = destinations.filter(({ origin }) => origin === "dashboard");
    const findDestination = (name: string) =>
      dashboardDestinations.find((destination) => destination.name === name);
    const parsed = parseConfigFile(text, { path, env, findDestination });
    if (!parsed.ok) return { state: "refused", reason: parsed.reason, notices: [] };
    const { definitions } = parsed;
    if (!definitions) return { state: "none", notices: [] };
    for (const [name, { inbox, mode }] of definitions.routes)
      if (mode === "through" && inbox !== undefined && (await store.inbox(inbox))?.answer) {
        const reason = `routes.${name}.mode in ${path}: ${answeredByRegister}`;
        return { state: "refused", reason, notices: [] };
      }
    const applied = await applyDefinitions({ store, sealing }, definitions);
    if (!applied.ok) return { state: "refused", reason: applied.reason, notices: [] };
    const missing = await describeMissingInboxes(definitions.routes, store);
    const notices = [...applied.notices, ...missing];
    if (applied.changes.length > 0) log.info({ changes: applied.changes }, "settings file applied");
    for (const notice of notices) log.warn({ notice }, "settings file applied");
    return { state: "applied", notices };
  }

  const watching = await watchText(path, {
    ...(options.intervalMs !== undefined && { intervalMs: options.intervalMs }),
    async onText(text) {
      try {
        await apply(text);
        return "done";
      } catch (error) {
        if (error instanceof StoreUnavailable && error.trouble === "closed") return "done";
        const isBug = !(error instanceof StoreUnavailable);
        const reason = isBug ? internalError : error.message;
        status = { ...status, state: "refused", at: now().toISOString(), reason };
        log.warn(isBug ? { err: error } : { reason }, "settings file not applied");
        return isBug ? "done" : "again";
      }
    },
    onTrouble(code) {
      const reason = `${path} cannot be read (${code}). Check that it is a file and that the hub may read it.`;
      status = { path, state: "refused", at: now().toISOString(), reason, notices: [] };
      log.warn({ reason }, "settings file refused");
    },
  });

  return {
    keeps: ({ origin }) => origin === "file" && status.state !== "none",
    status: () => status,
    close: () => watching.close(),
  };
}

const internalError =
  "Something went wrong inside the hub when it applied the file. Its log has the details.";
