import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { nfcScan, send } from "@scanhook/webhook";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHubFor } from "./forwarding-hub.ts";
import { type RunningPeer, startPeer } from "./peer.ts";

const isInstalled = spawnSync("mosquitto", ["-h"]).error === undefined;
if (!isInstalled)
  console.warn("Skipped: Mosquitto, because it is not installed (package mosquitto).");

let mosquitto: RunningPeer;

beforeAll(async () => {
  if (isInstalled) mosquitto = await startMosquitto();
});
afterAll(() => mosquitto?.stop());

test.skipIf(!isInstalled)(
  "a tag reaches the subscribers, and its discovery message describes the scanner to Home Assistant",
  async () => {
    const subscriber = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`);
    const messages = new Map<string, string>();
    subscriber.on("message", (topic, payload) => messages.set(topic, String(payload)));
    await subscriber.subscribeAsync("#");
    for (const version of ["5", "3.1.1"]) {
      messages.clear();
      const settings = { host: "127.0.0.1", port: mosquitto.port, version, discovery: true };
      await using hub = await startHubFor({ kind: "mqtt", settings });
      const scan = nfcScan({ uid: "04:A2:24:52:9C:11:90", content: `MQTT ${version}` });
      expect(await send(scan, { url: hub.receiver })).toMatchObject({ status: 204 });
      expect(await hub.attemptedDelivery()).toMatchObject({ state: "delivered" });
      await expect.poll(() => messages.get("scanhook/scanners/door/tag")).toBe(scan.identifier);
      expect(JSON.parse(messages.get("scanhook/door/nfc")!)).toMatchObject(scan);
      const config = JSON.parse(messages.get("homeassistant/tag/scanhook_door/config")!);
      expect(config.topic).toBe("scanhook/scanners/door/tag");
      expect(messages.has("homeassistant/sensor/scanhook_door/last_scan/config")).toBe(true);
    }
    await subscriber.endAsync();
  },
);

function startMosquitto(): Promise<RunningPeer> {
  return startPeer(
    ({ port, folder }) => {
      const config = join(folder, "mosquitto.conf");
      writeFileSync(config, `listener ${port} 127.0.0.1\nallow_anonymous true\n`);
      return { file: "mosquitto", args: ["-c", config] };
    },
    ({ port }) =>
      new Promise((resolve) => {
        const socket = connect(port, "127.0.0.1", () => {
          socket.destroy();
          resolve(true);
        });
        socket.once("error", () => resolve(false));
      }),
  );
}
