import { nameSpool, summarizeSpool } from "@scanhook/tags";
import {
  compatibilityIdentifier,
  mayHaveStored,
  type Outcome,
  type Scan,
  sourceOf,
  type UnreachableCause,
} from "@scanhook/webhook";
import {
  describeUnanswered,
  formatQuestion,
  formatVerdict,
  listNeeded,
} from "../asking/answers.ts";
import { adviseOnCa } from "../hub-access/ca-advice.ts";
import type { Io } from "../io.ts";
import { createColorizer } from "../terminal/colors.ts";
import { printable } from "../terminal/printable.ts";
import { isGood, type KioskEvent, verdictOf } from "./events.ts";

/**
 * Creates a listener that writes each event as one line for people, in color where the terminal
 * supports it. The line of a verdict has the questions that nobody asks in this terminal: all of
 * them, or with `asks` those that may be left out.
 */
export function createTerminalReport(
  { stdout, env }: Pick<Io, "stdout" | "env">,
  { now = () => new Date(), asks = false } = {},
): (event: KioskEvent) => void {
  const colorize = createColorizer(stdout, env);
  return (event) => {
    const time = formatTime(event.kind === "scan" ? new Date(event.scan.date) : now());
    const line = `${formatEvent(event)}${formatQuestions(event, asks)}`;
    stdout.write(`${time}  ${colorize(colorOf(event), line)}\n`);
  };
}

function formatEvent(event: KioskEvent): string {
  if (event.kind === "scan") return formatScan(event);
  if (event.kind === "answers") return formatAnswers(event);
  return formatReaderEvent(event);
}

/** Returns the questions that nobody asks as the end of a line; empty without any. */
function formatQuestions(event: KioskEvent, asks: boolean): string {
  const verdict = event.kind === "scan" ? verdictOf(event) : undefined;
  const { ask } = verdict ?? {};
  if (!verdict || !ask) return "";
  if (ask.questions.length === 0) return " It asks what this version cannot ask.";
  const asked = asks ? listNeeded(verdict) : [];
  const told = ask.questions.filter((question) => !asked.includes(question));
  if (told.length === 0) return "";
  return ` It asks: ${told.map((question) => formatQuestion(question)).join("; ")}`;
}

function colorOf(event: KioskEvent): "green" | "yellow" | "blue" | "red" | "dim" {
  if (isGood(event)) return "green";
  if (verdictOf(event)?.result === "ask") return "blue";
  if (event.kind === "answers") return verdictOf(event)?.result === "look" ? "yellow" : "red";
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
    ...formatContent(event),
    ...(note === undefined ? [] : [`(${printable(note)})`]),
    ...(unchecked ? ["NOT CHECKED:"] : []),
    formatOutcome(outcome, durationMs),
  ];
  return columns.join("  ");
}

/**
 * Returns the content, and the spool with its problems. A content that only repeats what the spool
 * says is left out.
 */
function formatContent({ scan: { content }, spool }: ScanEvent): string[] {
  const text = content === "" ? "(empty)" : shorten(printable(content));
  if (!spool) return [text];
  const problems = spool.problems.map((problem) => `(${problem})`);
  const columns = [summarizeSpool(spool), ...problems].map(printable);
  const isRepeated = ["", nameSpool(spool)].includes(content) || spool.format === "OpenSpool";
  return isRepeated ? columns : [text, ...columns];
}

function formatAnswers({
  scan,
  reader,
  outcome,
  ms: durationMs,
}: Extract<KioskEvent, { kind: "answers" }>): string {
  const content = scan.content === "" ? scan.identifier : scan.content;
  return [printable(reader), shorten(printable(content)), tellAnswers()].join("  ");

  function tellAnswers(): string {
    if (outcome.kind === "verdict") {
      const { word } = outcome.verdict;
      return `${printable(word)}: ${formatVerdict(outcome.verdict)} (${durationMs} ms)`;
    }
    return `NOT ANSWERED: ${printable(describeUnanswered(outcome))}`;
  }
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

function formatReaderEvent(
  event: Exclude<KioskEvent, { kind: "scan" } | { kind: "answers" }>,
): string {
  switch (event.kind) {
    case "waiting":
      return `${printable(event.reader)}  ${shorten(printable(event.scan.content))}  waits until the questions are answered`;
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
