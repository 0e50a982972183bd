import type {
  Card,
  CardFailure,
  CardReaders,
  CardResult,
  ReaderEvent,
  ResponseApdu,
} from "../card-readers.ts";
import { openPcsc } from "./adapter.ts";
import { listFeedbackCommands } from "./feedback-commands.ts";
import type {
  Connection,
  ConnectResult,
  OpenService,
  ReaderState,
  Service,
  ServiceEvent,
} from "./service.ts";

/**
 * Opens the PC/SC readers of this computer. Readers and the service may come and go: without the
 * service there are no readers, and every `retryMs` it tries to open the service again. `busyMs` is
 * the time that it waits for a card that another program uses.
 */
export function openCardReaders(
  onEvent: (event: ReaderEvent) => void,
  {
    open = openPcsc,
    retryMs = 1000,
    busyMs = 2000,
  }: { open?: OpenService; retryMs?: number; busyMs?: number } = {},
): CardReaders {
  const readers = new Map<string, ReaderState>();
  const changeListeners = new Set<() => void>();
  let service: Service | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  let reportedReason = "";

  async function start() {
    const opened = await open((event) => !isClosed && handle(event));
    if (isClosed) {
      if (opened.ok) opened.service.stop();
      return;
    }
    if (opened.ok) {
      service = opened.service;
      reportedReason = "";
      return onEvent({ kind: "service" });
    }
    loseService(opened.reason, opened.final);
  }

  /** Reports the same reason only once, not at every attempt. */
  function loseService(reason: string, final = false) {
    service = undefined;
    for (const reader of readers.keys()) removeReader(reader);
    if (!final) retry = setTimeout(start, retryMs);
    if (reason === reportedReason) return;
    reportedReason = reason;
    onEvent({ kind: "no-service", reason, final });
  }

  function handle(event: ServiceEvent) {
    if (event.kind === "lost") loseService(event.reason);
    else if (event.kind === "reader-gone") removeReader(event.reader);
    else if (!isSamSlot(event.state.reader)) updateReader(event.state);
    notifyChange();
  }

  function updateReader(state: ReaderState) {
    const { reader, card, changes } = state;
    const previous = readers.get(reader);
    if (!previous) onEvent({ kind: "reader", reader });
    readers.set(reader, state);
    const isSameCard = previous?.changes === changes && previous.card === card;
    if (isSameCard) return;
    if (previous && previous.card !== "none") onEvent({ kind: "card-gone", reader });
    if (card === "present") onEvent({ kind: "card", reader });
    else if (card === "mute") onEvent({ kind: "mute", reader });
  }

  function removeReader(reader: string) {
    const previous = readers.get(reader);
    if (!previous) return;
    readers.delete(reader);
    if (previous.card !== "none") onEvent({ kind: "card-gone", reader });
    onEvent({ kind: "reader-gone", reader });
  }

  /**
   * Connects to the card. If another program uses the card, retries at every event for `busyMs`,
   * because the event may mean that the program has released the card.
   */
  async function connect(reader: string): Promise<ConnectResult> {
    const deadline = performance.now() + busyMs;
    for (;;) {
      const connectResult = await (service?.connect(reader, "shared") ?? failUnreachable(reader));
      const remainingMs = deadline - performance.now();
      if (connectResult.ok || connectResult.kind !== "busy" || remainingMs <= 0 || isClosed)
        return connectResult;
      await waitForChange(remainingMs);
    }
  }

  function waitForChange(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        changeListeners.delete(finish);
        resolve();
      };
      const timer = setTimeout(finish, timeoutMs);
      changeListeners.add(finish);
    });
  }

  function notifyChange() {
    for (const listener of changeListeners) listener();
  }

  async function use<T>(reader: string, work: (card: Card) => Promise<T>): Promise<CardResult<T>> {
    const connectResult = await connect(reader);
    if (!connectResult.ok) return connectResult;
    const { connection } = connectResult;
    try {
      const { atr } = connection;
      return { ok: true, value: await work({ reader, atr, transmit: createTransmit(connection) }) };
    } finally {
      await connection.disconnect();
    }
  }

  start();
  return {
    use,
    async giveFeedback(reader, feedback) {
      const commands = listFeedbackCommands(reader, feedback);
      if (commands.length === 0) return false;
      const hasCard = readers.get(reader)?.card === "present";
      const connectResult = await service?.connect(reader, hasCard ? "shared" : "direct");
      if (!connectResult?.ok) return false;
      const { connection } = connectResult;
      try {
        let wasAccepted = false;
        for (const { by, bytes } of commands) {
          // A reader accepts pseudo APDUs over the connection to a card; without a card only as an
          // escape command.
          const send = by === "transmit" && hasCard ? connection.transmit : connection.control;
          const { ok } = await send(bytes);
          wasAccepted ||= ok;
        }
        return wasAccepted;
      } finally {
        await connection.disconnect();
      }
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      service?.stop();
      service = undefined;
      notifyChange();
    },
  };
}

/**
 * Splits each response into its data and its status word, the last two bytes (ISO/IEC 7816-4:2005,
 * 5.1).
 */
function createTransmit(connection: Connection): Card["transmit"] {
  return async (command): Promise<ResponseApdu> => {
    const response = await connection.transmit(command);
    if (!response.ok) return response;
    const { bytes } = response;
    const status = (bytes.at(-2)! << 8) | bytes.at(-1)!;
    return { ok: true, data: bytes.slice(0, -2), status };
  };
}

async function failUnreachable(reader: string): Promise<CardFailure> {
  const reason = `The reader ${reader} cannot be reached; is it plugged in, and the PC/SC service running?`;
  return { ok: false, kind: "gone", reason };
}

/**
 * Contactless readers show their slot for a security module (SAM) as another reader. No tag can be
 * put on it.
 */
function isSamSlot(reader: string): boolean {
  return /\bSAM\b/.test(reader);
}
