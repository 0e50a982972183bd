import { type Ask, readAsk, type Verdict } from "@scanhook/webhook";
import type { AnswerDraft } from "../history/answer-drafts.ts";
import type { Job } from "../jobs/job.ts";
import { leadTexts } from "../texts/more.ts";
import { type ActAnswer, type ActParts, parseJson, sendRequest } from "./acts.ts";
import { toDraft } from "./asked.ts";

/** When a lead was scanned, in milliseconds since 1970, and by which user. */
export type LeadScan = { at: number; by: string };

/** A person whom the user of an inbox scanned at a stand. */
export type Lead = {
  entry: number;
  label: string;
  fields: readonly (readonly [name: string, value: string])[];
  /** Whether the label is the text that was scanned, because it holds no contact. */
  isUnnamed: boolean;
  /** Whether the receiver keeps the lead only after a consent, which was not given yet. */
  isWaiting: boolean;
  first: LeadScan | undefined;
  last: LeadScan | undefined;
  scans: number;
  /** The newest questions about the lead that this user can still answer. */
  asked: { movement: number; ask: Ask } | undefined;
};

export type LeadPage = { leads: Lead[]; hasMore: boolean };

/** The codes of verdicts that only a register of leads gives. */
const leadCodes = ["new-lead", "known-lead", "no-contact", "ask-consent", "no-consent"];
const pageSize = 20;

/** Returns whether a verdict is about a lead. */
export function isAboutLead(verdict: Pick<Verdict, "code"> | undefined): boolean {
  return verdict !== undefined && leadCodes.includes(verdict.code);
}

/**
 * Finds leads that the user of the receiver scanned, newest first: those with these words, after
 * the lead `before` if there is one. Otherwise returns the reason. Never throws.
 */
export async function findLeads(
  { text, before }: { text: string; before: number | undefined },
  parts: ActParts,
): Promise<ActAnswer<LeadPage>> {
  const query = new URLSearchParams({ text, limit: String(pageSize) });
  if (before !== undefined) query.set("before", String(before));
  const answer = await sendRequest("GET", `/leads?${query}`, parts, parts.sentences.search);
  if (!answer.ok) return answer;
  const { leads, more } = parseJson(answer.value) as { leads?: unknown; more?: unknown };
  if (!Array.isArray(leads)) return { ok: false, reason: leadTexts.noList };
  return { ok: true, value: { leads: leads.flatMap(readLead), hasMore: more === true } };
}

/** Returns an empty draft for the questions about a lead; undefined if nothing is asked. */
export function toLeadDraft(
  { label, asked, last }: Lead,
  job: Job,
  askedAt: number,
): AnswerDraft | undefined {
  if (!asked) return undefined;
  const text = last ? leadTexts.scannedBy({ by: last.by }) : "";
  const questions = {
    result: "ask",
    code: "lead",
    word: leadTexts.lead,
    title: label,
    text,
  } as const;
  const verdict = { ...questions, ...asked, facts: [] };
  return toDraft(verdict, job, { id: "", code: label }, askedAt);
}

function readLead(value: unknown): Lead[] {
  const { entry, label, fields, unnamed, first, last, scans, ask } = Object(value);
  if (!Number.isSafeInteger(entry) || typeof label !== "string") return [];
  const [firstScan, lastScan, asked] = [readScan(first), readScan(last), readAsked(ask)];
  return [
    {
      entry,
      label,
      fields: Object.entries(Object(fields)).filter(
        (field): field is [string, string] => typeof field[1] === "string" && field[1] !== "",
      ),
      isUnnamed: unnamed === true,
      isWaiting: asked?.ask.before === true || !firstScan,
      first: firstScan,
      last: lastScan,
      scans: Number.isSafeInteger(scans) ? scans : 1,
      asked,
    },
  ];
}

function readScan(value: unknown): LeadScan | undefined {
  const { at, by } = Object(value);
  const time = Date.parse(at);
  return Number.isNaN(time) || typeof by !== "string" ? undefined : { at: time, by };
}

function readAsked(value: unknown): Lead["asked"] {
  const { movement } = Object(value);
  const ask = readAsk(value);
  return Number.isSafeInteger(movement) && ask && ask.questions.length > 0
    ? { movement, ask }
    : undefined;
}
