import type { Settings } from "../../../../src/destinations/kind.ts";
import type { CircuitState } from "../../../../src/forwarding/circuit.ts";
import type { DeliveryCounts } from "../../../../src/store/deliveries.ts";
import type { DestinationRecord, DestinationState } from "../../../../src/store/routing.ts";
import type { Result } from "../../api.ts";
import { callApi, loadList } from "../../session.svelte.ts";
import type { Kind } from "./kinds.ts";

export type Destination = Omit<DestinationRecord, "id" | "settings"> & {
  settings: Settings;
  counts: Omit<DeliveryCounts, "destination">;
  circuit: CircuitState;
  /** The time until which the hub sends nothing, while the circuit is open. */
  leftAloneUntil?: string;
  /** The error of the last attempt; missing if that attempt succeeded. */
  lastError?: string;
};

/** The body of the API request that creates a destination. */
export type DestinationInput = {
  name: string;
  title?: string | undefined;
  kind: string;
  settings: Settings;
  /** Null removes a secret that is set. */
  secrets: Record<string, string | null>;
  concurrency: number;
  ordered: boolean;
  allowPrivate: boolean;
};

export function loadKinds(signal?: AbortSignal): Promise<Result<Kind[]>> {
  return loadList("/api/destination-kinds", "kinds", signal);
}

export function loadDestinations(signal?: AbortSignal): Promise<Result<Destination[]>> {
  return loadList("/api/destinations", "destinations", signal);
}

export function addDestination(input: DestinationInput): Promise<Result<Destination>> {
  return callApi("POST", "/api/destinations", input);
}

export function changeDestination(
  name: string,
  change: Partial<Omit<DestinationInput, "name"> & { state: DestinationState; revision: number }>,
): Promise<Result<Destination>> {
  return callApi("PATCH", destinationPath(name), change);
}

export function removeDestination(name: string): Promise<Result<unknown>> {
  return callApi("DELETE", destinationPath(name));
}

/** Returns a sentence if the settings file was refused, else undefined. */
export async function loadConfigProblem(signal?: AbortSignal): Promise<string | undefined> {
  type Config = { file: { state: string; reason?: string } };
  const result = await callApi<Config>("GET", "/api/config", undefined, { signal });
  return result.ok && result.data.file.state === "refused" ? result.data.file.reason : undefined;
}

function destinationPath(name: string): string {
  return `/api/destinations/${encodeURIComponent(name)}`;
}
