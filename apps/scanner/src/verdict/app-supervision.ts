import { readPassword } from "../credentials.ts";
import { receiverFetch } from "../platform/receiver-fetch.ts";
import { settings } from "../settings.svelte.ts";
import { verdictTexts } from "../texts/en/verdict.ts";
import type { SupervisionParts } from "./supervision.ts";

/** Returns the parts that a supervisor's request needs, with the receiver of the settings. */
export async function supervisionParts(): Promise<SupervisionParts> {
  const { receiverUrl: url, user } = settings;
  return {
    receiver: { url, user, password: await readPassword(url) },
    fetch: receiverFetch,
    unanswered: verdictTexts.supervision.unanswered,
  };
}

const key = "scanhook.supervises";

/** Remembers that the user of this receiver may search for guests, so that the menu offers it. */
export function noteSupervision(): void {
  try {
    localStorage.setItem(key, settings.receiverUrl);
  } catch {
    // Storage is full or forbidden; the link beside the verdict remains.
  }
}

/** Returns whether the user of the current receiver is known to be a supervisor. */
export function isSupervisor(): boolean {
  try {
    return settings.receiverUrl !== "" && localStorage.getItem(key) === settings.receiverUrl;
  } catch {
    return false;
  }
}
