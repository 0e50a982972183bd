import { isIPv6 } from "node:net";
import type { RunningHub } from "./run-file.ts";

const timeoutMs = 2000;

/**
 * Whether a hub answers where a run file says that one listens. Requests /healthz over plain HTTP,
 * which works whatever the certificate of the hub.
 */
export async function isHubAt({
  host,
  ports,
}: Pick<RunningHub, "host" | "ports">): Promise<boolean> {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  const address = `http://${isIPv6(name) ? `[${name}]` : name}:${ports.http}/healthz`;
  try {
    const response = await fetch(address, {
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok && ((await response.json()) as { ok?: unknown }).ok === true;
  } catch {
    // Nothing listens there, or it is another program.
    return false;
  }
}
