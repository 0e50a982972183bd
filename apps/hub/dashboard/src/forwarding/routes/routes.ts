import type { NewRoute, RouteChange, RouteRecord } from "../../../../src/store/forwarding.ts";
import type { Answer } from "../../api.ts";
import { askHub } from "../../session.svelte.ts";

/** Which scans go to a destination, and as what. */
export type ScanRoute = Omit<RouteRecord, "id">;

export async function loadRoutes(signal?: AbortSignal): Promise<Answer<ScanRoute[]>> {
  const parts = signal ? { signal } : {};
  const answer = await askHub<{ routes: ScanRoute[] }>("GET", "/api/routes", undefined, parts);
  return answer.ok ? { ok: true, data: answer.data.routes } : answer;
}

export function addRoute(route: Omit<NewRoute, "origin">): Promise<Answer<ScanRoute>> {
  return askHub("POST", "/api/routes", route);
}

export function changeRoute(
  name: string,
  change: Omit<RouteChange, "origin">,
): Promise<Answer<ScanRoute>> {
  return askHub("PATCH", routePath(name), change);
}

export function removeRoute(name: string): Promise<Answer<unknown>> {
  return askHub("DELETE", routePath(name));
}

function routePath(name: string): string {
  return `/api/routes/${encodeURIComponent(name)}`;
}
