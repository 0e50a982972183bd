import { type Outcome, sourceOf } from "@scanhook/webhook";
import { adviceOn } from "../advice.ts";
import { colouring } from "../colours.ts";
import type { Io } from "../command.ts";
import { printable } from "../terminal/printable.ts";
import { isGood, type News } from "./news.ts";

/** Writes news as lines for people: one each, in colour where the terminal has any. */
export function terminalReport(
  { stdout, env }: Pick<Io, "stdout" | "env">,
  { now = () => new Date() } = {},
): (news: News) => void {
  const colour = colouring(stdout, env);
  return (news) => {
    const time = clock(news.kind === "scan" ? new Date(news.scan.date) : now());
    const line = news.kind === "scan" ? ofScan(news) : ofReaders(news);
    stdout.write(`${time}  ${colour(colourOf(news), line)}\n`);
  };
}

function colourOf(news: News): "green" | "yellow" | "red" | "dim" {
  if (isGood(news)) return "green";
  if (news.kind === "scan") return news.outcome.kind === "accepted" ? "yellow" : "red";
  return news.kind === "unread" || news.kind === "no-service" || news.kind === "reader-gone"
    ? "yellow"
    : "dim";
}

function ofScan({ scan, reader, outcome, ms, note }: Extract<News, { kind: "scan" }>): string {
  const parts = [
    printable(reader),
    ...(sourceOf(scan.identifier) === "code" ? [] : [printable(scan.identifier)]),
    scan.content === "" ? "(empty)" : shorten(printable(scan.content)),
    ...(note === undefined ? [] : [`(${printable(note)})`]),
    ofOutcome(outcome, ms),
  ];
  return parts.join("  ");
}

function ofOutcome(outcome: Outcome, ms: number): string {
  if (outcome.kind === "off" || outcome.kind === "not-configured") return "NOT SENT.";
  const reply =
    "reply" in outcome && outcome.reply ? ` It says: ${printable(outcome.reply.text)}` : "";
  if (outcome.kind === "accepted") return `accepted with ${outcome.status} in ${ms} ms.${reply}`;
  const kept = "It is not kept: scan it again.";
  return outcome.kind === "refused"
    ? `REFUSED with ${outcome.status}: ${outcome.reason}${reply} ${kept}`
    : `NOT SENT, unreachable (${outcome.cause}): ${outcome.reason}${adviceOn(outcome.cause)} ${kept}`;
}

function ofReaders(news: Exclude<News, { kind: "scan" }>): string {
  switch (news.kind) {
    case "unread":
      return `${printable(news.reader)}  NOT READ: ${printable(news.reason)}`;
    case "reader":
      return `${printable(news.reader)}  ready`;
    case "reader-gone":
      return news.reason ?? `${printable(news.reader)}  gone; it is used again when it is back`;
    case "ignored":
      return `${printable(news.reader)}  not used: it is not what --reader asks for`;
    case "service":
      return "The PC/SC service answers.";
    case "no-service":
      return news.final ? news.reason : `${news.reason} It is tried again every second.`;
    case "input-end":
      return "There are no more lines on stdin.";
  }
}

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= 80 ? text : `${characters.slice(0, 79).join("")}…`;
}

function clock(time: Date): string {
  return [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}
