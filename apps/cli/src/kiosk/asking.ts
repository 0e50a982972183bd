import type { Answers, AnswersOutcome, Verdict } from "@scanhook/webhook";
import { listNeeded } from "../asking/answers.ts";
import { canPrompt, type LineReader, promptForAnswers, withTypedLines } from "../asking/prompt.ts";
import type { Io } from "../io.ts";
import type { KioskEvent, KioskScan } from "./events.ts";

/** Asks the questions of verdicts at the terminal of a kiosk, those of one verdict at a time. */
export type KioskAsker = {
  /** Asks the questions of the verdict about a scan that have to be answered, if there are any. */
  ask(scan: KioskScan, verdict: Verdict | undefined): void;
  /** Tells whether questions are open. */
  isAsking(): boolean;
  /** Resolves when no questions are open. */
  finish(): Promise<void>;
  /** Runs `write` on a line of its own, and writes the open question again after it. */
  interrupt(write: () => void): void;
  /** Takes a line of stdin as an answer. Returns false if no question is open. */
  takeLine(line: string): boolean;
  /** Ends the questions, because no more lines will come. */
  end(): void;
};

type Parts = {
  io: Io;
  /** Whether the lines of stdin are scans, too, and come through `takeLine`. */
  sharesStdin: boolean;
  json: boolean;
  beep: boolean;
  sendAnswers: (movement: number, answers: Answers) => Promise<AnswersOutcome>;
  onEvent: (event: KioskEvent) => void;
};

/** Creates the asker of a kiosk. It asks nothing if the kiosk has no terminal, or prints JSON. */
export function createKioskAsker({
  io,
  sharesStdin,
  json,
  beep,
  sendAnswers,
  onEvent,
}: Parts): KioskAsker {
  const isAble = canPrompt(io) && !json;
  let hasEnded = false;
  let openCount = 0;
  let last = Promise.resolve();
  let shown = "";
  let waiter: ((line: string | undefined) => void) | undefined;
  const stdout = {
    write(text: string) {
      shown = text.endsWith("\n") ? "" : text;
      io.stdout.write(text);
    },
  };

  /** Rings the bell for a line that is no answer, such as the code of another thing. */
  const onRefused = () => {
    if (beep) io.stdout.write("\u0007");
  };

  /** Resolves to the next line that `takeLine` gets; undefined when there is none any more. */
  function waitForLine(): Promise<string | undefined> {
    if (hasEnded) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      waiter = resolve;
    });
  }
  function give(line: string | undefined): void {
    const resolve = waiter;
    waiter = undefined;
    shown = "";
    resolve?.(line);
  }
  async function answer(scan: KioskScan, movement: number, questions: Questions): Promise<void> {
    const startedAt = performance.now();
    const prompt = (readLine: LineReader) =>
      promptForAnswers(questions, readLine, { stdout, onRefused });
    const answers = await (sharesStdin ? prompt(waitForLine) : withTypedLines(io, prompt));
    // The line of an answer ends the line of its question.
    shown = "";
    if (!answers) stdout.write("\n");
    const outcome = answers
      ? await sendAnswers(movement, answers)
      : ({ kind: "unanswered" } as const);
    const ms = Math.round(performance.now() - startedAt);
    onEvent({ ...scan, kind: "answers", outcome, ms });
  }
  return {
    ask({ scan, reader, note }, verdict) {
      if (!isAble || verdict?.movement === undefined) return;
      const { movement } = verdict;
      const questions = listNeeded(verdict);
      if (questions.length === 0) return;
      openCount += 1;
      last = last
        .then(() => answer({ scan, reader, note }, movement, questions))
        .finally(() => {
          openCount -= 1;
        });
    },
    isAsking: () => openCount > 0,
    async finish() {
      while (openCount > 0) await last;
    },
    interrupt(write) {
      const open = shown;
      if (open !== "") io.stdout.write("\n");
      write();
      if (open !== "") io.stdout.write(open);
    },
    takeLine(line) {
      if (!waiter) return false;
      give(line);
      return true;
    },
    end() {
      hasEnded = true;
      give(undefined);
    },
  };
}

type Questions = NonNullable<Verdict["ask"]>["questions"];
