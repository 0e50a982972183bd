import type { Answer, Card, CardReaders, ReaderEvent, Trouble, Used } from "../card-readers.ts";
import { openPcsc } from "./adapter.ts";
import type { Connection, OpenService, ReaderState, Service, ServiceNews } from "./service.ts";
import { signalCommands } from "./signals.ts";

/**
 * The PC/SC readers of this computer. Survives a service that is not running, dies and comes back, and readers that
 * come and go: each time the service is lost its readers are, and it is asked for again every `retryMs`.
 */
export function openCardReaders(
  heard: (event: ReaderEvent) => void,
  {
    open = openPcsc,
    retryMs = 1000,
    busyMs = 2000,
  }: { open?: OpenService; retryMs?: number; busyMs?: number } = {},
): CardReaders {
  const readers = new Map<string, ReaderState>();
  const changed = new Set<() => void>();
  let service: Service | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  let told = "";

  async function start() {
    const opened = await open((news) => !closed && take(news));
    if (closed) {
      if (opened.ok) opened.service.stop();
      return;
    }
    if (opened.ok) {
      service = opened.service;
      told = "";
      return heard({ kind: "service" });
    }
    lose(opened.reason, opened.final);
  }

  /** The same reason is told once, not at every attempt. */
  function lose(reason: string, final = false) {
    service = undefined;
    for (const reader of readers.keys()) leave(reader);
    if (!final) retry = setTimeout(start, retryMs);
    if (reason === told) return;
    told = reason;
    heard({ kind: "no-service", reason, final });
  }

  function take(news: ServiceNews) {
    if (news.kind === "lost") lose(news.reason);
    else if (news.kind === "reader-gone") leave(news.reader);
    else if (!isSam(news.state.reader)) follow(news.state);
    for (const wake of changed) wake();
  }

  function follow(state: ReaderState) {
    const { reader, card, changes } = state;
    const before = readers.get(reader);
    if (!before) heard({ kind: "reader", reader });
    readers.set(reader, state);
    const swapped = before?.changes !== changes || before.card !== card;
    if (before && !swapped) return;
    if (before && before.card !== "none") heard({ kind: "card-gone", reader });
    if (card === "present") heard({ kind: "card", reader });
    else if (card === "mute") heard({ kind: "mute", reader });
  }

  function leave(reader: string) {
    const before = readers.get(reader);
    if (!before) return;
    readers.delete(reader);
    if (before.card !== "none") heard({ kind: "card-gone", reader });
    heard({ kind: "reader-gone", reader });
  }

  /** Another program may hold the card for a moment; every change at a reader is a chance that it has let go. */
  async function connect(reader: string) {
    const end = performance.now() + busyMs;
    for (;;) {
      const connected = await (service?.connect(reader, "shared") ?? nobody(reader));
      const left = end - performance.now();
      if (connected.ok || connected.kind !== "busy" || left <= 0 || closed) return connected;
      await oneOf(changed, left);
    }
  }

  async function use<T>(reader: string, work: (card: Card) => Promise<T>): Promise<Used<T>> {
    const connected = await connect(reader);
    if (!connected.ok) return connected;
    const { connection } = connected;
    try {
      const { atr } = connection;
      return { ok: true, value: await work({ reader, atr, transmit: transmitter(connection) }) };
    } finally {
      await connection.disconnect();
    }
  }

  start();
  return {
    use,
    async signal(reader, signal) {
      const commands = signalCommands(reader, signal);
      if (commands.length === 0) return false;
      const present = readers.get(reader)?.card === "present";
      const connected = await service?.connect(reader, present ? "shared" : "direct");
      if (!connected?.ok) return false;
      const { connection } = connected;
      try {
        let heardIt = false;
        for (const { by, bytes } of commands) {
          // Readers take their pseudo APDUs through a card's connection; without a card only as an escape.
          const way = by === "transmit" && present ? connection.transmit : connection.control;
          heardIt = (await way(bytes)).ok || heardIt;
        }
        return heardIt;
      } finally {
        await connection.disconnect();
      }
    },
    close() {
      closed = true;
      clearTimeout(retry);
      service?.stop();
      service = undefined;
      for (const wake of changed) wake();
    },
  };
}

function transmitter(connection: Connection): Card["transmit"] {
  return async (command): Promise<Answer> => {
    const answer = await connection.transmit(command);
    if (!answer.ok) return answer;
    const { bytes } = answer;
    const status = (bytes.at(-2)! << 8) | bytes.at(-1)!;
    return { ok: true, data: bytes.slice(0, -2), status };
  };
}

async function nobody(reader: string): Promise<Trouble> {
  const reason = `The reader ${reader} cannot be reached; is it plugged in, and the PC/SC service running?`;
  return { ok: false, kind: "gone", reason };
}

/** Contactless readers show their slot for a security module as one more reader; nobody lays a tag on that. */
function isSam(reader: string): boolean {
  return /\bSAM\b/.test(reader);
}

function oneOf(waiting: Set<() => void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      waiting.delete(done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    waiting.add(done);
  });
}
