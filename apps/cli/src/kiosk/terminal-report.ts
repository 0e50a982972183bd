import {
  compatibilityIdentifier,
  mayHaveStored,
  type Outcome,
  type Scan,
  sourceOf,
  type UnreachableCause,
} from "@scanhook/webhook";
import { adviseOnCa } from "../hub-access/ca-advice.ts";
import type { Io } from "../io.ts";
import { createColorizer } from "../terminal/colors.ts";
import { printable } from "../terminal/printable.ts";
import { isGood, type KioskEvent } from "./events.ts";

/**
 * Creates a listener that writes each event as one line for people, in color where the terminal
 * supports it.
 */
export function createTerminalReport(
  { stdout, env }: Pick<Io, "stdout" | "env">,
  { now = () => new Date() } = {},
): (event: KioskEvent) => void {
  const colorize = createColorizer(stdout, env);
  return (event) => {
    const time = formatTime(event.kind === "scan" ? new Date(event.scan.date) : now());
    const line = event.kind === "scan" ? formatScan(event) : formatReaderEvent(event);
    stdout.write(`${time}  ${colorize(colorOf(event), line)}\n`);
  };
}

function colorOf(event: KioskEvent): "green" | "yellow" | "red" | "dim" {
  if (isGood(event)) return "green";
  if (event.kind === "scan") {
    const { outcome } = event;
    return outcome.kind === "accepted" && outcome.verdict?.result !== "no" ? "yellow" : "red";
  }
  return event.kind === "unread" || event.kind === "no-service" || event.kind === "reader-gone"
    ? "yellow"
    : "dim";
}

type ScanEvent = Extract<KioskEvent, { kind: "scan" }>;

function formatScan(event: ScanEvent): string {
  const { scan, reader, outcome, ms: durationMs, note, unchecked } = event;
  const columns = [
    printable(reader),
    ...formatUid(scan),
    scan.content === "" ? "(empty)" : shorten(printable(scan.content)),
    ...(note === undefined ? [] : [`(${printable(note)})`]),
    ...(unchecked ? ["NOT CHECKED:"] : []),
    formatOutcome(outcome, durationMs),
  ];
  return columns.join("  ");
}

function formatUid({ identifier }: Scan): string[] {
  if (sourceOf(identifier) === "code") return [];
  return [identifier === compatibilityIdentifier ? "(no UID)" : printable(identifier)];
}

/** The causes for which no byte of the scan has left this computer. */
const unsentCauses: UnreachableCause[] = ["dns", "refused", "tls", "not-tls"];
const notStored = "It is not stored: scan it again.";
const maybeStored =
  "Whether it is stored is not known: scan it again, even if that stores it twice.";

function formatOutcome(outcome: Outcome, durationMs: number): string {
  if (outcome.kind === "off" || outcome.kind === "not-configured") return "NOT SENT.";
  if (outcome.kind === "accepted" && outcome.verdict) {
    const { word, text } = outcome.verdict;
    return `${printable(word)}: ${printable(outcome.reply?.text ?? text)} (${durationMs} ms)`;
  }
  const reply =
    "reply" in outcome && outcome.reply ? ` It says: ${printable(outcome.reply.text)}` : "";
  if (outcome.kind === "accepted") {
    return `accepted with ${outcome.status} in ${durationMs} ms.${reply}`;
  }
  if (outcome.kind === "unreachable") {
    const { cause, reason } = outcome;
    const isUnsent = unsentCauses.includes(cause);
    const title = isUnsent ? "NOT SENT" : "NOT CONFIRMED";
    return `${title}, unreachable (${cause}): ${reason}${adviseOnCa(cause)} ${isUnsent ? notStored : maybeStored}`;
  }
  const { status, reason } = outcome;
  if (mayHaveStored(status)) return `NOT CONFIRMED with ${status}: ${reason}${reply}`;
  // A receiver, such as a hub, may respond with 503 because its disk is slow, and store the scan
  // after that.
  return `REFUSED with ${status}: ${reason}${reply} ${status === 503 ? maybeStored : notStored}`;
}

function formatReaderEvent(event: Exclude<KioskEvent, { kind: "scan" }>): string {
  switch (event.kind) {
    case "unread":
      return `${printable(event.reader)}  NOT READ: ${printable(event.reason)}`;
    case "reader":
      return `${printable(event.reader)}  ready`;
    case "reader-gone":
      return event.reason ?? `${printable(event.reader)}  gone; it is used again when it is back`;
    case "ignored":
      return `${printable(event.reader)}  not used: its name does not contain the --reader name`;
    case "service":
      return "The PC/SC service is available.";
    case "no-service":
      return event.final ? event.reason : `${event.reason} Trying again every second.`;
    case "input-end":
      return "There are no more lines on stdin.";
  }
}

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= 80 ? text : `${characters.slice(0, 79).join("")}…`;
}

function formatTime(time: Date): string {
  return [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}
