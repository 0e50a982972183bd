import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CardReaders, ReaderEvent } from "../card-readers.ts";
import type { ConnectResult, OpenResult, ReaderState, ServiceEvent } from "./service.ts";
import { openCardReaders } from "./supervisor.ts";

/**
 * Creates a PC/SC service that the test controls, and records the calls to it and the events of the
 * supervisor.
 */
function createFakeService() {
  const events: ReaderEvent[] = [];
  const openResults: OpenResult[] = [];
  const connectResults: ConnectResult[] = [];
  const calls: string[] = [];
  let onServiceEvent: (event: ServiceEvent) => void = () => {};
  const service = {
    async connect(reader: string, mode: string): Promise<ConnectResult> {
      calls.push(`connect ${reader} ${mode}`);
      const connection = {
        atr: Uint8Array.of(0x3b),
        async transmit() {
          calls.push("transmit");
          return { ok: true as const, bytes: Uint8Array.of(1, 2, 0x90, 0) };
        },
        async control() {
          calls.push("control");
          return { ok: true as const, bytes: new Uint8Array() };
        },
        async disconnect() {
          calls.push("disconnect");
        },
      };
      return connectResults.shift() ?? { ok: true, connection };
    },
    stop: () => void calls.push("stop"),
  };
  let readers: CardReaders | undefined;
  return {
    events,
    calls,
    openResults,
    connectResults,
    open() {
      readers = openCardReaders((event) => events.push(event), {
        retryMs: 1000,
        busyMs: 50,
        async open(listener) {
          onServiceEvent = listener;
          return openResults.shift() ?? { ok: true, service };
        },
      });
      return readers;
    },
    emit: (event: ServiceEvent) => onServiceEvent(event),
    emitState(card: ReaderState["card"], changes: number, reader = "Desk") {
      onServiceEvent({ kind: "state", state: { reader, card, changes } });
    },
    /** Returns the kinds of the events since the last call. */
    takeEventKinds: () => events.splice(0).map(({ kind }) => kind),
    close: () => readers?.close(),
  };
}

let pcsc: ReturnType<typeof createFakeService>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  pcsc = createFakeService();
});
afterEach(() => {
  pcsc.close();
  vi.useRealTimers();
});

const noService: OpenResult = { ok: false, reason: "Start it.", final: false };

test("a service that is not running is opened again every second, and its absence is reported once", async () => {
  pcsc.openResults.push(noService, noService);
  pcsc.open();
  await setImmediate();
  expect(pcsc.events.splice(0)).toEqual([
    { kind: "no-service", reason: "Start it.", final: false },
  ]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(pcsc.takeEventKinds()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(pcsc.takeEventKinds()).toEqual(["service"]);
});

test("a missing library is not retried", async () => {
  pcsc.openResults.push({ ok: false, reason: "Install it.", final: true });
  pcsc.open();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(pcsc.takeEventKinds()).toEqual(["no-service"]);
});

test("losing the service removes its readers and cards, and the readers and cards return with the service", async () => {
  pcsc.open();
  await setImmediate();
  pcsc.emitState("present", 1);
  expect(pcsc.takeEventKinds()).toEqual(["service", "reader", "card"]);
  pcsc.emit({ kind: "lost", reason: "It died." });
  expect(pcsc.takeEventKinds()).toEqual(["card-gone", "reader-gone", "no-service"]);
  await vi.advanceTimersByTimeAsync(1000);
  pcsc.emitState("present", 1);
  expect(pcsc.takeEventKinds()).toEqual(["service", "reader", "card"]);
});

test("a card that stays on its reader is reported once", async () => {
  pcsc.open();
  await setImmediate();
  for (let i = 0; i < 3; i++) pcsc.emitState("present", 1);
  expect(pcsc.takeEventKinds()).toEqual(["service", "reader", "card"]);
});

test("a card that was swapped unnoticed is reported as another card", async () => {
  pcsc.open();
  await setImmediate();
  pcsc.emitState("present", 1);
  pcsc.emitState("present", 3);
  expect(pcsc.takeEventKinds()).toEqual(["service", "reader", "card", "card-gone", "card"]);
});

test("a mute card is reported as mute, and as a card as soon as it responds", async () => {
  pcsc.open();
  await setImmediate();
  pcsc.emitState("none", 0);
  pcsc.emitState("mute", 1);
  pcsc.emitState("present", 1);
  pcsc.emitState("none", 2);
  expect(pcsc.takeEventKinds()).toEqual([
    "service",
    "reader",
    "mute",
    "card-gone",
    "card",
    "card-gone",
  ]);
});

test("each reader that comes and goes is reported, but not the slot for a security module or an unknown reader", async () => {
  pcsc.open();
  await setImmediate();
  pcsc.emitState("none", 0, "A");
  pcsc.emitState("present", 1, "B");
  pcsc.emitState("present", 1, "ACS ACR1252 Dual Reader SAM 0");
  pcsc.emit({ kind: "reader-gone", reader: "B" });
  pcsc.emit({ kind: "reader-gone", reader: "never seen" });
  expect(pcsc.events.splice(0)).toEqual([
    { kind: "service" },
    { kind: "reader", reader: "A" },
    { kind: "reader", reader: "B" },
    { kind: "card", reader: "B" },
    { kind: "card-gone", reader: "B" },
    { kind: "reader-gone", reader: "B" },
  ]);
});

test("the card is disconnected whether the work succeeds or throws", async () => {
  const readers = pcsc.open();
  await setImmediate();
  pcsc.emitState("present", 1);
  const result = await readers.use("Desk", (card) => card.transmit(Uint8Array.of(0xff)));
  expect(result).toEqual({
    ok: true,
    value: { ok: true, data: Uint8Array.of(1, 2), status: 0x9000 },
  });
  await expect(readers.use("Desk", () => Promise.reject(new Error("bug")))).rejects.toThrow("bug");
  expect(pcsc.calls).toEqual([
    "connect Desk shared",
    "transmit",
    "disconnect",
    "connect Desk shared",
    "disconnect",
  ]);
});

test("a card that another program uses is connected again at its next change, and reported as busy after the time limit", async () => {
  const busy = { ok: false, kind: "busy", reason: "Close it." } as const;
  const readers = pcsc.open();
  await setImmediate();
  pcsc.emitState("present", 1);
  pcsc.connectResults.push(busy);
  const usePromise = readers.use("Desk", async () => "done");
  await setImmediate();
  expect(pcsc.calls).toHaveLength(1);
  pcsc.emitState("present", 1);
  expect(await usePromise).toEqual({ ok: true, value: "done" });
  pcsc.connectResults.push(...Array<ConnectResult>(10).fill(busy));
  vi.useRealTimers();
  expect(await readers.use("Desk", async () => "done")).toEqual(busy);
});

test("use and giveFeedback report a missing reader or service without throwing", async () => {
  pcsc.openResults.push(noService);
  const readers = pcsc.open();
  await setImmediate();
  expect(await readers.use("Desk", async () => 1)).toMatchObject({ ok: false, kind: "gone" });
  expect(await readers.giveFeedback("ACR122U", "good")).toBe(false);
});

test("only readers with known commands give feedback, with or without a card", async () => {
  const readers = pcsc.open();
  await setImmediate();
  const acr122 = "ACS ACR122U PICC Interface";
  const acr1552 = "ACS ACR1552 1S CL Reader PICC 0";
  pcsc.emitState("present", 1, acr122);
  pcsc.emitState("none", 1, acr1552);
  expect(await readers.giveFeedback("Desk", "good")).toBe(false);
  expect(await readers.giveFeedback(acr122, "good")).toBe(true);
  expect(await readers.giveFeedback(acr1552, "bad")).toBe(true);
  pcsc.emitState("none", 2, acr122);
  expect(await readers.giveFeedback(acr122, "bad")).toBe(true);
  expect(pcsc.calls).toEqual([
    ...[`connect ${acr122} shared`, "transmit", "disconnect"],
    ...[`connect ${acr1552} direct`, "control", "disconnect"],
    ...[`connect ${acr122} direct`, "control", "disconnect"],
  ]);
});

test("no event follows after the readers were closed, and the service is stopped once", async () => {
  const readers = pcsc.open();
  await setImmediate();
  pcsc.emitState("present", 1);
  pcsc.takeEventKinds();
  readers.close();
  pcsc.emit({ kind: "lost", reason: "It died." });
  await vi.advanceTimersByTimeAsync(5000);
  expect(pcsc.takeEventKinds()).toEqual([]);
  expect(pcsc.calls).toEqual(["stop"]);
});
