import { needsAnswers, type Verdict } from "@scanhook/webhook";
import { type AnswerDraft, isStarted, toDraftId } from "../history/answer-drafts.ts";
import type { HistoryEntry } from "../history/entry.ts";
import { toEntryJob } from "../history/entry-job.ts";
import type { Job } from "../jobs/job.ts";
import { withoutQuery } from "../jobs/without-query.ts";

/** The scan that questions are about. */
export type AskedScan = Pick<HistoryEntry, "id"> & { code: string };

/** Returns an empty draft for the questions of a verdict; undefined if it asks none. */
export function toDraft(
  verdict: Verdict,
  job: Job,
  scan: AskedScan,
  askedAt: number,
): AnswerDraft | undefined {
  const { ask, movement, word, title, text } = verdict;
  if (!ask || ask.questions.length === 0 || movement === undefined) return undefined;
  return {
    id: toDraftId(withoutQuery(job.url), job.user, movement),
    job: toEntryJob(job),
    movement,
    entryId: scan.id,
    code: scan.code,
    word,
    title,
    text,
    ask,
    typed: {},
    askedAt,
  };
}

/** Returns the id of the draft for the questions of a verdict; undefined if it asks none. */
export function findAskedId(
  verdict: Verdict | undefined,
  job: Job | undefined,
): string | undefined {
  if (!job || !verdict?.ask?.questions.length || verdict.movement === undefined) return undefined;
  return toDraftId(withoutQuery(job.url), job.user, verdict.movement);
}

/**
 * Returns the job that gets the answers of a draft: one with the receiver and the user that were
 * asked. A job that was paired again keeps its id, though it may be for another receiver.
 */
export function findAskingJob(draft: AnswerDraft, jobs: readonly Job[]): Job | undefined {
  const asking = jobs.filter(
    ({ url, user }) => toDraftId(withoutQuery(url), user, draft.movement) === draft.id,
  );
  return asking.find(({ id }) => id === draft.job.id) ?? asking[0];
}

/** Returns whether nobody has to answer the questions of a draft, and nobody has begun. */
export function isIdle(draft: AnswerDraft): boolean {
  return !isStarted(draft) && !needsAnswers({ result: "ask", ask: draft.ask });
}
