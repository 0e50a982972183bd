import { expect } from "vitest";
import { logIn, makeDataFolder, startHubProcess } from "../hub.ts";

/** Starts a hub whose inbox `door` forwards everything to one destination at a private address. */
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
    /** Waits until a delivery was attempted and returns its outcome. */
    async attemptedDelivery() {
      let delivery: {
        state: string;
        attempts: number;
        lastAttempt?: { status?: number; error?: string; answer?: string };
      };
      await expect
        .poll(async () => {
          const { deliveries } = await api<{ deliveries: (typeof delivery)[] }>(
            "GET",
            "/api/deliveries",
          );
          delivery = deliveries[0]!;
          return delivery?.lastAttempt !== undefined;
        })
        .toBe(true);
      return delivery!;
    },
    async [Symbol.asyncDispose]() {
      await hub.stop();
      await remove();
    },
  };
}
