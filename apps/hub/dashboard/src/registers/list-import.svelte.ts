import type { ListPreview } from "../../../src/register-work/import.ts";
import type { ImportColumns } from "../../../src/registers/import-columns.ts";
import type { ListEncoding } from "../../../src/registers/list-encoding.ts";
import {
  type ImportReport,
  importList,
  type ListSource,
  previewList,
  type Register,
} from "./registers.ts";

/** The columns that a person chooses; an empty text stands for none. */
export const columnRoles = ["label", "lastName", "key", "group", "attention", "uid"] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** A pause in typing after which the hub is asked. */
const pauseMs = 300;

/**
 * Opens an import into a register. The hub reads the list anew with every change, and says in
 * `report` what an import would do: that for what is chosen now once it `isCurrent`, and until then
 * what it was before. Call `close` when done.
 */
export function openListImport({ name, rules, origin }: Register) {
  let source: ListSource | undefined = $state.raw();
  let reading: { header?: boolean; encoding?: ListEncoding } = $state.raw({});
  let preview: ListPreview | undefined = $state.raw();
  let chosen: Partial<ImportColumns> = $state.raw({});
  let replace = $state(false);
  let shown: ReadonlySet<string> = $state.raw(new Set());
  let isShownChosen = false;
  let report: ImportReport | undefined = $state.raw();
  let isCurrent = $state(false);
  let problem = $state("");
  let work: AbortController | undefined;

  const fields = $derived(listFields());

  function listFields(): string[] {
    const used = Object.values(chosen);
    return (preview?.columns ?? []).filter((column) => column !== "" && !used.includes(column));
  }

  /** Returns the signal of what is asked next, and gives up what was asked before. */
  function begin(): AbortSignal {
    work?.abort();
    work = new AbortController();
    isCurrent = false;
    return work.signal;
  }

  function fail(message: string): void {
    report = undefined;
    problem = message;
  }

  /** Has the hub read the list, and guess what is not chosen. */
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
    get preview() {
      return preview;
    },
    get chosen() {
      return chosen;
    },
    get replace() {
      return replace;
    },
    /** The columns that become details of the guests, and those of them that doors see. */
    get fields() {
      return fields;
    },
    get shown() {
      return shown;
    },
    /** The settings file says what doors see. */
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
      void read(pauseMs);
    },
    open(file: string): void {
      source = { file };
      reading = {};
      void read();
    },
    changeReading(change: typeof reading): void {
      reading = { ...reading, ...change };
      void read();
    },
    choose(role: ColumnRole, column: string): void {
      const { [role]: _, ...others } = chosen;
      chosen = column === "" ? others : { ...others, [role]: column };
      void count();
    },
    changeReplace(isWanted: boolean): void {
      replace = isWanted;
      void count();
    },
    show(field: string, isShown: boolean): void {
      shown = new Set(isShown ? [...shown, field] : [...shown].filter((each) => each !== field));
      isShownChosen = true;
    },
    /** Imports what the report is about. */
    submit() {
      const kept = (rules.shows ?? []).filter((field) => !fields.includes(field));
      const shows = [...kept, ...fields.filter((field) => shown.has(field))];
      const isSaved = isShownChosen && origin !== "file";
      return importList(name, { ...toList(), dry: false, shows: isSaved ? shows : undefined });
    },
    close(): void {
      work?.abort();
    },
  };
}

export type ListImport = ReturnType<typeof openListImport>;
