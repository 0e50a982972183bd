import { parseReceiverUrl } from "@scanhook/webhook";
import type { Command, Io } from "../command.ts";
import { trustCertificates } from "../hub-access/trust.ts";
import { parseArguments, type Values } from "../input/arguments.ts";
import { parseSeconds } from "../input/seconds.ts";
import { kioskCredentials } from "../kiosk/credentials.ts";
import { runKiosk, type Settings } from "../kiosk/run.ts";
import { parseSerial } from "../kiosk/serial-port.ts";
import { summaries } from "../summaries.ts";
import { printUsage, wrongUse } from "../usage.ts";

const options = {
  to: { value: "URL", help: "the receiver: https, or http on this computer" },
  credentials: {
    value: "FILE",
    help: "user name and password for when it asks, in two lines or as user:password; a file that only you can read (default: SCANHOOK_USER and SCANHOOK_PASSWORD)",
  },
  ca: { value: "FILE", help: "also trust the certificate authority in this PEM file" },
  timeout: { value: "SECONDS", help: "how long to wait for each answer (default: 15)" },
  reader: {
    value: "NAME",
    help: "read tags only on readers with this in their name (default: on all of them)",
  },
  "no-tags": { help: "use no NFC reader" },
  stdin: {
    help: "each line on stdin is a code: of a scanner that types into this terminal, or a pipe, whose lines are sent in their order, one after another",
  },
  serial: {
    value: "PORT[:BAUD]",
    help: "a scanner at a serial port, such as /dev/ttyACM0 or COM3:115200 (default rate: 9600); several with commas",
  },
  keyboard: {
    value: "DEVICE",
    help: "a scanner that types, on Linux without a terminal: its file in /dev/input/by-id/, ending in -event-kbd; several with commas",
  },
  json: { help: "print one line of JSON for each scan and each event" },
  "no-beep": { help: "no sound, neither of the reader nor of the terminal" },
} as const;

export const kiosk: Command = {
  name: "kiosk",
  summary: summaries.kiosk,
  usage: printUsage({
    lines: ["scanhook kiosk --to URL [options]"],
    about: `A desk or wall reader: sends what NFC readers (PC/SC) and barcode scanners read to a receiver, one POST a scan,
and shows and sounds its answer. Readers may come and go, and so may the PC/SC service. What does not arrive is said so
and not kept: scan it again. A tag that lies on a reader is one scan.`,
    options,
    after: `Exit code: 0 ended by Ctrl+C or SIGTERM (what is on its way is finished first), or stdin ended and every scan was
accepted; 1 some scan was not, or there is nothing to read from; 2 wrong use.`,
    examples: [
      "scanhook kiosk --to https://hub.local:8443/in/desk --ca ca.pem --credentials desk.txt",
      "scanhook kiosk --to http://localhost:8080/in/scans --no-tags --serial /dev/ttyACM0 --json",
      "scanhook kiosk --to https://example.org/hook --stdin",
    ],
  }),
  async run(args, io) {
    const secret = args.find((word) => /^--(user|password)(=|$)/.test(word));
    if (secret) return wrongUse(io, noSecrets(secret), kiosk.usage);
    const read = parseArguments(args, options);
    if (!read.ok) return wrongUse(io, read.reason, kiosk.usage);
    const settings = toSettings(read.values, io);
    if ("reason" in settings) return wrongUse(io, settings.reason, kiosk.usage);
    return runKiosk(settings, io);
  },
};

function noSecrets(word: string): string {
  const name = word.replace(/=.*/s, "");
  return `There is no ${name}, because everybody on this computer can see the arguments of a running program; use --credentials FILE, or SCANHOOK_USER and SCANHOOK_PASSWORD.`;
}

function toSettings(values: Values<typeof options>, io: Io): Settings | { reason: string } {
  if (values.to === undefined) return { reason: "--to URL is missing: which receiver?" };
  const address = parseReceiverUrl(values.to);
  if (!address.ok) return { reason: `--to: ${address.reason}` };
  const timeout = parseSeconds(values.timeout, 15);
  if (!timeout.ok) return { reason: `--timeout: ${timeout.reason}` };
  const sources = toSources(values);
  if ("reason" in sources) return sources;
  const credentials = kioskCredentials(values.credentials, io.env);
  if (!credentials.ok) return credentials;
  const untrusted = address.url.protocol === "https:" && trustCertificates(values.ca);
  if (untrusted) return { reason: untrusted };
  const { user, password } = credentials;
  return {
    ...sources,
    receiver: { url: address.url.href, user, password },
    timeoutMs: timeout.ms,
    json: values.json === true,
    beep: values["no-beep"] !== true,
  };
}

type Sources = Pick<Settings, "tags" | "stdin" | "serial" | "keyboards">;

function toSources(values: Values<typeof options>): Sources | { reason: string } {
  const { reader, stdin = false } = values;
  const noTags = values["no-tags"] === true;
  if (noTags && reader !== undefined) {
    return { reason: "--reader and --no-tags contradict each other; leave one out." };
  }
  const serial: Sources["serial"] = [];
  for (const text of values.serial?.split(",") ?? []) {
    const port = parseSerial(text);
    if (!port) return { reason: `--serial: "${text}" is not a port such as /dev/ttyACM0:9600.` };
    serial.push(port);
  }
  const keyboards = values.keyboard?.split(",") ?? [];
  if (keyboards.includes("")) return { reason: "--keyboard: a name is empty; give its file." };
  if (keyboards.length > 0 && process.platform !== "linux") {
    return { reason: "--keyboard is for Linux; elsewhere let the scanner type into --stdin." };
  }
  if (noTags && !stdin && serial.length + keyboards.length === 0) {
    return {
      reason: "With --no-tags there is nothing to read; add --stdin, --serial or --keyboard.",
    };
  }
  return { tags: noTags ? false : { ...(reader && { reader }) }, stdin, serial, keyboards };
}
