import type { CareCounts } from "../../../src/register-work/care-counts.ts";
import type {
  ImportReport as HubReport,
  ImportOptions,
  ListPreview,
} from "../../../src/register-work/import.ts";
import type { TableOptions } from "../../../src/registers/table.ts";
import type { Code } from "../../../src/registers/verdict.ts";
import type { HistoryRecord } from "../../../src/store/care.ts";
import type { LeadCounts } from "../../../src/store/leads.ts";
import type { MovementRecord } from "../../../src/store/movements.ts";
import type {
  CountedRegister,
  EntryFilter,
  EntryList,
  EntryRecord,
  StockCounts,
} from "../../../src/store/registers.ts";
import type { Result } from "../api.ts";
import { callApi, loadList } from "../session.svelte.ts";

export type Register = CountedRegister;
export type WholeRegister = CountedRegister & {
  refusedByCode: Partial<Record<Code, number>>;
  /** Only in a stock. */
  stock?: StockCounts;
  /** Only in loans and inspections. */
  care?: CareCounts;
  /** Only in leads. */
  leads?: LeadCounts & { people: (LeadCounts["people"][number] & Who)[] };
};
/** An entry as the API shows it: quantities are in units, such as 1.5. */
export type Entry = EntryRecord & { lead?: { person?: string | undefined } | undefined };
/** The day of `due` in the time zone of the hub, if it is a day. */
type DueDay = { dueDay?: string | undefined };
/** The name of the person to whom the user of the inbox belongs, who made the movement. */
type Who = { person?: string | undefined };
/** A movement as the API shows it, with its quantity in units. */
export type Movement = MovementRecord & DueDay & Who;
/** A movement with the name of its register. */
export type HistoryMovement = HistoryRecord & DueDay & Who;
export type { CareCounts, EntryFilter, LeadCounts, StockCounts };

/** The effect of an import, or with `dry` the effect that it would have. */
export type ImportReport = HubReport;

/** A list as a text, or the bytes of a file in Base64. */
export type ListSource = { text: string } | { file: string };

/** The most entries that a list shows. */
export const shownEntries = 50;
/** The most entries that are loaded at a time, which is the limit of the API. */
export const loadedEntries = 500;
/** The most movements that are loaded, which is the limit of the API. */
export const loadedMovements = 500;

/** Loads all registers, sorted by name. */
export function loadRegisters(signal: AbortSignal): Promise<Result<Register[]>> {
  return loadList("/api/registers", "registers", signal);
}

export function loadRegister(name: string, signal?: AbortSignal): Promise<Result<WholeRegister>> {
  return callApi("GET", registerPath(name), undefined, { signal });
}

/** Loads the newest movements of a register, the newest first. */
export function loadMovements(
  name: string,
  { limit }: { limit: number },
  signal?: AbortSignal,
): Promise<Result<Movement[]>> {
  return loadList(`${registerPath(name)}/movements?limit=${limit}`, "movements", signal);
}

/**
 * Loads the newest movements about an entry, or with it as their holder, in all registers that
 * share its list. The newest comes first.
 */
export function loadHistory(
  name: string,
  entry: number,
  { limit }: { limit: number },
  signal?: AbortSignal,
): Promise<Result<HistoryMovement[]>> {
  const path = registerPath(name, "entries", entry, "history");
  return loadList(`${path}?limit=${limit}`, "movements", signal);
}

/** Loads the first entries that a filter lets through. */
export function loadEntries(
  name: string,
  { limit = shownEntries, ...filter }: { [Name in keyof EntryList]?: EntryList[Name] | undefined },
  signal?: AbortSignal,
): Promise<Result<Entry[]>> {
  const { text = "", ...conditions } = filter;
  const params = new URLSearchParams({ limit: String(limit) });
  if (text.trim()) params.set("text", text.trim());
  for (const [condition, value] of Object.entries(conditions))
    if (value !== undefined) params.set(condition, toParameter(condition, value));
  return loadList(`${registerPath(name)}/entries?${params}`, "entries", signal);
}

function toParameter(condition: string, value: unknown): string {
  return condition === "dueBefore" ? new Date(Number(value)).toISOString() : String(value);
}

/** Lets the hub read a list. The hub guesses the options that are not set. */
export function previewList(
  name: string,
  list: ListSource & TableOptions,
  signal: AbortSignal,
): Promise<Result<ListPreview>> {
  return callApi("POST", registerPath(name, "import", "preview"), list, { signal });
}

/**
 * Imports a list, or with `dry` only reports the effect. If no column has the codes, the hub makes
 * random codes.
 */
export function importList(
  name: string,
  list: ListSource & ImportOptions & { shows?: string[] | undefined },
  signal?: AbortSignal,
): Promise<Result<ImportReport>> {
  return callApi("POST", registerPath(name, "import"), list, { signal });
}

/** Returns the API path of a register, or of a resource in it. */
export function registerPath(name: string, ...rest: (string | number)[]): string {
  return ["/api/registers", encodeURIComponent(name), ...rest].join("/");
}
