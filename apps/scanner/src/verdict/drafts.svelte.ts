import type { Verdict } from "@scanhook/webhook";
import { type AnswerDraft, answerDrafts, isStarted } from "../history/answer-drafts.ts";
import { draftsKey } from "../history/has-drafts.ts";
import { isIdle } from "./asked.ts";

// The answers that are being given, and what became of them, for the components.
const maxRemembered = 50;

let drafts = $state.raw(answerDrafts.list());
/** Questions that nobody has to answer. They are stored once something is typed. */
let offered = $state.raw<readonly AnswerDraft[]>([]);
/** The verdicts about answers that were sent since the app was opened, by the id of the draft. */
let decided = $state.raw<ReadonlyMap<string, Verdict>>(new Map());
/** The drafts whose form was opened, which does not open by itself again. */
const opened = new Set<string>();

const follow = () => {
  drafts = answerDrafts.list();
};
answerDrafts.onChange(follow);
addEventListener("storage", ({ key }) => {
  if (key !== draftsKey && key !== null) return;
  answerDrafts.refresh();
  follow();
});

/** Returns the drafts that wait for answers, for sending or for being discarded, newest first. */
export function waitingDrafts(): readonly AnswerDraft[] {
  return drafts;
}

/** Returns the questions with this id that are waiting or offered; undefined if there are none. */
export function findDraft(id: string | undefined): AnswerDraft | undefined {
  return [...drafts, ...offered].find((draft) => draft.id === id);
}

/** Returns the verdict about the answers with this id; undefined unless it came in this session. */
export function decidedVerdict(id: string | undefined): Verdict | undefined {
  return id === undefined ? undefined : decided.get(id);
}

/** Keeps questions that have to be answered, or offers them. Those that were answered stay so. */
export function keepDraft(draft: AnswerDraft, { isNeeded }: { isNeeded: boolean }): void {
  if (decided.has(draft.id) || findDraft(draft.id)) return;
  if (isNeeded) answerDrafts.put(draft);
  else offered = [draft, ...offered].slice(0, maxRemembered);
}

/** Stores what was typed. Returns false if it is kept only until the app is closed. */
export function keepTyped(draft: AnswerDraft, typed: Record<string, string>): boolean {
  const started = { ...draft, typed };
  return isStarted(started) || isWaiting(draft) ? store(started) : true;
}

/** Offers questions again, instead of keeping them, if all answers to them were cleared. */
export function keepUnlessIdle(id: string): void {
  const draft = drafts.find((each) => each.id === id);
  if (!draft || !isIdle(draft)) return;
  answerDrafts.remove(id);
  keepDraft(draft, { isNeeded: false });
}

/**
 * Stores a draft without the reason why it was not taken before. Returns false if it is kept only
 * until the app is closed.
 */
export function store(draft: AnswerDraft): boolean {
  return answerDrafts.put({ ...draft, failure: undefined });
}

function isWaiting({ id }: AnswerDraft): boolean {
  return drafts.some((draft) => draft.id === id);
}

/** Removes a draft about which the receiver decided, and remembers the verdict. */
export function noteDecided({ id }: AnswerDraft, verdict: Verdict): void {
  answerDrafts.remove(id);
  offered = offered.filter((draft) => draft.id !== id);
  decided = new Map([...[...decided].slice(1 - maxRemembered), [id, verdict]]);
}

/** Returns whether a form should open by itself, which it does once. */
export function mayOpen(id: string): boolean {
  if (opened.has(id)) return false;
  opened.add(id);
  return true;
}
