import { type LiveState, openEventStream } from "../live/event-stream.ts";
import {
  loadedMovements,
  loadMovements,
  loadRegister,
  type Movement,
  registerPath,
  type WholeRegister,
} from "./registers.ts";

/** The shortest time between two requests for the same while many scans arrive. */
export const reloadMs = 250;

/**
 * Opens a register with its newest movements and follows its verdicts. After an interruption, the
 * stream continues after the newest movement, so that no movement is missed or shown twice. Call
 * `close` when done.
 */
export function openRegisterFeed(name: string) {
  let register: WholeRegister | undefined = $state.raw();
  let movements: Movement[] = $state.raw([]);
  let problem = $state("");
  let live: LiveState = $state("connecting");
  const controller = new AbortController();
  let stream: { close(): void } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastLoadId = 0;

  /** Loads the register and its movements again, for example after an edit. */
  async function refresh(): Promise<void> {
    lastLoadId += 1;
    const loadId = lastLoadId;
    const [counted, journal] = await Promise.all([
      loadRegister(name, controller.signal),
      loadMovements(name, { limit: loadedMovements }, controller.signal),
    ]);
    // A response that a later load has overtaken is out of date.
    if (controller.signal.aborted || loadId !== lastLoadId) return;
    const failed = [counted, journal].find((result) => !result.ok);
    problem = failed && !failed.ok ? failed.message : "";
    if (!counted.ok || !journal.ok) return;
    register = counted.data;
    const newest = journal.data[0]?.id ?? 0;
    const arrived = movements.filter(({ id }) => id > newest);
    movements = [...arrived, ...journal.data].slice(0, loadedMovements);
    stream ??= openEventStream<{ movement: Movement }>({
      url: () => `${registerPath(name, "stream")}?after=${movements[0]?.id ?? 0}`,
      onstate: (state) => {
        if (state === "live" && live === "reconnecting") void refresh();
        live = state;
      },
      on: { movement: add },
    });
  }

  function add(movement: Movement): void {
    if (movement.id <= (movements[0]?.id ?? 0)) return;
    movements = [movement, ...movements].slice(0, loadedMovements);
    timer ??= setTimeout(recount, reloadMs);
  }

  async function recount(): Promise<void> {
    timer = undefined;
    const result = await loadRegister(name, controller.signal);
    if (controller.signal.aborted) return;
    problem = result.ok ? "" : result.message;
    if (result.ok) register = result.data;
  }

  void refresh();

  return {
    get register() {
      return register;
    },
    /** The newest 500 movements, the newest first. */
    get movements() {
      return movements;
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
      stream?.close();
      clearTimeout(timer);
    },
  };
}
