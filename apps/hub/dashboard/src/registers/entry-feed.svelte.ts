import { type LiveState, openEventStream } from "../live/event-stream.ts";
import { callApi } from "../session.svelte.ts";
import { reloadMs } from "./register-feed.svelte.ts";
import {
  type Entry,
  type HistoryMovement,
  loadHistory,
  loadRegisters,
  type Movement,
  type Register,
  registerPath,
} from "./registers.ts";

/** How many movements are loaded first, and how many more at a time. */
const movementsAtATime = 50;
/** The most movements that are loaded, which is the limit of the API. */
const mostMovements = 500;

/**
 * Opens an entry of a register with its history in all registers that share its list, and loads it
 * again when a movement may have changed it. Call `close` when done.
 */
export function openEntryFeed(name: string, id: number) {
  let entry: Entry | undefined = $state.raw();
  let registers: Register[] = $state.raw([]);
  let movements: HistoryMovement[] = $state.raw([]);
  let limit = $state(movementsAtATime);
  let problem = $state("");
  let live: LiveState = $state("connecting");
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastLoadId = 0;

  /** Loads the entry and its movements again, for example after an edit. */
  async function refresh(): Promise<void> {
    lastLoadId += 1;
    const loadId = lastLoadId;
    const [found, list, journal] = await Promise.all([
      callApi<Entry>("GET", registerPath(name, "entries", id), undefined, { signal }),
      // Once, because the hub counts their entries each time.
      registers.length === 0 ? loadRegisters(signal) : undefined,
      loadHistory(name, id, { limit }, signal),
    ]);
    // A response that a later load has overtaken is out of date.
    if (signal.aborted || loadId !== lastLoadId) return;
    const failed = [found, list, journal].find((result) => result && !result.ok);
    problem = failed && !failed.ok ? failed.message : "";
    if (list?.ok) registers = list.data;
    if (found.ok) entry = found.data;
    if (journal.ok) movements = journal.data;
  }

  function follow(movement: Movement): void {
    const ids = [movement.entry, movement.holder?.id];
    const isOfAnother = movement.entry !== undefined && !ids.includes(id);
    // The stock of a place changes with the movements of articles.
    if (isOfAnother && entry?.role !== "place") return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void refresh();
    }, reloadMs);
  }

  void refresh();
  const stream = openEventStream<{ movement: Movement }>({
    url: () => registerPath(name, "stream"),
    onstate: (state) => {
      // Movements may have come in before the stream began.
      if (state === "live") void refresh();
      live = state;
    },
    on: { movement: follow },
  });

  return {
    get entry() {
      return entry;
    },
    get register() {
      return registers.find((register) => register.name === name);
    },
    /** All registers of the hub. */
    get registers() {
      return registers;
    },
    /** The newest movements, the newest first. */
    get movements() {
      return movements;
    },
    get hasOlder() {
      return movements.length === limit && limit < mostMovements;
    },
    loadOlder(): void {
      limit = Math.min(limit + movementsAtATime, mostMovements);
      void refresh();
    },
    get problem() {
      return problem;
    },
    get live() {
      return live;
    },
    refresh,
    close() {
      controller.abort();
      stream.close();
      clearTimeout(timer);
    },
  };
}
