import { parseReceiverUrl } from "@scanhook/webhook";
import type { Command } from "../command.ts";
import { trustCertificates } from "../hub-access/trust.ts";
import { parseArguments, type Values } from "../input/arguments.ts";
import { parseSeconds } from "../input/seconds.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import type { Io } from "../io.ts";
import { readKioskCredentials } from "../kiosk/credentials.ts";
import { type KioskSettings, runKiosk } from "../kiosk/run-kiosk.ts";
import { parseSerialPort } from "../kiosk/serial-port.ts";
import { summaries } from "../summaries.ts";
import { parseTagPassword } from "../tag-content/tag-password.ts";

const options = {
  to: { value: "URL", help: "the receiver URL: https, or http on this computer" },
  credentials: {
    value: "FILE",
    help: "a file that only you can read, with the user name and password in two lines or as user:password (default: SCANHOOK_USER and SCANHOOK_PASSWORD)",
  },
  ca: { value: "FILE", help: "also trust the certificate authority in this PEM file" },
  timeout: { value: "SECONDS", help: "how long to wait for each response (default: 15)" },
  reader: {
    value: "NAME",
    help: "read tags only on readers with this in their name (default: on all)",
  },
  "no-tags": { help: "use no NFC reader" },
  stdin: {
    help: "read each line on stdin as a code: from a scanner that types into this terminal, or from a pipe, whose lines are sent one after another; with --no-tags the kiosk ends with the last line",
  },
  serial: {
    value: "PORT[:BAUD]",
    help: "a scanner on a serial port, such as /dev/ttyACM0 or COM3:115200 (default rate: 9600); separate several with commas",
  },
  keyboard: {
    value: "DEVICE",
    help: "a scanner that types like a keyboard, on Linux without a terminal: its file in /dev/input/by-id/, ending in -event-kbd; separate several with commas",
  },
  json: { help: "print one line of JSON for each scan and each event" },
  "no-beep": { help: "make no sound, neither on the reader nor on the terminal" },
} as const;

export const kiosk: Command = {
  name: "kiosk",
  summary: summaries.kiosk,
  usage: createUsage("kiosk", {
    lines: ["scanhook kiosk --to URL [options]"],
    about: `A desk or wall reader: sends what NFC readers (PC/SC) and barcode scanners read to a receiver, one POST for each scan, and
signals the response on the screen and by sound. Readers and the PC/SC service may come and go. A scan that does not arrive
is reported and not kept: scan it again. A tag that stays on a reader is sent once. Questions that the receiver needs
answers to are asked in the terminal, and scans that arrive meanwhile wait. Questions that may be left out are printed, and
so are all without a terminal or with --json. SCANHOOK_TAG_PASSWORD, such as C0FFEE42, opens NTAG213, 215 and 216 that hide
their content.`,
    options,
    after: `Exit code: 0 ended by Ctrl+C or SIGTERM (after the scans in progress), or stdin ended with --no-tags and every scan
was accepted; 1 at least one scan was not accepted, or there is nothing to read from; 2 wrong use.`,
    examples: [
      "scanhook kiosk --to https://hub.local:8443/in/desk --ca ca.pem --credentials desk.txt",
      "scanhook kiosk --to http://localhost:8080/in/scans --no-tags --serial /dev/ttyACM0 --json",
      "scanhook kiosk --to https://example.org/hook --stdin",
    ],
  }),
  async run(args, io) {
    const secret = args.find((arg) => /^--(user|password)(=|$)/.test(arg));
    if (secret) return wrongUse(io, describeSecretOption(secret), kiosk.usage);
    const input = parseArguments(args, options);
    if (!input.ok) return wrongUse(io, input.reason, kiosk.usage);
    const settings = readSettings(input.values, io);
    if ("reason" in settings) return wrongUse(io, settings.reason, kiosk.usage);
    return runKiosk(settings, io);
  },
};

function describeSecretOption(arg: string): string {
  const name = arg.replace(/=.*/s, "");
  return `There is no ${name}, because everybody on this computer can see the arguments of a running program; use --credentials FILE, or SCANHOOK_USER and SCANHOOK_PASSWORD.`;
}

function readSettings(values: Values<typeof options>, io: Io): KioskSettings | { reason: string } {
  if (values.to === undefined) return { reason: "--to URL is missing; give the receiver URL." };
  const address = parseReceiverUrl(values.to);
  if (!address.ok) return { reason: `--to: ${address.reason}` };
  const timeout = parseSeconds(values.timeout, 15);
  if (!timeout.ok) return { reason: `--timeout: ${timeout.reason}` };
  const sources = parseSources(values, io.env.SCANHOOK_TAG_PASSWORD);
  if ("reason" in sources) return sources;
  const credentials = readKioskCredentials(values.credentials, io.env);
  if (!credentials.ok) return credentials;
  const caProblem = address.url.protocol === "https:" && trustCertificates(values.ca);
  if (caProblem) return { reason: caProblem };
  const { user, password } = credentials.value;
  return {
    ...sources,
    receiver: { url: address.url.href, user, password },
    timeoutMs: timeout.value,
    json: values.json === true,
    beep: values["no-beep"] !== true,
  };
}

type Sources = Pick<KioskSettings, "tags" | "stdin" | "serial" | "keyboards">;

function parseSources(
  values: Values<typeof options>,
  passwordVariable: string | undefined,
): Sources | { reason: string } {
  const { reader, stdin = false } = values;
  const noTags = values["no-tags"] === true;
  if (noTags && reader !== undefined) {
    return { reason: "--reader and --no-tags contradict each other; leave one out." };
  }
  const serial: Sources["serial"] = [];
  for (const text of values.serial?.split(",") ?? []) {
    const port = parseSerialPort(text);
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
  const password = passwordVariable
    ? parseTagPassword(passwordVariable, "SCANHOOK_TAG_PASSWORD")
    : undefined;
  if (password?.ok === false) return password;
  const tags = noTags ? false : ({ reader, password: password?.value } as const);
  return { tags, stdin, serial, keyboards };
}
