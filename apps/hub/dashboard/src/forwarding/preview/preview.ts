import type { Message } from "../../../../src/destinations/kind.ts";
import type { RouteFilter, Shape } from "../../../../src/store/forwarding.ts";
import type { Answer, StoredScan } from "../../api.ts";
import { askHub } from "../../session.svelte.ts";
import type { GivenDestination } from "../destinations/destinations.ts";

export type { Message, RouteFilter, Shape };

/** A route that is not saved yet, and perhaps not whole yet. */
export type Draft = {
  destination?: string | (Omit<GivenDestination, "name"> & { name?: string });
  inbox?: string;
  filter: RouteFilter;
  shape: Shape;
};

export type Preview = {
  scan: StoredScan;
  /** There is no real scan yet. */
  example: boolean;
  passes: boolean;
  /** Of the last scans, how many pass the filter. */
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

export function preview(draft: Draft, signal: AbortSignal): Promise<Answer<Preview>> {
  return askHub("POST", "/api/preview", draft, { signal });
}

/** Sends what the preview shows, once. */
export function sendTest(draft: Draft): Promise<Answer<TestResult>> {
  return askHub("POST", "/api/test", draft);
}
