import type { Sealing } from "../secrets/sealing.ts";
import type { Origin } from "../store/forwarding.ts";
import { type Store, StoreUnavailable } from "../store/store.ts";
import { applyDefinitions } from "./apply.ts";
import { parseConfigFile } from "./parse.ts";
import type { Variables } from "./variables.ts";
import { watchText } from "./watch.ts";

/** The destinations and routes of the settings file, in the store, and so again whenever the file changes. */
export type ConfigFile = {
  /** Whether this is the file's, and the API has to leave it alone. */
  keeps(record: { origin: Origin }): boolean;
  status(): FileStatus;
  /** Ends watching; what is being applied is finished first. Safe to call twice. */
  close(): Promise<void>;
};

export type FileStatus = {
  /** Of the file, whether it is there or not. */
  path: string;
  /** `none`: it says nothing about passing on. `refused`: what was before still holds. */
  state: "none" | "applied" | "refused";
  /** When it was last looked at. */
  at?: string;
  /** Why it was refused. */
  reason?: string;
  /** What a person should know about what was applied. */
  notices: string[];
};

/** As of Fastify's logger. */
export type Log = Record<"info" | "warn", (fields: object, message: string) => void>;

/**
 * Applies the file once, then resolves; a file that is wrong is told and changes nothing. `everyMs` says how often the
 * file is looked at.
 */
export async function openConfigFile(parts: {
  path: string;
  store: Store;
  sealing: Sealing;
  env?: Variables;
  log: Log;
  now?: () => Date;
  everyMs?: number;
}): Promise<ConfigFile> {
  const { path, store, sealing, env = process.env, log, now = () => new Date() } = parts;
  let status: FileStatus = { path, state: "none", notices: [] };

  async function apply(text: string | undefined): Promise<void> {
    const looked = await look(text);
    status = { path, at: now().toISOString(), ...looked };
    if (status.state === "refused") log.warn({ reason: status.reason }, "settings file refused");
  }

  async function look(text: string | undefined): Promise<Omit<FileStatus, "path" | "at">> {
    if (text === undefined) return { state: "none", notices: [] };
    const { destinations } = await store.routing();
    // What the file itself once had is not there for it to lean on.
    const own = destinations.filter(({ origin }) => origin === "dashboard");
    const kindOf = (name: string) => own.find((one) => one.name === name)?.kind;
    const parsed = parseConfigFile(text, { path, env, kindOf });
    if (!parsed.ok) return { state: "refused", reason: parsed.reason, notices: [] };
    const { definitions } = parsed;
    if (!definitions) return { state: "none", notices: [] };
    const applied = await applyDefinitions({ store, sealing }, definitions);
    if (!applied.ok) return { state: "refused", reason: applied.reason, notices: [] };
    const notices = [...applied.notices];
    for (const [name, { inbox }] of definitions.routes) {
      if (inbox === undefined || (await store.inbox(inbox))) continue;
      notices.push(`The route ${name} takes the scans of the inbox ${inbox}, which is not there.`);
    }
    if (applied.done.length > 0) log.info({ changes: applied.done }, "settings file applied");
    for (const notice of notices) log.warn({ notice }, "settings file applied");
    return { state: "applied", notices };
  }

  const watching = await watchText(path, {
    ...(parts.everyMs !== undefined && { everyMs: parts.everyMs }),
    async onText(text) {
      try {
        await apply(text);
        return "done";
      } catch (error) {
        if (error instanceof StoreUnavailable && error.trouble === "closed") return "done";
        const isBug = !(error instanceof StoreUnavailable);
        const reason = isBug ? inside : error.message;
        status = { ...status, state: "refused", at: now().toISOString(), reason };
        log.warn(isBug ? { err: error } : { reason }, "settings file not applied");
        return isBug ? "done" : "again";
      }
    },
    onTrouble(code) {
      const reason = `${path} cannot be read (${code}); check what it is and its rights.`;
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

const inside = "Something went wrong inside the hub when it applied the file; its log says what.";
