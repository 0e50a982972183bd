import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CardReaders, ReaderEvent } from "../card-readers.ts";
import type { Connected, Opened, ReaderState, ServiceNews } from "./service.ts";
import { openCardReaders } from "./supervisor.ts";

/** A PC/SC service that is told what to do. */
function fakeService() {
  const events: ReaderEvent[] = [];
  const opens: Opened[] = [];
  const connects: Connected[] = [];
  const done: string[] = [];
  let tell: (news: ServiceNews) => void = () => {};
  const service = {
    async connect(reader: string, mode: string): Promise<Connected> {
      done.push(`connect ${reader} ${mode}`);
      const connection = {
        atr: Uint8Array.of(0x3b),
        async transmit() {
          done.push("transmit");
          return { ok: true as const, bytes: Uint8Array.of(1, 2, 0x90, 0) };
        },
        async control() {
          done.push("control");
          return { ok: true as const, bytes: new Uint8Array() };
        },
        async disconnect() {
          done.push("disconnect");
        },
      };
      return connects.shift() ?? { ok: true, connection };
    },
    stop: () => void done.push("stop"),
  };
  let readers: CardReaders | undefined;
  return {
    events,
    done,
    opens,
    connects,
    open() {
      readers = openCardReaders((event) => events.push(event), {
        retryMs: 1000,
        busyMs: 50,
        async open(heard) {
          tell = heard;
          return opens.shift() ?? { ok: true, service };
        },
      });
      return readers;
    },
    tell: (news: ServiceNews) => tell(news),
    state(card: ReaderState["card"], changes: number, reader = "Desk") {
      tell({ kind: "state", state: { reader, card, changes } });
    },
    kinds: () => events.splice(0).map(({ kind }) => kind),
    close: () => readers?.close(),
  };
}

let pcsc: ReturnType<typeof fakeService>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  pcsc = fakeService();
});
afterEach(() => {
  pcsc.close();
  vi.useRealTimers();
});

const noService: Opened = { ok: false, reason: "Start it.", final: false };

test("a service that is not running is asked again, and its absence is told once", async () => {
  pcsc.opens.push(noService, noService);
  pcsc.open();
  await setImmediate();
  expect(pcsc.events.splice(0)).toEqual([
    { kind: "no-service", reason: "Start it.", final: false },
  ]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(pcsc.kinds()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(pcsc.kinds()).toEqual(["service"]);
});

test("a missing library is final", async () => {
  pcsc.opens.push({ ok: false, reason: "Install it.", final: true });
  pcsc.open();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(pcsc.kinds()).toEqual(["no-service"]);
});

test("a service that dies takes its readers and cards along, and brings them back", async () => {
  pcsc.open();
  await setImmediate();
  pcsc.state("present", 1);
  expect(pcsc.kinds()).toEqual(["service", "reader", "card"]);
  pcsc.tell({ kind: "lost", reason: "It died." });
  expect(pcsc.kinds()).toEqual(["card-gone", "reader-gone", "no-service"]);
  await vi.advanceTimersByTimeAsync(1000);
  pcsc.state("present", 1);
  expect(pcsc.kinds()).toEqual(["service", "reader", "card"]);
});

test("a card that lies there is told once, whatever else changes at its reader", async () => {
  pcsc.open();
  await setImmediate();
  for (let i = 0; i < 3; i++) pcsc.state("present", 1);
  expect(pcsc.kinds()).toEqual(["service", "reader", "card"]);
});

test("a card swapped too quickly to be seen going is another card", async () => {
  pcsc.open();
  await setImmediate();
  pcsc.state("present", 1);
  pcsc.state("present", 3);
  expect(pcsc.kinds()).toEqual(["service", "reader", "card", "card-gone", "card"]);
});

test("a mute card is told, and is a card as soon as it answers", async () => {
  pcsc.open();
  await setImmediate();
  pcsc.state("none", 0);
  pcsc.state("mute", 1);
  pcsc.state("present", 1);
  pcsc.state("none", 2);
  expect(pcsc.kinds()).toEqual(["service", "reader", "mute", "card-gone", "card", "card-gone"]);
});

test("several readers come and go, and a slot for a security module is none", async () => {
  pcsc.open();
  await setImmediate();
  pcsc.state("none", 0, "A");
  pcsc.state("present", 1, "B");
  pcsc.state("present", 1, "ACS ACR1252 Dual Reader SAM 0");
  pcsc.tell({ kind: "reader-gone", reader: "B" });
  pcsc.tell({ kind: "reader-gone", reader: "never seen" });
  expect(pcsc.events.splice(0)).toEqual([
    { kind: "service" },
    { kind: "reader", reader: "A" },
    { kind: "reader", reader: "B" },
    { kind: "card", reader: "B" },
    { kind: "card-gone", reader: "B" },
    { kind: "reader-gone", reader: "B" },
  ]);
});

test("whatever becomes of the work, the card is let go of", async () => {
  const readers = pcsc.open();
  await setImmediate();
  pcsc.state("present", 1);
  const used = await readers.use("Desk", (card) => card.transmit(Uint8Array.of(0xff)));
  expect(used).toEqual({
    ok: true,
    value: { ok: true, data: Uint8Array.of(1, 2), status: 0x9000 },
  });
  await expect(readers.use("Desk", () => Promise.reject(new Error("bug")))).rejects.toThrow("bug");
  expect(pcsc.done).toEqual([
    "connect Desk shared",
    "transmit",
    "disconnect",
    "connect Desk shared",
    "disconnect",
  ]);
});

test("a card that another program holds is tried again when something changes, and given up in the end", async () => {
  const busy = { ok: false, kind: "busy", reason: "Close it." } as const;
  const readers = pcsc.open();
  await setImmediate();
  pcsc.state("present", 1);
  pcsc.connects.push(busy);
  const used = readers.use("Desk", async () => "done");
  await setImmediate();
  expect(pcsc.done).toHaveLength(1);
  pcsc.state("present", 1);
  expect(await used).toEqual({ ok: true, value: "done" });
  pcsc.connects.push(...Array<Connected>(10).fill(busy));
  vi.useRealTimers();
  expect(await readers.use("Desk", async () => "done")).toEqual(busy);
});

test("a reader that is not there, or a service that is not, is a value", async () => {
  pcsc.opens.push(noService);
  const readers = pcsc.open();
  await setImmediate();
  expect(await readers.use("Desk", async () => 1)).toMatchObject({ ok: false, kind: "gone" });
  expect(await readers.signal("ACR122U", "good")).toBe(false);
});

test("only readers whose commands are known are made to beep", async () => {
  const readers = pcsc.open();
  await setImmediate();
  const acr122 = "ACS ACR122U PICC Interface";
  const acr1552 = "ACS ACR1552 1S CL Reader PICC 0";
  pcsc.state("present", 1, acr122);
  pcsc.state("none", 1, acr1552);
  expect(await readers.signal("Desk", "good")).toBe(false);
  expect(await readers.signal(acr122, "good")).toBe(true);
  expect(await readers.signal(acr1552, "bad")).toBe(true);
  pcsc.state("none", 2, acr122);
  expect(await readers.signal(acr122, "bad")).toBe(true);
  expect(pcsc.done).toEqual([
    ...[`connect ${acr122} shared`, "transmit", "disconnect"],
    ...[`connect ${acr1552} direct`, "control", "disconnect"],
    ...[`connect ${acr122} direct`, "control", "disconnect"],
  ]);
});

test("nothing is heard after closing", async () => {
  const readers = pcsc.open();
  await setImmediate();
  pcsc.state("present", 1);
  pcsc.kinds();
  readers.close();
  pcsc.tell({ kind: "lost", reason: "It died." });
  await vi.advanceTimersByTimeAsync(5000);
  expect(pcsc.kinds()).toEqual([]);
  expect(pcsc.done).toEqual(["stop"]);
});
