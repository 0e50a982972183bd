import type { Settings } from "../../../../src/destinations/kind.ts";
import type {
  DeliveryCounts,
  DestinationRecord,
  DestinationState,
} from "../../../../src/store/forwarding.ts";
import type { Answer } from "../../api.ts";
import { askHub } from "../../session.svelte.ts";
import type { Kind } from "./kinds.ts";

export type Destination = Omit<DestinationRecord, "id" | "settings"> & {
  settings: Settings;
  counts: Omit<DeliveryCounts, "destination">;
  circuit: "closed" | "open" | "probing";
  /** Until when nothing goes out, while the circuit is open. */
  leftAloneUntil?: string;
  /** Why the newest attempt failed, while none has succeeded since. */
  lastError?: string;
};

/** What the API takes for a new destination. */
export type GivenDestination = {
  name: string;
  title?: string;
  kind: string;
  settings: Settings;
  /** Null takes one away that is set. */
  secrets: Record<string, string | null>;
  concurrency: number;
  ordered: boolean;
  allowPrivate: boolean;
};

export async function loadKinds(signal?: AbortSignal): Promise<Answer<Kind[]>> {
  const answer = await askHub<{ kinds: Kind[] }>("GET", "/api/destination-kinds", ...rest(signal));
  return answer.ok ? { ok: true, data: answer.data.kinds } : answer;
}

export async function loadDestinations(signal?: AbortSignal): Promise<Answer<Destination[]>> {
  const answer = await askHub<{ destinations: Destination[] }>(
    "GET",
    "/api/destinations",
    ...rest(signal),
  );
  return answer.ok ? { ok: true, data: answer.data.destinations } : answer;
}

export function addDestination(given: GivenDestination): Promise<Answer<Destination>> {
  return askHub("POST", "/api/destinations", given);
}

export function changeDestination(
  name: string,
  change: Partial<Omit<GivenDestination, "name"> & { state: DestinationState }>,
): Promise<Answer<Destination>> {
  return askHub("PATCH", destinationPath(name), change);
}

export function removeDestination(name: string): Promise<Answer<unknown>> {
  return askHub("DELETE", destinationPath(name));
}

/** Why the settings file was not taken over, when it was not. */
export async function loadConfigProblem(signal?: AbortSignal): Promise<string | undefined> {
  type Config = { file: { state: string; reason?: string } };
  const answer = await askHub<Config>("GET", "/api/config", ...rest(signal));
  return answer.ok && answer.data.file.state === "refused" ? answer.data.file.reason : undefined;
}

function destinationPath(name: string): string {
  return `/api/destinations/${encodeURIComponent(name)}`;
}

function rest(signal: AbortSignal | undefined): [undefined, { signal?: AbortSignal }] {
  return [undefined, signal ? { signal } : {}];
}
