import type { AlertSettings } from "../../../src/store/alerts.ts";
import type { Result } from "../api.ts";
import type { Revised } from "../parts/stale-edit.ts";
import { callApi } from "../session.svelte.ts";

/** The response of `/api/alerts`. */
export type AlertOverview = Revised & {
  settings: AlertSettings;
  origin: "dashboard" | "file";
  destinations: { name: string; obstacle?: string }[];
  titles: Record<string, string>;
  possible: string[];
  current: { event: string; message: string; at: string; told: boolean }[];
};

export type TestResult = { destination: string; ok: boolean; error?: string };

export const fetchAlerts = (signal?: AbortSignal): Promise<Result<AlertOverview>> =>
  callApi("GET", "/api/alerts", undefined, { signal });

export const changeAlerts = (
  change: Partial<AlertSettings> & { revision: number },
): Promise<Result<AlertOverview>> => callApi("PATCH", "/api/alerts", change);

export const sendTestAlert = (): Promise<Result<{ results: TestResult[] }>> =>
  callApi("POST", "/api/alerts/test");
