import type { NewRoute, RouteChange, RouteRecord } from "../../../../src/store/routing.ts";
import type { Result } from "../../api.ts";
import { callApi, loadList } from "../../session.svelte.ts";

/** A route, as the API describes it. */
export type ScanRoute = Omit<RouteRecord, "id">;

export function loadRoutes(signal?: AbortSignal): Promise<Result<ScanRoute[]>> {
  return loadList("/api/routes", "routes", signal);
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
