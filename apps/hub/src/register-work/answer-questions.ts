import { createHash } from "node:crypto";
import type { ErrorCode } from "../http/errors.ts";
import { findAnswerProblem } from "../registers/answer-problem.ts";
import { type Answers, type Question, sortAnswers } from "../registers/questions.ts";
import type { Verdict } from "../registers/verdict.ts";
import type { ToldMovement } from "../store/movements.ts";
import type { RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { actManually } from "./manual-actions.ts";

/** Why an action was refused, if that can be said more exactly with one sentence. */
export type Refused = {
  refusal: ErrorCode;
  reason?: string;
  /** The answer, or another part of the request, that it is about. */
  field?: string;
};

/**
 * Answers the questions of a movement. The same answers of the same person make the same scan,
 * about which the store decides once, so they get the same verdict. The scan of a checklist has its
 * thing and its questions as they were asked, so that an audit trail proves what was answered. That
 * of answers about a loan has neither, nor texts, because scans outlive the people of a register.
 */
export async function answerQuestions(
  store: Store,
  { id: register, kind }: Pick<RegisterRecord, "id" | "kind">,
  movement: ToldMovement,
  answers: Answers,
  { by, language }: { by?: { inbox: string; user: string }; language: string },
): Promise<Verdict | Refused> {
  const { ask } = movement.verdict;
  if (!ask) return { refusal: "no-such-movement" };
  const problem = findAnswerProblem(ask.questions, answers, language);
  if (problem) return { refusal: "not-an-answer", reason: problem.reason, field: problem.key };
  const sorted = sortAnswers(ask.questions, answers);
  const act = { kind: "answer", register, movement: movement.id, answers: sorted } as const;
  const identifier = `answers:${register}:${movement.id}:${toHash(sorted)}`;
  const request = by ? { ...act, inbox: by.inbox } : act;
  const asked = ask.questions.map(({ key, label }) => ({ key, label }));
  const facts =
    kind === "inspection"
      ? { entry: movement.entry, asked }
      : { answers: leaveOutTexts(ask.questions, sorted) };
  const details = { date: new Date(movement.at), identifier, facts, language };
  const verdict = await actManually(store, request, by ? { ...details, by } : details);
  if (!verdict) return { refusal: "no-such-register" };
  const { code, text } = verdict;
  const isRefused = code === "answered-already" || code === "ask-over";
  return isRefused ? { refusal: code, reason: text } : verdict;
}

/** Returns answers without those in people's own words, which may have names of people. */
function leaveOutTexts(questions: readonly Question[], answers: Answers): Answers {
  const texts = questions.flatMap(({ key, type }) => (type === "text" ? key : []));
  return Object.fromEntries(Object.entries(answers).filter(([key]) => !texts.includes(key)));
}

function toHash(answers: Answers): string {
  return createHash("sha256").update(JSON.stringify(answers)).digest("base64url");
}
