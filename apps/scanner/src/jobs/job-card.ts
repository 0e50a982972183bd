import { type Job, toInboxName } from "./job.ts";

/**
 * Returns what the QR code of a job's card says: a link to the scanner of the hub that names the
 * inbox, and nothing secret. Returns undefined for a receiver that is no inbox of a hub, because
 * its address may be a secret.
 */
export function toCardText(url: string): string | undefined {
  const inbox = toInboxName(url);
  return inbox && `${new URL(url).origin}/scan/#/job/${inbox}`;
}

/**
 * Returns the job whose card says this text; `unknown` for a card of no job of this phone, and
 * undefined for a text that is no card.
 */
export function readCard(text: string, jobs: readonly Job[]): Job | "unknown" | undefined {
  const card = text.trim();
  if (!/^https?:\/\/[^/\s]+\/scan\/#\/job\/[^/\s]+$/i.test(card)) return undefined;
  return jobs.find(({ url }) => toCardText(url) === card) ?? "unknown";
}
