export { listEncodings } from "@scanhook/csv/encoding";
export { createHubUrls, type HubUrls, toDisplayLink } from "./addresses/hub-urls.ts";
export { isHubAt } from "./addresses/is-hub-at.ts";
export { type RunningHub, readRunFile } from "./addresses/run-file.ts";
export { type CheckedChain, checkChain } from "./audit/check-chain.ts";
export { dailyHeads } from "./audit/daily-heads.ts";
export { backUp } from "./backup/back-up.ts";
export { listNotIncluded } from "./backup/not-included.ts";
export { openUpdatedStore } from "./backup/open-updated-store.ts";
export { adviseOnPostgres } from "./backup/postgres-advice.ts";
export { restore } from "./backup/restore.ts";
export type { WaitingDeliveries } from "./backup/waiting-deliveries.ts";
export { type ChangeFormat, changeFormats, exportChanges } from "./changes/export.ts";
export { formatFields } from "./changes/format-fields.ts";
export { journalTogether } from "./changes/journal-together.ts";
export { createJournaledStore } from "./changes/journaled-store.ts";
export type { Preview } from "./config-file/preview.ts";
export { maxRuleNumber, registerNameRule } from "./definitions/register-limits.ts";
export { retentionLimits } from "./definitions/retention-limits.ts";
export { formatSpan, toSpans } from "./definitions/span.ts";
export {
  basicPasswordRule,
  inboxNameRule,
  maxTitleLength,
  personNameRule,
  type TextRule,
  userRule,
} from "./definitions/text-rules.ts";
export { describeAnsweringRoute, findAnsweringRoute } from "./forwarding/answering-route.ts";
export { errors } from "./http/errors.ts";
export { type Hub, startHub } from "./hub.ts";
export { currentAuthor, findCommandAuthor, runAs } from "./login/author.ts";
export { findCredential, toStoredUser } from "./login/find-credential.ts";
export { invite, renewLoginLink } from "./login/login-link.ts";
export { makeToken } from "./login/make-token.ts";
export { hashPassword } from "./login/passwords.ts";
export { createSecret } from "./login/secrets.ts";
export type { CareCounts } from "./register-work/care-counts.ts";
export { findCountedRegister, findRegister } from "./register-work/find-register.ts";
export type { ImportReport } from "./register-work/import.ts";
export type { LabelOptions } from "./register-work/labels.ts";
export type { ReportRequest } from "./register-work/reports.ts";
export {
  type LabelPaper,
  type LabelPart,
  type LabelReport,
  labelFormats,
  labelPapers,
  labelParts,
} from "./registers/labels/label.ts";
export { defaultLeadQuestions } from "./registers/lead-answers.ts";
export type { Question } from "./registers/questions.ts";
export { type Action, actions, type KindName } from "./registers/register.ts";
export type { Rules } from "./registers/rules.ts";
export type { Verdict } from "./registers/verdict.ts";
export { type ExportFormat, exportScans } from "./scans/export.ts";
export { type Named, readPersonNames, withPerson } from "./scans/person-names.ts";
export { type ParsedSettings, parseSettings, settingsHelp } from "./settings/settings.ts";
export type { Settings } from "./settings/settings-table.ts";
export { StartError } from "./settings/start-error.ts";
export { type ChangeFilter, type ChangeRecord, changeSubjects } from "./store/changes.ts";
export type { ImportUndone } from "./store/import-undo.ts";
export type { InboxRecord } from "./store/inboxes.ts";
export type { LeadCounts } from "./store/leads.ts";
export { type Scope, scopes, type TokenRecord } from "./store/logins.ts";
export type { ToldMovement, TriedScan } from "./store/movements.ts";
export { ensureOwnInbox, headsInbox } from "./store/own-inboxes.ts";
export { type PersonChange, type PersonRecord, type Role, roles } from "./store/people.ts";
export type {
  CountedRegister,
  EntryRecord,
  RegisterRecord,
  StockCounts,
} from "./store/registers.ts";
export type { Head } from "./store/retention.ts";
export type { RoundRecord } from "./store/rounds.ts";
export type { Routing } from "./store/routing.ts";
export type { ScanFilter } from "./store/scan-selection.ts";
export { databaseName } from "./store/sqlite/open.ts";
export type { Store } from "./store/store.ts";
export type { StoredScan } from "./store/stored-scan.ts";
export { StoreUnavailable } from "./store/unavailable.ts";

/**
 * Loads the parser, printer, export and preview of the settings file, and the parser of checklists.
 * Dynamic, because most commands start faster without them.
 */
export async function loadConfigFile() {
  const { parseConfigFile } = await import("./config-file/parse.ts");
  const { describeMissingInboxes } = await import("./config-file/missing-inboxes.ts");
  const { formatDefinitions } = await import("./config-file/print.ts");
  const { parseChecklist } = await import("./config-file/parse-checklist.ts");
  const { exportConfiguration } = await import("./config-file/export.ts");
  const { previewFile } = await import("./config-file/preview.ts");
  const { pickFileSettings } = await import("./config-file/file-settings.ts");
  const wholeFile = { exportConfiguration, pickFileSettings, previewFile };
  return {
    ...wholeFile,
    parseChecklist,
    parseConfigFile,
    describeMissingInboxes,
    formatDefinitions,
  };
}

/** Loads the functions that fill and read registers, and act in them by hand. */
export async function loadRegisterWork() {
  const { addDisplay } = await import("./register-work/add-display.ts");
  const { actManually } = await import("./register-work/manual-actions.ts");
  const { answerQuestions } = await import("./register-work/answer-questions.ts");
  const { countCare } = await import("./register-work/care-counts.ts");
  const { makeMissingCodes } = await import("./register-work/codes.ts");
  const { importList } = await import("./register-work/import.ts");
  const { forgetAllLeads, forgetLeads } = await import("./register-work/forget-leads.ts");
  const { exportFormats, openExport } = await import("./register-work/open-export.ts");
  const { nameScanners, openDoorNames } = await import("./register-work/name-movements.ts");
  const { readEntries } = await import("./register-work/read-entries.ts");
  const { followMovements } = await import("./register-work/follow-movements.ts");
  const rounds = await import("./register-work/rounds.ts");
  const { applyRound, beginRound, endRound, exportDifferences, undoRound } = rounds;
  const ofRounds = { applyRound, beginRound, endRound, exportDifferences, undoRound };
  const entries = { exportFormats, importList, makeMissingCodes, openExport };
  const ofCare = { answerQuestions, countCare };
  return {
    ...ofCare,
    actManually,
    addDisplay,
    followMovements,
    forgetAllLeads,
    forgetLeads,
    nameScanners,
    openDoorNames,
    readEntries,
    ...entries,
    ...ofRounds,
  };
}

/** Loads the functions that print labels, those of registers and others. */
export async function loadLabels() {
  const { openLabelPictures, openLabels } = await import("./register-work/labels.ts");
  const { printLabels } = await import("./registers/labels/print-labels.ts");
  const { loadFont } = await import("./registers/pdf/load-font.ts");
  return { loadFont, openLabelPictures, openLabels, printLabels };
}

/** Loads the functions that make the reports of loans and inspections. */
export async function loadReports() {
  const { createReport, reportNames } = await import("./register-work/reports.ts");
  const { writeReportCsv } = await import("./registers/reports/write-report-csv.ts");
  const { drawReport } = await import("./registers/reports/draw-report.ts");
  const { loadFont } = await import("./registers/pdf/load-font.ts");
  return { createReport, drawReport, loadFont, reportNames, writeReportCsv };
}

/**
 * Loads the functions that check the rules of a register and apply them to find a code's keys, and
 * those that read names and quantities.
 */
export async function loadRegisterRules() {
  const definitions = await import("./definitions/register.ts");
  const { findActionProblem, findLenderProblem, findPeopleProblem } = definitions;
  const { findKeepDaysProblem, findRuleProblem } = definitions;
  const { keysOf } = await import("./registers/keys.ts");
  const { keyRulesOf } = await import("./registers/kinds/kinds.ts");
  const { isUnfit, maxLabelLength } = await import("./registers/import.ts");
  const { parseQuantity } = await import("./registers/quantity.ts");
  const { parseListDate } = await import("./registers/list-date.ts");
  const { parseDay } = await import("./registers/interval.ts");
  const { showKey } = await import("./registers/shown-key.ts");
  const ofText = { isUnfit, maxLabelLength, parseDay, parseListDate, parseQuantity };
  const { checkRegisterSecrets } = await import("./definitions/register-secrets.ts");
  const ofOthers = { checkRegisterSecrets, findLenderProblem, findPeopleProblem };
  const problems = { findActionProblem, findKeepDaysProblem, findRuleProblem };
  return { ...ofOthers, ...problems, keyRulesOf, keysOf, showKey, ...ofText };
}

/** Loads the functions that seal the keys of tags and verify links with them. */
export async function loadTagKeys() {
  const { createTagCheck } = await import("./register-work/tag-check.ts");
  const { sealForRegister } = await import("./secrets/register-secrets.ts");
  const { createSealing } = await import("./secrets/sealing.ts");
  return { createSealing, createTagCheck, sealForRegister };
}

/** Loads the functions that move a hub from SQLite to PostgreSQL. */
export async function loadMoving() {
  const { moveStore } = await import("./moving/move.ts");
  const { toLocation } = await import("./store/postgres/database.ts");
  return { moveStore, toLocation };
}
