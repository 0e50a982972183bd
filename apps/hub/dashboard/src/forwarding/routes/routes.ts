import type { RouteRecord } from "../../../../src/store/routing.ts";
import type { Result } from "../../api.ts";
import { callApi, loadList } from "../../session.svelte.ts";

/** A route, as the API describes it. Spans are in seconds. */
export type ScanRoute = Omit<RouteRecord, "id" | "expiresMs" | "oncePerMs"> & {
  expires?: number;
  oncePer?: number;
};

/** The parts of a route that its form has. Spans are as the owner wrote them; "" removes one. */
type RouteInput = Pick<ScanRoute, "destination" | "filter" | "shape" | "mode" | "on"> & {
  title?: string;
  inbox?: string | null;
  expires?: string;
  oncePer?: string;
};

export function loadRoutes(signal?: AbortSignal): Promise<Result<ScanRoute[]>> {
  return loadList("/api/routes", "routes", signal);
}

export function addRoute(route: RouteInput & { name: string }): Promise<Result<ScanRoute>> {
  return callApi("POST", "/api/routes", route);
}

export function changeRoute(
  name: string,
  change: Omit<RouteInput, "destination"> & { revision: number },
): Promise<Result<ScanRoute>> {
  return callApi("PATCH", routePath(name), change);
}

export function removeRoute(name: string): Promise<Result<unknown>> {
  return callApi("DELETE", routePath(name));
}

function routePath(name: string): string {
  return `/api/routes/${encodeURIComponent(name)}`;
}
