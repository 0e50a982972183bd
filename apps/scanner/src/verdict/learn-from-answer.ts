import { needsAnswers } from "@scanhook/webhook";
import type { HistoryEntry } from "../history/entry.ts";
import type { Job } from "../jobs/job.ts";
import type { SettledOutcome } from "../outcome/scan-outcome.ts";
import { toDraft } from "./asked.ts";
import { keepDraft } from "./drafts.svelte.ts";
import { isAboutLead } from "./find-leads.ts";
import { learnFromOutcome } from "./in-hand.svelte.ts";
import { leadReceivers } from "./noted-receivers.ts";

/**
 * Learns from the answer to a scan what is in hand and whether the receiver keeps leads, and keeps
 * the questions that it asks.
 */
export function learnFromAnswer(outcome: SettledOutcome, job: Job, entry: HistoryEntry): void {
  learnFromOutcome(outcome, job, entry);
  const verdict = outcome.kind === "accepted" ? outcome.verdict : undefined;
  if (!verdict) return;
  if (isAboutLead(verdict)) leadReceivers.note(job);
  const code = entry.scan.content || entry.scan.identifier;
  const draft = toDraft(verdict, job, { id: entry.id, code }, Date.now());
  if (draft) keepDraft(draft, { isNeeded: needsAnswers(verdict) });
}
