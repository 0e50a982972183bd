import { codeScan, type Receiver, send } from "@scanhook/webhook";
import type { Io } from "../command.ts";
import { printableJson } from "../terminal/printable.ts";
import { followDevice } from "./devices.ts";
import { keyboard } from "./keyboard.ts";
import { readLines } from "./lines.ts";
import { type Found, isGood, type News } from "./news.ts";
import { startPosting } from "./posting.ts";
import { serialPort } from "./serial-port.ts";
import { followTags, type TagScans } from "./tag-scans.ts";
import { terminalReport } from "./terminal-report.ts";

export type Settings = {
  receiver: Receiver;
  timeoutMs: number;
  /** False: no tags. Else of all readers, or of those whose name contains `reader`. */
  tags: false | { reader?: string };
  stdin: boolean;
  serial: { path: string; baudRate: number }[];
  keyboards: string[];
  json: boolean;
  beep: boolean;
};

/** Sends every scan of every reader until it is told to stop, or nothing is left to read from. Gives the exit code. */
export async function runKiosk(settings: Settings, io: Io): Promise<number> {
  const { receiver, timeoutMs, beep } = settings;
  const signal = io.signal ?? new AbortController().signal;
  const write = settings.json ? jsonReport(io) : terminalReport(io);
  let allWell = true;
  let tags: TagScans | undefined;

  function tell(news: News) {
    write(news);
    if (news.kind === "no-service" || news.kind === "reader-gone") allWell &&= news.final !== true;
    if (news.kind !== "scan" && news.kind !== "unread") return;
    if (news.kind === "unread" || news.outcome.kind !== "accepted") allWell = false;
    if (beep) void sound(news.reader, isGood(news));
  }
  /** The reader where it can, else the terminal; both when somebody has to look. */
  async function sound(reader: string, good: boolean) {
    const heard = await tags?.signal(reader, good ? "good" : "bad");
    if (heard && good) return;
    if (io.stdout.isTTY && !settings.json) io.stdout.write("\u0007");
  }
  const posting = startPosting((scan) => send(scan, receiver, { timeoutMs }), tell);
  /** What comes after it was told to stop is not shown as a scan either. */
  const take = async (found: Found) => (signal.aborted ? undefined : posting.take(found));
  const takeInTurn = async (found: Found) =>
    signal.aborted ? undefined : posting.takeInTurn(found);
  const lines =
    (reader: string, takeOne = take) =>
    (bytes: AsyncIterable<Uint8Array>) =>
      takeLines(bytes, reader, takeOne, tell);

  const sources: Promise<void>[] = [];
  if (settings.tags) {
    tags = followTags(settings.tags.reader, take, tell);
    sources.push(tags.over);
  }
  const devices = [
    ...settings.serial.map((port) => serialPort(port)),
    ...settings.keyboards.map(keyboard),
  ];
  for (const device of devices) {
    sources.push(followDevice(device, lines(device.name), tell, signal));
  }
  if (settings.stdin) {
    // A pipe is a list that somebody wrote in an order; at a terminal a person scans, whom no slow answer may hold up.
    const isTyped = "isTTY" in io.stdin && io.stdin.isTTY === true;
    const ended = lines("stdin", isTyped ? take : takeInTurn)(toBytes(io.stdin));
    sources.push(ended.then(() => (signal.aborted ? undefined : tell({ kind: "input-end" }))));
  }
  await Promise.race([Promise.all(sources), aborted(signal)]);
  await posting.finish();
  tags?.close();
  return signal.aborted || allWell ? 0 : 1;
}

/** Each line is a code. The next is read when this one is taken. */
async function takeLines(
  bytes: AsyncIterable<Uint8Array>,
  reader: string,
  take: (found: Found) => Promise<void>,
  tell: (news: News) => void,
): Promise<void> {
  for await (const line of readLines(bytes)) {
    if (line.ok) await take({ scan: codeScan({ content: line.text }), reader });
    else tell({ kind: "unread", reader, reason: tooLong });
  }
}

const tooLong =
  "A line was longer than any code is and was dropped; does the scanner end each code with Enter (CR or LF)?";

async function* toBytes(stream: NodeJS.ReadableStream): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  } catch {
    // A terminal that is gone; there is nothing more to come.
  }
}

function jsonReport({ stdout }: Io): (news: News) => void {
  return ({ kind, ...news }) => {
    const line = kind === "scan" ? news : { event: kind, ...news };
    stdout.write(`${printableJson(JSON.stringify(line), stdout)}\n`);
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
