import type { NewRoute, RouteChange, RouteRecord } from "../../../../src/store/routing.ts";
import type { Result } from "../../api.ts";
import { callApi } from "../../session.svelte.ts";

/** A route, as the API describes it. */
export type ScanRoute = Omit<RouteRecord, "id">;

export async function loadRoutes(signal?: AbortSignal): Promise<Result<ScanRoute[]>> {
  const result = await callApi<{ routes: ScanRoute[] }>("GET", "/api/routes", undefined, {
    signal,
  });
  return result.ok ? { ok: true, data: result.data.routes } : result;
}

export function addRoute(route: Omit<NewRoute, "origin">): Promise<Result<ScanRoute>> {
  return callApi("POST", "/api/routes", route);
}

export function changeRoute(
  name: string,
  change: Omit<RouteChange, "origin">,
): Promise<Result<ScanRoute>> {
  return callApi("PATCH", routePath(name), change);
}

export function removeRoute(name: string): Promise<Result<unknown>> {
  return callApi("DELETE", routePath(name));
}

function routePath(name: string): string {
  return `/api/routes/${encodeURIComponent(name)}`;
}
