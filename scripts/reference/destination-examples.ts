import { printScan } from "@scanhook/webhook";
import { printDefinitions } from "../../apps/hub/src/config-file/print.ts";
import { completeSettings, parseFields } from "../../apps/hub/src/destinations/fields.ts";
import type {
  Kind,
  Message,
  OutgoingScan,
  Settings,
} from "../../apps/hub/src/destinations/kind.ts";
import { nameSecrets, showMessage } from "../../apps/hub/src/destinations/preview-secrets.ts";
import { makeExamples } from "./payload.ts";

/** What somebody would fill in at least, besides secrets. */
const settingsOf: Record<string, Settings> = {
  http: { url: "https://example.org/scans" },
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

/** A destination of this kind and a route to it, as the settings file has them. */
export function exampleFile(kind: Kind): string {
  const settings = exampleSettings(kind);
  const required = kind.fields.filter((one) => one.secret && one.required && !one.when);
  const address = String(settings.url ?? settings.server ?? settings.host ?? "");
  return printDefinitions({
    destinations: [
      {
        id: 1,
        name: `my-${kind.name}`,
        kind: kind.name,
        settings,
        secrets: [...new Set([...required.map(({ name }) => name), ...chosenSecrets(kind)])],
        state: "on",
        concurrency: 4,
        ordered: false,
        allowPrivate: /\.local\b/.test(address),
        origin: "file",
        createdAt: "",
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
      },
    ],
  });
}

/** The first message it makes of a scan of a tag, with names in place of secrets. */
export function exampleMessage(kind: Kind): Message {
  const made = kind.make({
    settings: completeSettings(kind, exampleSettings(kind)),
    secrets: nameSecrets(kind),
    preview: true,
    shape: { format: "ready-made" },
    scan: exampleScan(kind.name === "spoolman" ? 3 : 1),
    messageId: "msg_2m8x",
    now: new Date("2026-05-12T14:23:03Z"),
  });
  const [message] = made.ok ? made.messages : [];
  if (!message) throw new Error(`The example of ${kind.name} makes no message.`);
  return showMessage(kind, message);
}

function exampleSettings(kind: Kind): Settings {
  const settings = settingsOf[kind.name];
  if (!settings) {
    throw new Error(`The kind ${kind.name} has no example; add it to destination-examples.ts.`);
  }
  const secrets = kind.fields.filter((one) => one.secret).map(({ name }) => name);
  const parsed = parseFields(kind, settings, secrets);
  if (!parsed.ok) throw new Error(`The example of ${kind.name} is not taken: ${parsed.reason}`);
  return parsed.settings;
}

/** Secrets that are asked for as the choices are preset. */
function chosenSecrets(kind: Kind): string[] {
  const preset = completeSettings(kind, {});
  return kind.fields.flatMap(({ name, secret, required, when }) =>
    secret && required && when?.is.includes(String(preset[when.field])) ? [name] : [],
  );
}

function exampleScan(which: number): OutgoingScan {
  const { scan } = makeExamples()[which]!;
  return {
    id: 42,
    inbox: "door",
    user: "anna-phone",
    ...scan,
    source: "nfc",
    tag: scan.identifier,
    tagName: which === 3 ? "Galaxy Black" : "Drill 7",
    receivedAt: "2026-05-12T14:23:02.517Z",
    repeats: 0,
    body: printScan(scan),
  };
}
