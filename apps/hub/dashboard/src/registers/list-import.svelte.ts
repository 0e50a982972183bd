import type { ListEncoding } from "@scanhook/csv/encoding";
import type { ListPreview } from "../../../src/register-work/import.ts";
import { listUsed, type SomeColumns } from "../../../src/registers/import-columns.ts";
import type { KindName } from "../../../src/registers/register.ts";
import {
  type ImportReport,
  importList,
  type ListSource,
  previewList,
  type Register,
} from "./registers.ts";

/** The roles for which a person chooses columns, the most important four first. */
export const columnRoles = {
  "check-in": ["label", "lastName", "key", "group", "attention", "uid"],
  stock: [
    "label",
    "key",
    "quantity",
    "place",
    "moreKeys",
    "unit",
    "minimum",
    "group",
    "role",
    "amount",
    "recalled",
    "attention",
    "uid",
  ],
  loans: ["label", "key", "holder", "due", "moreKeys", "group", "role", "attention", "uid"],
  inspection: ["label", "key", "due", "group", "moreKeys", "attention", "uid"],
  leads: ["label", "lastName", "key", "group", "attention", "uid"],
} as const satisfies Record<KindName, readonly (keyof SomeColumns)[]>;
export type ColumnRole = (typeof columnRoles)[KindName][number];

/** The pause in typing after which the list is sent to the hub. */
const debounceMs = 300;

/**
 * Opens an import into a register. With every change the hub reads the list again. `report` is the
 * effect that an import would have. It is for the current choices if `isCurrent` is true, and
 * otherwise for earlier ones. Call `close` when done.
 */
export function openListImport({ name, kind, rules, origin }: Register) {
  let source: ListSource | undefined = $state.raw();
  let reading: { header?: boolean; encoding?: ListEncoding; sheet?: string } = $state.raw({});
  let preview: ListPreview | undefined = $state.raw();
  let chosen: SomeColumns = $state.raw({});
  let replace = $state(false);
  let shown: ReadonlySet<string> = $state.raw(new Set());
  let isShownChosen = false;
  let report: ImportReport | undefined = $state.raw();
  let isCurrent = $state(false);
  let problem = $state("");
  let request: AbortController | undefined;

  const fields = $derived(listFields());

  function listFields(): string[] {
    const used = listUsed(chosen);
    return (preview?.columns ?? []).filter((column) => column !== "" && !used.includes(column));
  }

  /** Aborts the last request, and returns the signal for the next one. */
  function begin(): AbortSignal {
    request?.abort();
    request = new AbortController();
    isCurrent = false;
    return request.signal;
  }

  function fail(message: string): void {
    report = undefined;
    problem = message;
  }

  /** Lets the hub read the list and guess the columns. */
  async function read(waitMs = 0): Promise<void> {
    const signal = begin();
    if (!source) {
      preview = undefined;
      fail("");
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (signal.aborted) return;
    const result = await previewList(name, { ...source, ...reading }, signal);
    if (signal.aborted) return;
    if (!result.ok) {
      fail(result.message);
      return;
    }
    preview = result.data;
    chosen = result.data.guess;
    shown = new Set(listFields().filter(isShownAtFirst));
    isShownChosen = rules.shows !== undefined;
    await count(signal);
  }

  function isShownAtFirst(field: string): boolean {
    return rules.shows ? rules.shows.includes(field) : !preview?.private.includes(field);
  }

  async function count(signal = begin()): Promise<void> {
    const result = await importList(name, { ...toList(), dry: true }, signal);
    if (signal.aborted) return;
    if (!result.ok) {
      fail(result.message);
      return;
    }
    problem = "";
    report = result.data;
    isCurrent = true;
  }

  function toList() {
    return { ...source!, ...reading, header: preview!.hasHeader, ...chosen, replace };
  }

  return {
    kind,
    roles: columnRoles[kind] as readonly ColumnRole[],
    get preview() {
      return preview;
    },
    get chosen() {
      return chosen;
    },
    get replace() {
      return replace;
    },
    /** The columns that become details of the guests. */
    get fields() {
      return fields;
    },
    /** The details that doors see. */
    get shown() {
      return shown;
    },
    /** Whether the settings file defines the details that doors see. */
    isShownKept: origin === "file",
    get report() {
      return report;
    },
    get isCurrent() {
      return isCurrent;
    },
    get problem() {
      return problem;
    },
    get isFile() {
      return source !== undefined && "file" in source;
    },
    paste(text: string): void {
      source = text.trim() === "" ? undefined : { text };
      reading = {};
      void read(debounceMs);
    },
    open(file: string): void {
      source = { file };
      reading = {};
      void read();
    },
    /** Changes how the list is read. Another sheet may have another header. */
    changeReading(change: typeof reading): void {
      const { header: _, ...others } = reading;
      reading = { ...(change.sheet === undefined ? reading : others), ...change };
      void read();
    },
    /** Chooses the columns of a role, which only further codes may have several of. */
    choose(role: ColumnRole, columns: readonly string[]): void {
      const { [role]: _, ...others } = chosen;
      const value = role === "moreKeys" ? columns : columns[0];
      chosen = columns.length === 0 ? others : { ...others, [role]: value };
      void count();
    },
    changeReplace(isWanted: boolean): void {
      replace = isWanted;
      void count();
    },
    show(field: string, isShown: boolean): void {
      shown = new Set(isShown ? [...shown, field] : [...shown].filter((name) => name !== field));
      isShownChosen = true;
    },
    /** Imports the list with the current choices. */
    submit() {
      const kept = (rules.shows ?? []).filter((field) => !fields.includes(field));
      const shows = [...kept, ...fields.filter((field) => shown.has(field))];
      const isSaved = isShownChosen && origin !== "file";
      return importList(name, { ...toList(), dry: false, shows: isSaved ? shows : undefined });
    },
    close(): void {
      request?.abort();
    },
  };
}

export type ListImport = ReturnType<typeof openListImport>;
