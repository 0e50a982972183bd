import type { Code } from "../../../src/registers/register.ts";
import type { EntryRecord, MovementRecord, RegisterRecord } from "../../../src/store/registers.ts";
import type { Result } from "../api.ts";
import { callApi } from "../session.svelte.ts";
import type { ListColumns } from "./list-columns.ts";

export type Register = RegisterRecord;
export type WholeRegister = RegisterRecord & { refusedByCode: Partial<Record<Code, number>> };
export type Entry = EntryRecord;
export type Movement = MovementRecord;

/** The number of rows of each outcome of an import; with `dry`, of the expected one. */
export type ImportReport = {
  rows: number;
  new: number;
  changed: number;
  same: number;
  conflict: number;
  conflicts: number[];
  blocked: number;
  guessable: number;
  made: number;
};

export const shownGuests = 50;
/** As many as the API gives at a time. */
export const loadedMovements = 500;

/** Loads all registers, sorted by name. */
export async function loadRegisters(signal: AbortSignal): Promise<Result<Register[]>> {
  const result = await callApi<{ registers: Register[] }>("GET", "/api/registers", undefined, {
    signal,
  });
  return result.ok ? { ok: true, data: result.data.registers } : result;
}

export function loadRegister(name: string, signal?: AbortSignal): Promise<Result<WholeRegister>> {
  return callApi("GET", registerPath(name), undefined, { ...(signal && { signal }) });
}

/** Loads the newest movements of a register, or those of one guest, the newest first. */
export async function loadMovements(
  name: string,
  list: { limit: number; entry?: number },
  signal?: AbortSignal,
): Promise<Result<Movement[]>> {
  const params = new URLSearchParams({ limit: String(list.limit) });
  if (list.entry !== undefined) params.set("entry", String(list.entry));
  const path = `${registerPath(name)}/movements?${params}`;
  const options = signal && { signal };
  const result = await callApi<{ movements: Movement[] }>("GET", path, undefined, options);
  return result.ok ? { ok: true, data: result.data.movements } : result;
}

/** Loads the first guests whose name or code contains a text. */
export async function loadGuests(
  name: string,
  text: string,
  signal: AbortSignal,
): Promise<Result<Entry[]>> {
  const params = new URLSearchParams({ limit: String(shownGuests) });
  if (text.trim()) params.set("text", text.trim());
  const path = `${registerPath(name)}/entries?${params}`;
  const result = await callApi<{ entries: Entry[] }>("GET", path, undefined, { signal });
  return result.ok ? { ok: true, data: result.data.entries } : result;
}

/** Imports a list, or with `dry` only says what would happen. Without a column for the code, random codes are made. */
export function importList(
  name: string,
  list: ListColumns & { text: string; dry: boolean; replace: boolean },
): Promise<Result<ImportReport>> {
  const { key, group, ...others } = list;
  return callApi("POST", `${registerPath(name)}/import`, {
    ...others,
    ...(key && { key }),
    ...(group && { group }),
  });
}

/** Returns the path in the API of a register, or of something in it. */
export function registerPath(name: string, ...rest: (string | number)[]): string {
  return ["/api/registers", encodeURIComponent(name), ...rest].join("/");
}
