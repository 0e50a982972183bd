import { setTimeout as delay } from "node:timers/promises";
import { codeScan, type Receiver, send } from "@scanhook/webhook";
import { nodeFetch } from "@scanhook/webhook/node-fetch";
import type { Io } from "../io.ts";
import { followDevice } from "./devices.ts";
import { countBells, isGood, type KioskEvent, type KioskScan } from "./events.ts";
import { createKeyboardDevice } from "./keyboard.ts";
import { readLines } from "./lines.ts";
import { createKioskSender } from "./sending.ts";
import { createSerialDevice } from "./serial-port.ts";
import { openTagSource, type TagSource } from "./tag-source.ts";
import { createTerminalReport } from "./terminal-report.ts";

export type KioskSettings = {
  receiver: Receiver;
  timeoutMs: number;
  /**
   * False: read no tags. Otherwise reads them on all readers, or on those whose name contains
   * `reader`.
   */
  tags: false | { reader?: string };
  stdin: boolean;
  serial: { path: string; baudRate: number }[];
  keyboards: string[];
  json: boolean;
  beep: boolean;
};

/** Terminals merge bells that follow each other faster. */
const bellGapMs = 250;

/**
 * Sends every scan of every source until the signal is aborted or all sources have ended. Resolves
 * to the exit code.
 */
export async function runKiosk(settings: KioskSettings, io: Io): Promise<number> {
  const { receiver, timeoutMs, beep } = settings;
  const signal = io.signal ?? new AbortController().signal;
  const report = settings.json ? createJsonReport(io) : createTerminalReport(io);
  let isSuccess = true;
  let tags: TagSource | undefined;

  /** Whether the receiver gave a verdict when it last accepted a scan. */
  let decides = false;

  function onEvent(heard: KioskEvent) {
    const event = toChecked(heard);
    report(event);
    if (isFailure(event)) isSuccess = false;
    if (beep && (event.kind === "scan" || event.kind === "unread")) {
      void playSound(event.reader, isGood(event), countBells(event));
    }
  }
  function toChecked(event: KioskEvent): KioskEvent {
    if (event.kind !== "scan") return event;
    const { outcome } = event;
    if (outcome.kind === "accepted") decides = outcome.verdict !== undefined;
    return decides && outcome.kind !== "accepted" ? { ...event, unchecked: true } : event;
  }
  /** Uses the reader if it can beep, otherwise the terminal. A bad result uses both. */
  async function playSound(reader: string, isGood: boolean, bells: number) {
    const hasBeeped = await tags?.giveFeedback(reader, isGood ? "good" : "bad");
    if (hasBeeped && isGood) return;
    if (!io.stdout.isTTY || settings.json) return;
    for (let rung = 0; rung < bells; rung += 1) {
      if (rung > 0) await delay(bellGapMs);
      io.stdout.write("\u0007");
    }
  }

  const sender = createKioskSender(
    (scan) => send(scan, receiver, { timeoutMs, fetch: nodeFetch }),
    onEvent,
  );
  // Scans that are read after the signal are dropped without an event.
  const sendConcurrently = async (scan: KioskScan) => {
    if (!signal.aborted) await sender.start(scan);
  };
  const sendInOrder = async (scan: KioskScan) => {
    if (!signal.aborted) await sender.finishOne(scan);
  };

  const sources: Promise<void>[] = [];
  if (settings.tags) {
    tags = openTagSource(settings.tags.reader, sendConcurrently, onEvent);
    sources.push(tags.ended);
  }
  const devices = [
    ...settings.serial.map((port) => createSerialDevice(port)),
    ...settings.keyboards.map(createKeyboardDevice),
  ];
  for (const device of devices) {
    const scanBytes = (bytes: AsyncIterable<Uint8Array>) =>
      scanLines(bytes, device.name, sendConcurrently, onEvent);
    sources.push(followDevice(device, scanBytes, onEvent, signal));
  }
  if (settings.stdin) {
    // A pipe is a list with an order. At a terminal a person scans, who should not have to wait for
    // a slow response.
    const isTyped = "isTTY" in io.stdin && io.stdin.isTTY === true;
    const onScan = isTyped ? sendConcurrently : sendInOrder;
    const ended = scanLines(toBytes(io.stdin), "stdin", onScan, onEvent);
    sources.push(ended.then(() => (signal.aborted ? undefined : onEvent({ kind: "input-end" }))));
  }
  await Promise.race([Promise.all(sources), waitForAbort(signal)]);
  await sender.finishAll();
  tags?.close();
  return signal.aborted || isSuccess ? 0 : 1;
}

/**
 * Whether an event makes the exit code 1. A missing service or reader does only when it is final.
 */
function isFailure(event: KioskEvent): boolean {
  if (event.kind === "no-service" || event.kind === "reader-gone") return event.final === true;
  if (event.kind === "scan") return event.outcome.kind !== "accepted";
  return event.kind === "unread";
}

/** Scans each line as a code. Reads the next line when `onScan` has resolved. */
async function scanLines(
  bytes: AsyncIterable<Uint8Array>,
  reader: string,
  onScan: (scan: KioskScan) => Promise<void>,
  onEvent: (event: KioskEvent) => void,
): Promise<void> {
  for await (const line of readLines(bytes)) {
    if (line.ok) await onScan({ scan: codeScan({ content: line.text }), reader });
    else onEvent({ kind: "unread", reader, reason: overlongLine });
  }
}

const overlongLine =
  "A line was longer than any code and was dropped; does the scanner end each code with Enter (CR or LF)?";

async function* toBytes(stream: NodeJS.ReadableStream): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  } catch {
    // The terminal is gone. Nothing more can be read from it.
  }
}

function createJsonReport({ stdout }: Io): (event: KioskEvent) => void {
  return ({ kind, ...event }) => {
    const line = kind === "scan" ? event : { event: kind, ...event };
    stdout.write(`${JSON.stringify(line)}\n`);
  };
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
