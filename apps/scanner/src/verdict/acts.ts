import { parseVerdict, type Receiver, requestBelow, type Verdict } from "@scanhook/webhook";
import { sayRefusal } from "../webhook/say-refusal.ts";

/** A guest whom a supervisor found. `since` is a time in ISO 8601. */
export type FoundGuest = {
  id: number;
  label: string;
  group?: string;
  attention?: string;
  fields: Record<string, string>;
  blocked: boolean;
  presence?: { status: "inside" | "outside"; since: string; door: string };
};

/** The acts that a person may do after a verdict, and that the receiver answers with a verdict. */
export type Act =
  | { kind: "undo" | "let-in"; movement: number }
  | { kind: "correct"; movement: number; quantity: string }
  | { kind: "check-in"; entry: number };

/** The response to a request, or the sentence that says why it was refused. */
export type ActAnswer<Value> = { ok: true; value: Value } | { ok: false; reason: string };

export type ActParts = {
  receiver: Receiver | undefined;
  fetch: typeof fetch;
  sentences: ActSentences;
};

/** The sentences that say why a request failed, unless the receiver says it. */
export type ActSentences = {
  /** For an act without an answer. */
  act: string;
  /** For a search without an answer. */
  search: string;
  /** For a job that this phone no longer has, to which nothing was sent. */
  noReceiver: string;
  /** For an error without a sentence, as from a proxy. */
  status: (values: { status: string }) => string;
};

/**
 * Undoes a movement, books another quantity in its place, lets in the guest whom it refused, or
 * checks in an entry. Returns the receiver's verdict, or the reason why there is none. Never
 * throws.
 */
export async function act(step: Act, parts: ActParts): Promise<ActAnswer<Verdict>> {
  const id = step.kind === "check-in" ? step.entry : step.movement;
  const query = step.kind === "correct" ? `?quantity=${encodeURIComponent(step.quantity)}` : "";
  const reason = parts.sentences.act;
  const answer = await sendRequest("POST", `/${step.kind}/${id}${query}`, parts, reason);
  if (!answer.ok) return answer;
  const verdict = parseVerdict(answer.value);
  return verdict ? { ok: true, value: verdict } : { ok: false, reason };
}

/** Names an entry that a scan added; otherwise returns the reason. Never throws. */
export function nameEntry(
  entry: number,
  label: string,
  parts: ActParts,
): Promise<ActAnswer<unknown>> {
  const path = `/name/${entry}?label=${encodeURIComponent(label)}`;
  return sendRequest("POST", path, parts, parts.sentences.act);
}

/** Ends what the user has in hand; otherwise returns the reason. Never throws. */
export function putDown(parts: ActParts): Promise<ActAnswer<unknown>> {
  return sendRequest("POST", "/put-down", parts, parts.sentences.act);
}

/** Finds guests by a part of their name or code; otherwise returns the reason. Never throws. */
export async function findGuests(text: string, parts: ActParts): Promise<ActAnswer<FoundGuest[]>> {
  const path = `/entries?text=${encodeURIComponent(text)}`;
  const answer = await sendRequest("GET", path, parts, parts.sentences.search);
  if (!answer.ok) return answer;
  const { entries } = parseJson(answer.value) as { entries?: FoundGuest[] };
  return { ok: true, value: entries ?? [] };
}

/** Sends a request below the receiver URL and returns the text of the response. Never throws. */
export async function sendRequest(
  method: "GET" | "POST",
  path: string,
  { receiver, fetch, sentences }: ActParts,
  unanswered: string,
): Promise<ActAnswer<string>> {
  const response = await requestBelow({ method, path }, receiver, { fetch });
  switch (response.kind) {
    case "done":
      return { ok: true, value: response.body };
    case "refused": {
      const { sentence, status } = response;
      if (!sentence) return { ok: false, reason: sentences.status({ status: `${status}` }) };
      return { ok: false, reason: await sayRefusal({ message: sentence }) };
    }
    case "no-answer":
      return { ok: false, reason: unanswered };
    case "no-receiver":
      return { ok: false, reason: sentences.noReceiver };
  }
}

/** Parses a response of JSON; returns an empty object for any other. */
export function parseJson(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
