import { serializeScan } from "@scanhook/webhook";
import { formatDefinitions } from "../../apps/hub/src/config-file/print.ts";
import { completeSettings, parseFields } from "../../apps/hub/src/destinations/fields.ts";
import type { Kind, Message, Settings } from "../../apps/hub/src/destinations/kind.ts";
import {
  namePlaceholders,
  toPlaceholders,
} from "../../apps/hub/src/destinations/preview-secrets.ts";
import type { OutgoingScan } from "../../apps/hub/src/shaping/outgoing-scan.ts";
import { createExamples } from "./payload.ts";

/** The required settings of each kind, without secrets. */
const requiredSettings: Record<string, Settings> = {
  http: { url: "https://example.org/scans" },
  amqp: { url: "amqp://rabbitmq.local", exchange: "amq.topic", routingKey: "scans.{{ inbox }}" },
  nats: { url: "nats://nats.local" },
  n8n: { url: "https://n8n.example.org/webhook/scans" },
  "node-red": { url: "http://nodered.local:1880/scans" },
  zapier: {},
  make: {},
  ifttt: { event: "scanned" },
  "home-assistant": { server: "http://homeassistant.local:8123" },
  mqtt: { host: "mqtt.local" },
  slack: {},
  discord: {},
  teams: {},
  telegram: { chat: "-1001234567890" },
  "google-chat": {},
  matrix: { server: "https://matrix.org", room: "!abcdefgh:matrix.org" },
  ntfy: { topic: "scans-x7Kd93" },
  mail: { host: "smtp.example.org", from: "Scans <scans@example.org>", to: ["office@example.org"] },
  spoolman: { server: "http://spoolman.local:7912" },
  influxdb: { server: "http://influxdb.local:8086", database: "scans" },
  file: { path: "scans.csv" },
};

/** Returns a settings file with a destination of this kind and a route to it. */
export function exampleFile(kind: Kind): string {
  const settings = exampleSettings(kind);
  const required = kind.fields.filter((field) => field.secret && field.required && !field.when);
  const address = String(settings.url ?? settings.server ?? settings.host ?? "");
  return formatDefinitions({
    routing: {
      destinations: [
        {
          id: 1,
          name: `my-${kind.name}`,
          kind: kind.name,
          settings,
          secrets: [...new Set([...required.map(({ name }) => name), ...conditionalSecrets(kind)])],
          state: "on",
          concurrency: 4,
          ordered: false,
          allowPrivate: /\.local\b/.test(address),
          origin: "file",
          createdAt: "",
          revision: 1,
          changedAt: "",
        },
      ],
      routes: [
        {
          id: 1,
          name: `to-${kind.name}`,
          inbox: "door",
          destination: `my-${kind.name}`,
          filter: {},
          shape: { format: "ready-made" },
          mode: "stored",
          on: true,
          origin: "file",
          createdAt: "",
          revision: 1,
          changedAt: "",
        },
      ],
    },
  });
}

/**
 * Returns the first message that a kind creates from a scan of a tag, with placeholders instead of
 * secrets.
 */
export function exampleMessage(kind: Kind): Message {
  const result = kind.createMessages({
    settings: completeSettings(kind, exampleSettings(kind)),
    secrets: toPlaceholders(kind),
    preview: true,
    shape: { format: "ready-made" },
    scan: exampleScan(kind.name === "spoolman" ? "An OpenPrintTag" : "An NFC tag"),
    messageId: "msg_2m8x",
    now: new Date("2026-05-12T14:23:03Z"),
  });
  const [message] = result.ok ? result.messages : [];
  if (!message) throw new Error(`The example of ${kind.name} creates no message.`);
  return namePlaceholders(kind, message);
}

function exampleSettings(kind: Kind): Settings {
  const settings = requiredSettings[kind.name];
  if (!settings) {
    throw new Error(`The kind ${kind.name} has no example; add it to destination-examples.ts.`);
  }
  const secrets = kind.fields.filter((field) => field.secret).map(({ name }) => name);
  const parsed = parseFields(kind, settings, secrets);
  if (!parsed.ok) throw new Error(`The example of ${kind.name} is invalid: ${parsed.reason}`);
  return parsed.settings;
}

/** Returns the secrets that the default values of other fields require. */
function conditionalSecrets(kind: Kind): string[] {
  const defaults = completeSettings(kind, {});
  return kind.fields.flatMap(({ name, secret, required, when }) =>
    secret && required && when?.is.includes(String(defaults[when.field])) ? [name] : [],
  );
}

function exampleScan(heading: "An NFC tag" | "An OpenPrintTag"): OutgoingScan {
  const { scan } = createExamples().find((example) => example.heading === heading)!;
  return {
    id: 42,
    inbox: "door",
    user: "anna-phone",
    ...scan,
    source: "nfc",
    tag: scan.identifier,
    tagName: heading === "An OpenPrintTag" ? "Galaxy Black" : "Drill 7",
    receivedAt: "2026-05-12T14:23:02.517Z",
    repeats: 0,
    body: serializeScan(scan),
  };
}
