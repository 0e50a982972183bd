import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectAsync } from "mqtt";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../../../../scripts/testing/free-port.ts";
import type { Message, Settings } from "../kind.ts";
import { createMqttWire } from "./mqtt-wire.ts";
import { createContext, dialAnywhere } from "./testing/wire.ts";

let wire: ReturnType<typeof createMqttWire>;

beforeEach(() => {
  wire = createMqttWire({ dial: dialAnywhere });
});

afterEach(() => wire.close());

const hasMosquitto = spawnSync("mosquitto", ["-h"]).error === undefined;
if (!hasMosquitto) {
  console.warn(
    "MQTT 5 is not tested against a broker: Mosquitto is not installed (package mosquitto).",
  );
}

test.skipIf(!hasMosquitto)(
  "Mosquitto accepts, retains and refuses messages of MQTT 5 and 3.1.1 as expected",
  async () => {
    const mosquitto = await startMosquitto();
    try {
      for (const version of ["5", "3.1.1"]) {
        const settings = { port: mosquitto.port, version };
        const subscriber = await connectAsync(`mqtt://localhost:${mosquitto.port}`);
        await subscriber.subscribeAsync(`open/${version}`);
        const received = new Promise((resolve) => {
          subscriber.once("message", (topic, payload) => resolve([topic, String(payload)]));
        });
        const message = { topic: `open/${version}`, payload: `{"v":"${version}"}`, retain: true };
        expect(await sendMessage(message, { settings })).toEqual({ kind: "delivered" });
        expect(await received).toEqual([message.topic, message.payload]);
        await subscriber.endAsync();
      }
      const settings = { port: mosquitto.port, version: "5" };
      expect(await sendMessage({ topic: "closed/scan" }, { settings })).toEqual({
        kind: "failed",
        fault: "destination",
        error: expect.stringMatching(/refused the message: Not authorized\.$/),
      });
      expect(await sendMessage({ topic: "open/scan" }, { settings })).toEqual({
        kind: "delivered",
      });
    } finally {
      mosquitto.stop();
    }
  },
);

test.skipIf(!hasMosquitto)(
  "Mosquitto with a limit on sizes refuses only the scan that is too large, whatever the version and the limit",
  async () => {
    for (const limit of ["max_packet_size", "message_size_limit"]) {
      const mosquitto = await startMosquitto(`${limit} 2000\n`);
      try {
        for (const version of ["5", "3.1.1"]) {
          wire.forget(1);
          const settings = { port: mosquitto.port, version };
          const payloads = ["1", "x".repeat(5000), "3", "4"];
          const outcomes = await Promise.all(
            payloads.map((payload) => sendMessage({ topic: "open/a", payload }, { settings })),
          );
          // For message_size_limit, Mosquitto acknowledges and drops a message of MQTT 3.1.1.
          const isSilent = limit === "message_size_limit" && version === "3.1.1";
          const faults = outcomes.map((outcome) => outcome.kind === "failed" && outcome.fault);
          expect(faults).toEqual([false, isSilent ? false : "scan", false, false]);
        }
      } finally {
        mosquitto.stop();
      }
    }
  },
);

test.skipIf(!hasMosquitto)(
  "Mosquitto ends the connection at a malformed topic, and the messages beside it arrive",
  async () => {
    const mosquitto = await startMosquitto();
    try {
      for (const version of ["5", "3.1.1"]) {
        const settings = { port: mosquitto.port, version };
        const topics = ["open/1", "open/\uffff", "open/1", "open/\uffff"];
        const outcomes = await Promise.all(
          topics.map((topic) => sendMessage({ topic, payload: "x" }, { settings })),
        );
        const faults = outcomes.map((outcome) => outcome.kind === "failed" && outcome.fault);
        // Without a reason, only a topic that others arrive on tells that the message is at fault.
        const fault = version === "5" ? "scan" : "destination";
        expect(faults).toEqual([false, fault, false, fault]);
      }
    } finally {
      mosquitto.stop();
    }
  },
);

function sendMessage(
  message: Partial<Extract<Message, { via: "mqtt" }>>,
  { settings }: { settings: Settings },
) {
  return wire.send(
    { via: "mqtt", topic: "scanhook", payload: "scan", qos: 1, retain: false, ...message },
    createContext({ host: "localhost", ...settings }),
  );
}

async function startMosquitto(limits = "") {
  const dir = mkdtempSync(join(tmpdir(), "scanhook-mosquitto-"));
  const port = await freePort();
  writeFileSync(join(dir, "acl"), "topic readwrite open/#\n");
  writeFileSync(
    join(dir, "conf"),
    `listener ${port} 127.0.0.1\nallow_anonymous true\nacl_file ${join(dir, "acl")}\nuser root\n${limits}`,
  );
  const child = spawn("mosquitto", ["-c", join(dir, "conf")], { stdio: "ignore" });
  await expect
    .poll(() => dialAnywhere("127.0.0.1", port, { allowPrivate: true }).then((s) => s.destroy()))
    .toBeTruthy();
  return {
    port,
    stop() {
      child.kill();
      rmSync(dir, { recursive: true });
    },
  };
}
