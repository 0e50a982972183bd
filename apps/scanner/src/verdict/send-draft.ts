import {
  type AnswersOutcome,
  finalRefusals,
  needsAnswers,
  sendAnswers,
  toAnswers,
  type Verdict,
} from "@scanhook/webhook";
import { type AnswerDraft, answerDrafts } from "../history/answer-drafts.ts";
import { getEntry } from "../history/entries.ts";
import { putEntry } from "../history/put-entry.ts";
import type { Job } from "../jobs/job.ts";
import { jobs } from "../jobs/jobs.svelte.ts";
import { answerTexts, verdictTexts } from "../texts/verdict.ts";
import { sayRefusal } from "../webhook/say-refusal.ts";
import { actParts } from "./app-acts.ts";
import { findAskingJob, toDraft } from "./asked.ts";
import { keepDraft, noteDecided, store } from "./drafts.svelte.ts";
import { giveVerdict } from "./follow-outcome.ts";
import { learnFromOutcome } from "./in-hand.svelte.ts";

/** Returns the job that gets the answers; undefined if this phone has it no more. */
export function findDraftJob(draft: AnswerDraft): Job | undefined {
  return findAskingJob(draft, jobs.all);
}

/**
 * Stores a draft and sends its answers. After a verdict the draft is gone, the history has the
 * verdict, and its cue is played. Otherwise the draft keeps the reason.
 */
export async function sendDraft(draft: AnswerDraft): Promise<Verdict | undefined> {
  store(draft);
  const job = findDraftJob(draft);
  const sentAt = Date.now();
  const { receiver, fetch } = await actParts(job);
  const answers = toAnswers(draft.ask.questions, draft.typed);
  const outcome = await sendAnswers(draft.movement, answers, receiver, { fetch });
  if (outcome.kind !== "verdict" || !job) {
    await noteFailure(draft, outcome);
    return undefined;
  }
  const { verdict } = outcome;
  noteDecided(draft, verdict);
  giveVerdict(verdict);
  const scan = { id: draft.entryId, code: draft.code };
  const next = toDraft(verdict, job, scan, sentAt);
  if (next) keepDraft(next, { isNeeded: needsAnswers(verdict) });
  // Without one, the verdict says nothing about what the scans before put in hand.
  if (verdict.hand)
    learnFromOutcome({ kind: "accepted", status: 200, verdict }, job, { id: scan.id, at: sentAt });
  await keepVerdict(draft.entryId, verdict);
  return verdict;
}

async function noteFailure({ id }: AnswerDraft, outcome: AnswersOutcome): Promise<void> {
  if (outcome.kind === "refused") {
    const { status, code, field } = outcome;
    const message = outcome.sentence ?? verdictTexts.failedActs.status({ status });
    const sentence = await sayRefusal({ message });
    const isOver = finalRefusals.includes(code ?? "") || undefined;
    answerDrafts.change(id, { failure: { sentence, field }, isOver });
  } else {
    const sentence = outcome.kind === "no-receiver" ? answerTexts.jobGone : answerTexts.noAnswer;
    answerDrafts.change(id, { failure: { sentence } });
  }
}

/** Writes a verdict that came later to the history, which would otherwise show the one before. */
export async function keepVerdict(entryId: string, verdict: Verdict): Promise<void> {
  const entry = await getEntry(entryId).catch(() => undefined);
  if (entry?.outcome.kind === "accepted")
    await putEntry({ ...entry, outcome: { ...entry.outcome, verdict } }).catch(() => {});
}
