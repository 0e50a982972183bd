import type { Message } from "../../../../src/destinations/kind.ts";
import type { RouteFilter, Shape } from "../../../../src/store/routing.ts";
import type { Result, StoredScan } from "../../api.ts";
import { callApi } from "../../session.svelte.ts";
import type { DestinationInput } from "../destinations/destinations.ts";

export type { Message, RouteFilter, Shape };

/** A route as the form holds it: not saved yet, and perhaps incomplete. */
export type PreviewInput = {
  destination?: string | (Omit<DestinationInput, "name"> & { name?: string }) | undefined;
  inbox?: string | undefined;
  filter: RouteFilter;
  shape: Shape;
};

export type Preview = {
  scan: StoredScan;
  /** Whether the scan is an example, because the hub has no scan yet. */
  example: boolean;
  passes: boolean;
  /** The number of last scans that were tried, and of those that pass the filter. */
  recent: { scans: number; pass: number };
  made?: { ok: true; messages: Message[] } | { ok: false; reason: string };
};

export type TestResult = {
  ok: boolean;
  ms: number;
  status?: number;
  error?: string;
  answer?: string;
};

export function loadPreview(draft: PreviewInput, signal: AbortSignal): Promise<Result<Preview>> {
  return callApi("POST", "/api/preview", draft, { signal });
}

/** Sends the messages of the preview once. */
export function sendTest(draft: PreviewInput): Promise<Result<TestResult>> {
  return callApi("POST", "/api/test", draft);
}
