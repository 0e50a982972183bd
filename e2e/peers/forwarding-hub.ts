import { expect } from "vitest";
import { logIn, makeDataFolder, startHubProcess } from "../hub.ts";

/** A hub whose inbox `door` passes everything on to one destination at a private address. */
export async function startHubFor(destination: {
  kind: string;
  settings: Record<string, unknown>;
  secrets?: Record<string, string>;
}) {
  const { data, remove } = await makeDataFolder();
  const hub = await startHubProcess(data);
  const api = await logIn(hub);
  await api("POST", "/api/inboxes", { name: "door", open: true });
  await api("POST", "/api/destinations", { name: "peer", allowPrivate: true, ...destination });
  await api("POST", "/api/routes", { name: "all", inbox: "door", destination: "peer" });
  return {
    hub,
    api,
    receiver: `${hub.base}/in/door`,
    /** Waits until a delivery was tried, and answers what became of it. */
    async delivery() {
      let last: {
        state: string;
        attempts: number;
        lastAttempt?: { status?: number; error?: string; answer?: string };
      };
      await expect
        .poll(async () => {
          const { deliveries } = await api<{ deliveries: (typeof last)[] }>(
            "GET",
            "/api/deliveries",
          );
          last = deliveries[0]!;
          return last?.lastAttempt !== undefined;
        })
        .toBe(true);
      return last!;
    },
    async [Symbol.asyncDispose]() {
      await hub.stop();
      await remove();
    },
  };
}
