export { type ExportFormat, exportScans } from "./api/export.ts";
export { type CheckedChain, checkChain } from "./audit/check-chain.ts";
export { dailyHeads, ensureHeadsInbox } from "./audit/daily-heads.ts";
export { backUp } from "./backup/back-up.ts";
export { restore } from "./backup/restore.ts";
export type { Waiting } from "./backup/waiting.ts";
export {
  basicPasswordRule,
  inboxNameRule,
  longestTitle,
  type TextRule,
  userRule,
} from "./definitions/text-rules.ts";
export { type Hub, startHub } from "./hub.ts";
export { renewLoginLink } from "./login/login-link.ts";
export { hashPassword } from "./login/passwords.ts";
export { createSecret } from "./login/secrets.ts";
export { createReach, type Reach } from "./reach.ts";
export { type Listening, readRunning } from "./running-note.ts";
export { type ParsedSettings, parseSettings, settingsHelp } from "./settings/settings.ts";
export type { Settings } from "./settings/settings-table.ts";
export { StartError } from "./start-error.ts";
export type { Routing } from "./store/forwarding.ts";
export { openStore } from "./store/open.ts";
export { databaseName } from "./store/sqlite/open.ts";
export type { Head } from "./store/store.ts";
export {
  type InboxRecord,
  type ScanFilter,
  type Store,
  type StoredScan,
  StoreUnavailable,
} from "./store/store.ts";

/** What reads and prints destinations and routes. Loaded when it is wanted: most commands start quicker without. */
export async function loadConfigFile() {
  const { parseConfigFile } = await import("./config-file/parse.ts");
  const { printDefinitions } = await import("./config-file/print.ts");
  return { parseConfigFile, printDefinitions };
}

/** What moves a hub from SQLite to PostgreSQL. */
export async function loadMoving() {
  const { moveStore } = await import("./moving/move.ts");
  const { toPlace } = await import("./store/postgres/database.ts");
  return { moveStore, toPlace };
}
