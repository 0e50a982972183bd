import { setTimeout as delay } from "node:timers/promises";
import { codeScan, type Receiver, send, sendAnswers } from "@scanhook/webhook";
import { nodeFetch } from "@scanhook/webhook/node-fetch";
import { canPrompt } from "../asking/prompt.ts";
import type { Io } from "../io.ts";
import type { Feedback } from "../tag-readers/card-readers.ts";
import type { TagPassword } from "../tag-readers/ntag21x/password.ts";
import { createKioskAsker } from "./asking.ts";
import { followDevice } from "./devices.ts";
import { countBells, type KioskEvent, type KioskScan, soundOf, verdictOf } from "./events.ts";
import { createHeldScans } from "./held-scans.ts";
import { createKeyboardDevice } from "./keyboard.ts";
import { readLines } from "./lines.ts";
import { createKioskSender } from "./sending.ts";
import { createSerialDevice } from "./serial-port.ts";
import { openTagSource, type TagSource } from "./tag-source.ts";
import { createTerminalReport } from "./terminal-report.ts";
import { fetchInLanguage, readLanguage } from "./verdict-language.ts";

export type KioskSettings = {
  receiver: Receiver;
  timeoutMs: number;
  /**
   * The readers on which tags are read: all of them, or those whose name contains `reader`. False
   * for none. `password` opens tags that hide their content.
   */
  tags: false | { reader?: string | undefined; password?: TagPassword | undefined };
  stdin: boolean;
  serial: { path: string; baudRate: number }[];
  keyboards: string[];
  json: boolean;
  beep: boolean;
};

/** The time between two bells. Terminals merge bells that follow each other faster. */
const bellGapMs = 250;

/**
 * Sends every scan of every source until the signal is aborted or all sources have ended. Resolves
 * to the exit code: 1 if a scan was not accepted or a source could not be used, otherwise 0.
 */
export async function runKiosk(settings: KioskSettings, io: Io): Promise<number> {
  const { receiver, timeoutMs, beep } = settings;
  const fetchVerdict = fetchInLanguage(nodeFetch, readLanguage(io.env));
  const signal = io.signal ?? new AbortController().signal;
  const report = settings.json
    ? createJsonReport(io)
    : createTerminalReport(io, { asks: canPrompt(io) });
  let isSuccess = true;
  let tags: TagSource | undefined;

  /** Whether the last accepted scan got a verdict. */
  let givesVerdicts = false;

  function onEvent(sourceEvent: KioskEvent) {
    const event = markUnchecked(sourceEvent);
    asker.interrupt(() => report(event));
    if (isFailure(event)) isSuccess = false;
    if (beep && isHeard(event)) void playSound(event.reader, soundOf(event), countBells(event));
    if (event.kind === "scan") asker.ask(event, verdictOf(event));
  }
  function markUnchecked(event: KioskEvent): KioskEvent {
    if (event.kind !== "scan") return event;
    const { outcome } = event;
    if (outcome.kind === "accepted") givesVerdicts = outcome.verdict !== undefined;
    return givesVerdicts && outcome.kind !== "accepted" ? { ...event, unchecked: true } : event;
  }
  /**
   * Beeps on the reader. Rings the terminal bell if the reader cannot beep or the result is bad.
   */
  async function playSound(reader: string, sound: Feedback, bells: number) {
    const hasBeeped = await tags?.giveFeedback(reader, sound);
    if (hasBeeped && sound === "good") return;
    if (!io.stdout.isTTY || settings.json) return;
    for (let bell = 0; bell < bells; bell += 1) {
      if (bell > 0) await delay(bellGapMs);
      io.stdout.write("\u0007");
    }
  }

  const isTyped = "isTTY" in io.stdin && io.stdin.isTTY === true;
  const sharesStdin = settings.stdin && isTyped;
  const asker = createKioskAsker({
    io,
    sharesStdin,
    json: settings.json,
    beep,
    sendAnswers: (movement, answers) =>
      sendAnswers(movement, answers, receiver, { timeoutMs, fetch: fetchVerdict }),
    onEvent,
  });
  signal.addEventListener("abort", () => asker.end(), { once: true });
  const sender = createKioskSender(
    (scan) => send(scan, receiver, { timeoutMs, fetch: fetchVerdict }),
    onEvent,
  );
  // Scans that are read after the signal are dropped without an event.
  const sendInOrder = async (scan: KioskScan) => {
    if (!signal.aborted) await sender.finishOne(scan);
  };
  const held = createHeldScans(asker, sendInOrder, onEvent);
  const sendConcurrently = async (scan: KioskScan) => {
    if (held.holds()) await held.hold(scan);
    else if (!signal.aborted) await sender.start(scan);
  };
  // A typed scan waits beside the lines that follow it, because one of them may be an answer.
  const sendTyped = async (scan: KioskScan) => {
    const isHeld = held.holds();
    const sent = sendConcurrently(scan);
    if (!isHeld) await sent;
  };

  async function finishAll() {
    await sender.finishAll();
    await asker.finish();
  }

  const sources: Promise<void>[] = [];
  if (settings.tags) {
    tags = openTagSource(settings.tags.reader, sendConcurrently, onEvent, {
      password: settings.tags.password,
    });
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
    // The lines of a pipe are sent in order. A person who scans at a terminal should not have to
    // wait for a slow response.
    const onScan = isTyped ? sendTyped : sendInOrder;
    const ended = scanLines(toBytes(io.stdin), "stdin", onScan, onEvent, asker.takeLine);
    sources.push(
      ended.then(() => {
        asker.end();
        if (!signal.aborted) onEvent({ kind: "input-end" });
      }),
    );
  }
  await Promise.race([Promise.all(sources), waitForAbort(signal)]);
  await finishAll();
  await held.finishAll();
  await finishAll();
  tags?.close();
  return signal.aborted || isSuccess ? 0 : 1;
}

/**
 * Returns whether an event makes the exit code 1. A missing service or reader does so only if it is
 * final.
 */
function isFailure(event: KioskEvent): boolean {
  if (event.kind === "no-service" || event.kind === "reader-gone") return event.final === true;
  if (event.kind === "scan") return event.outcome.kind !== "accepted";
  if (event.kind === "answers") return event.outcome.kind !== "verdict";
  return event.kind === "unread";
}

type HeardEvent = Extract<KioskEvent, { kind: "scan" | "answers" | "waiting" | "unread" }>;

function isHeard(event: KioskEvent): event is HeardEvent {
  return ["scan", "answers", "waiting", "unread"].includes(event.kind);
}

/**
 * Passes each line to `onScan` as a code, unless `takeLine` takes it. Reads the next line when
 * `onScan` has resolved.
 */
async function scanLines(
  bytes: AsyncIterable<Uint8Array>,
  reader: string,
  onScan: (scan: KioskScan) => Promise<void>,
  onEvent: (event: KioskEvent) => void,
  takeLine: (line: string) => boolean = () => false,
): Promise<void> {
  for await (const line of readLines(bytes, { keepsEmpty: true })) {
    if (line.ok && (takeLine(line.text) || line.text === "")) continue;
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
