import { createInterface } from "node:readline";
import type { Answers, Question } from "@scanhook/webhook";
import type { Io } from "../io.ts";
import { describeFail, formatQuestion, readAnswer } from "./answers.ts";

/** Resolves to the next line that a person types; undefined at the end of the input. */
export type LineReader = () => Promise<string | undefined>;

/** Tells whether a person can be asked: input and output are a terminal. */
export function canPrompt({ stdin, stdout }: Pick<Io, "stdin" | "stdout">): boolean {
  return "isTTY" in stdin && stdin.isTTY === true && stdout.isTTY === true;
}

/**
 * Asks questions one after another until each has an answer that can be accepted. Enter leaves an
 * optional one out. Resolves to the answers, or to undefined if the input ends first.
 */
export async function promptForAnswers(
  questions: readonly Question[],
  readLine: LineReader,
  { stdout, onRefused = () => {} }: Pick<Io, "stdout"> & { onRefused?: () => void },
): Promise<Answers | undefined> {
  const answers: Answers = {};
  for (const question of questions)
    for (let isOpen = true; isOpen; ) {
      stdout.write(`${formatQuestion(question)}: `);
      const line = await readLine();
      if (line === undefined) return undefined;
      const answer = readAnswer(question, line);
      if (!answer.ok) {
        stdout.write(`${answer.reason}\n`);
        onRefused();
        continue;
      }
      isOpen = false;
      if (answer.value === undefined) continue;
      answers[question.key] = answer.value;
      const fail = describeFail(question, answer.value);
      if (fail) stdout.write(`${fail}\n`);
    }
  return answers;
}

/** Runs `work` with the lines of stdin, until it is done or the signal is aborted. */
export async function withTypedLines<T>(
  { stdin, signal }: Pick<Io, "stdin" | "signal">,
  work: (readLine: LineReader) => Promise<T>,
): Promise<T> {
  const lines = createInterface({ input: stdin, signal });
  const iterator = lines[Symbol.asyncIterator]();
  try {
    return await work(async () => {
      const { done, value } = await iterator.next();
      return done ? undefined : value;
    });
  } finally {
    lines.close();
  }
}
