import type { Ask } from "@scanhook/webhook";
import type { EntryJob } from "./entry.ts";
import { draftsKey } from "./has-drafts.ts";

/**
 * Answers to the questions about a scan, as far as a person has typed them. They are kept until the
 * receiver has decided about them or a person discards them.
 */
export type AnswerDraft = {
  /** Tells the receiver, the user and the movement apart; see {@link toDraftId}. */
  id: string;
  /** The job that the scan was made for, which alone gets the answers. */
  job: EntryJob;
  movement: number;
  /** The id of the scan in the history, which may no longer be there; empty if unknown. */
  entryId: string;
  /** The content or the identifier of the scan. */
  code: string;
  word: string;
  title?: string | undefined;
  text: string;
  ask: Ask;
  /** The typed texts, by the keys of the questions. */
  typed: Record<string, string>;
  /** When the questions arrived, in milliseconds since 1970. */
  askedAt: number;
  /** Why the answers were not taken when they were last sent. */
  failure?: { sentence: string; field?: string | undefined } | undefined;
  /** Whether the receiver refused the answers for good. They can still be read. */
  isOver?: true | undefined;
};

/** The drafts of this device, newest first. */
export type AnswerDrafts = {
  list(): readonly AnswerDraft[];
  /**
   * Adds a draft, or replaces the one with its id in its place. An older one about the same code in
   * which nothing was typed makes room, as does one with the same questions, whose answers a new
   * draft takes over. Returns false if it is kept only until the app is closed.
   */
  put(draft: AnswerDraft): boolean;
  /** Changes a draft, if it is still there. */
  change(id: string, changes: Partial<AnswerDraft>): boolean;
  remove(id: string): void;
  clear(): void;
  /** Calls `listener` after every change in this window. */
  onChange(listener: () => void): void;
  /** Reads again what other windows have changed. */
  refresh(): void;
};

/** Returns the id of the answers that a user of a receiver owes about a movement. */
export function toDraftId(address: string, user: string, movement: number): string {
  return [movement, user, address].join(" ");
}

/** Returns whether something was typed into a draft. */
export function isStarted({ typed }: AnswerDraft): boolean {
  return Object.values(typed).some((text) => text.trim() !== "");
}

const maxDrafts = 100;
/** In characters of JSON. A receiver could otherwise fill the storage with its questions. */
const maxAskLength = 64 * 1024;

/**
 * Creates the drafts in `storage`, where each change is at once, so that closing the app loses
 * nothing. A draft in which nothing was typed is dropped when its time is over, or to make room in
 * a full storage. Of more than a hundred, those without answers are dropped first, then the oldest.
 */
export function createAnswerDrafts(
  storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">,
  now: () => number = Date.now,
): AnswerDrafts {
  const listeners = new Set<() => void>();
  let drafts: readonly AnswerDraft[] = [];
  /** The drafts that the storage did not take, and the ids of those that it still has. */
  const unsaved = new Map<string, AnswerDraft | undefined>();

  /** Other windows may have stored drafts meanwhile. Those of this window win. */
  const refresh = () => {
    const read = readDrafts(storage);
    if (!read) return;
    const stored = read.flatMap((each) =>
      unsaved.has(each.id) ? (unsaved.get(each.id) ?? []) : each,
    );
    const added = drafts.filter(({ id }) => unsaved.has(id) && !hasId(stored, id));
    const newestFirst = [...added, ...stored].sort((a, b) => b.askedAt - a.askedAt);
    drafts = limit(newestFirst, now());
  };

  const edit = (
    id: string | undefined,
    change: (current: readonly AnswerDraft[]) => readonly AnswerDraft[],
  ) => {
    refresh();
    const before = drafts;
    drafts = limit(change(before), now());
    for (const each of before) if (!hasId(drafts, each.id)) unsaved.set(each.id, undefined);
    for (const each of drafts) if (!before.includes(each)) unsaved.set(each.id, each);
    const kept = writeWhatFits(storage, drafts, id);
    if (kept) {
      drafts = kept;
      for (const [each, draft] of unsaved) if (!draft || isStorable(draft)) unsaved.delete(each);
    }
    for (const listener of listeners) listener();
    return id === undefined || !unsaved.has(id);
  };

  refresh();
  return {
    list: () => drafts,
    put: (draft) =>
      edit(draft.id, (current) => {
        const others = current.filter((each) => !isReplaced(each, draft));
        if (hasId(others, draft.id))
          return others.map((each) => (each.id === draft.id ? draft : each));
        const begun = isStarted(draft) ? undefined : others.find((each) => isSame(each, draft));
        if (!begun) return [draft, ...others];
        return [{ ...draft, typed: begun.typed }, ...others.filter((each) => each !== begun)];
      }),
    change: (id, changes) =>
      edit(id, (current) =>
        current.map((each) => (each.id === id ? { ...each, ...changes } : each)),
      ),
    remove: (id) => void edit(id, (current) => current.filter((each) => each.id !== id)),
    clear: () => void edit(undefined, () => []),
    onChange: (listener) => void listeners.add(listener),
    refresh,
  };
}

function hasId(drafts: readonly AnswerDraft[], id: string): boolean {
  return drafts.some((draft) => draft.id === id);
}

function isStorable({ ask }: AnswerDraft): boolean {
  return JSON.stringify(ask).length <= maxAskLength;
}

/** Returns whether nothing was typed into an older draft about the same code. */
function isReplaced(older: AnswerDraft, draft: AnswerDraft): boolean {
  return isEarlier(older, draft) && older.job.address === draft.job.address && !isStarted(older);
}

/** Returns whether an older draft is for the same receiver and user, with the same questions. */
function isSame(older: AnswerDraft, draft: AnswerDraft): boolean {
  return (
    isEarlier(older, draft) &&
    toAsker(older) === toAsker(draft) &&
    JSON.stringify(older.ask.questions) === JSON.stringify(draft.ask.questions)
  );
}

function isEarlier(older: AnswerDraft, { id, code, askedAt }: AnswerDraft): boolean {
  return older.id !== id && older.code === code && older.askedAt <= askedAt;
}

/** Returns the user and the receiver in the id of a draft. */
function toAsker({ id, movement }: AnswerDraft): string {
  return id.slice(String(movement).length);
}

function limit(drafts: readonly AnswerDraft[], now: number): readonly AnswerDraft[] {
  const open = drafts.filter(
    (draft) => isStarted(draft) || !(Date.parse(draft.ask.until ?? "") <= now),
  );
  if (open.length <= maxDrafts) return open;
  const started = open.filter(isStarted);
  const kept = [...started, ...open.filter((draft) => !isStarted(draft))].slice(0, maxDrafts);
  return open.filter((draft) => kept.includes(draft));
}

/**
 * Writes the drafts. If the storage does not take them, those in which nothing was typed are left
 * out, oldest first, but not the one with the id `kept`. Returns the rest; undefined if even that
 * does not fit.
 */
function writeWhatFits(
  storage: () => Pick<Storage, "setItem" | "removeItem">,
  drafts: readonly AnswerDraft[],
  kept: string | undefined,
): readonly AnswerDraft[] | undefined {
  let rest = drafts;
  while (!write(storage, rest.filter(isStorable))) {
    const dropped = rest.findLast((each) => !isStarted(each) && each.id !== kept);
    if (!dropped) return undefined;
    rest = rest.filter((each) => each !== dropped);
  }
  return rest;
}

function write(
  storage: () => Pick<Storage, "setItem" | "removeItem">,
  drafts: readonly AnswerDraft[],
): boolean {
  try {
    if (drafts.length === 0) storage().removeItem(draftsKey);
    else storage().setItem(draftsKey, JSON.stringify(drafts));
    return true;
  } catch {
    // Storage is full or forbidden.
    return false;
  }
}

/** Returns the stored drafts; undefined if the storage is forbidden. */
function readDrafts(storage: () => Pick<Storage, "getItem">): AnswerDraft[] | undefined {
  try {
    return parseDrafts(storage().getItem(draftsKey));
  } catch {
    return undefined;
  }
}

function parseDrafts(stored: string | null): AnswerDraft[] {
  try {
    const value: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(value) ? value.filter(isDraft) : [];
  } catch {
    return [];
  }
}

function isDraft(value: Partial<AnswerDraft> | null): value is AnswerDraft {
  return (
    typeof value?.id === "string" &&
    typeof value.movement === "number" &&
    typeof value.job?.address === "string" &&
    Array.isArray(value.ask?.questions) &&
    typeof value.typed === "object" &&
    value.typed !== null
  );
}

/** The drafts of this app. */
export const answerDrafts = createAnswerDrafts(() => localStorage);
