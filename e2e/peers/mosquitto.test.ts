import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { nfcScan, send } from "@scanhook/webhook";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHubFor } from "./forwarding-hub.ts";
import { type RunningPeer, startPeer } from "./peer.ts";

const isThere = spawnSync("mosquitto", ["-h"]).error === undefined;
if (!isThere) console.warn("Mosquitto is left out: it is not installed (package mosquitto).");

let mosquitto: RunningPeer;

beforeAll(async () => {
  if (isThere) mosquitto = await startMosquitto();
});
afterAll(() => mosquitto?.stop());

test.skipIf(!isThere)(
  "a tag reaches whoever listens, and Home Assistant would find the scanner",
  async () => {
    const listener = await connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`);
    const heard = new Map<string, string>();
    listener.on("message", (topic, payload) => heard.set(topic, String(payload)));
    await listener.subscribeAsync("#");
    for (const version of ["5", "3.1.1"]) {
      heard.clear();
      const settings = { host: "127.0.0.1", port: mosquitto.port, version, discovery: true };
      await using hub = await startHubFor({ kind: "mqtt", settings });
      const scan = nfcScan({ uid: "04:A2:24:52:9C:11:90", content: `MQTT ${version}` });
      expect(await send(scan, { url: hub.receiver })).toMatchObject({ status: 204 });
      expect(await hub.delivery()).toMatchObject({ state: "delivered" });
      await expect.poll(() => heard.get("scanhook/scanners/door/tag")).toBe(scan.identifier);
      expect(JSON.parse(heard.get("scanhook/door/nfc")!)).toMatchObject(scan);
      const config = JSON.parse(heard.get("homeassistant/tag/scanhook_door/config")!);
      expect(config.topic).toBe("scanhook/scanners/door/tag");
      expect(heard.has("homeassistant/sensor/scanhook_door/last_scan/config")).toBe(true);
    }
    await listener.endAsync();
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
