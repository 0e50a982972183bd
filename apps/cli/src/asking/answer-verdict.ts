import { type Answers, needsAnswers, type Verdict } from "@scanhook/webhook";
import type { Io } from "../io.ts";
import {
  exitCodes,
  formatOpenQuestions,
  formatVerdict,
  listMissing,
  readAnswers,
} from "./answers.ts";
import { canPrompt, promptForAnswers, withTypedLines } from "./prompt.ts";

/** The verdict on answers that were sent, or one sentence on why there is none. */
export type Answered = { ok: true; verdict: Verdict } | { ok: false; reason: string };

/** How the questions of a verdict are answered. */
export type Answering = {
  /** The answers of the command line, by key. */
  given: Readonly<Record<string, string>>;
  send: (movement: number, answers: Answers) => Promise<Answered>;
  json: true | undefined;
};

/**
 * Answers the questions of a verdict: by the options, and in a terminal by asking for the others.
 * Without a terminal, says which questions are open. Prints the verdict on the answers, as JSON if
 * that is wanted. Resolves to the exit code.
 */
export async function answerVerdict(
  verdict: Verdict,
  { given, send, json }: Answering,
  io: Io,
): Promise<number> {
  const { ask, movement, result } = verdict;
  const isGiven = Object.keys(given).length > 0;
  if (!ask || movement === undefined) {
    if (isGiven) io.stderr.write("The verdict asks nothing, so no answer was sent.\n");
    return exitCodes[result];
  }
  if (ask.questions.length === 0) {
    io.stderr.write("The receiver asks what this version of scanhook cannot ask.\n");
    return exitCodes[result];
  }
  const read = readAnswers(ask.questions, given);
  if (!read.ok) return leaveOpen(io, read.reason);
  const missing = listMissing(ask.questions, read.value);
  const isWanted = isGiven || needsAnswers({ ask, result });
  const mayPrompt = canPrompt(io) && json === undefined;
  const open = ask.questions.filter(({ key }) => !Object.hasOwn(read.value, key));
  const prompts = mayPrompt && (isGiven ? missing.length > 0 : !ask.before || isWanted);
  if (!prompts && !isWanted) {
    if (!json) io.stdout.write(`It may be answered:\n${formatOpenQuestions(open)}`);
    return exitCodes[result];
  }
  if (!prompts && (missing.length > 0 || !isGiven)) {
    const questions = isGiven ? missing : open;
    const sentence = "Answer with --answer KEY=VALUE, or in a terminal:";
    io.stderr.write(`${sentence}\n${formatOpenQuestions(questions)}`);
    return exitCodes.ask;
  }
  const typed = prompts
    ? await withTypedLines(io, (readLine) => promptForAnswers(open, readLine, io))
    : {};
  if (!typed) return leaveOpen(io, "\nThe questions are not answered.");
  const answers = { ...read.value, ...typed };
  if (Object.keys(answers).length === 0 && !ask.before) return exitCodes[result];
  const answered = await send(movement, answers);
  if (!answered.ok) {
    io.stderr.write(`${answered.reason}\n`);
    return 1;
  }
  const line = json ? JSON.stringify({ answers, verdict: answered.verdict }) : undefined;
  io.stdout.write(`${line ?? formatVerdict(answered.verdict)}\n`);
  return exitCodes[answered.verdict.result];
}

function leaveOpen(io: Io, reason: string): number {
  io.stderr.write(`${reason}\n`);
  return exitCodes.ask;
}
