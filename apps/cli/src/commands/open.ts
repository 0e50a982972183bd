import { findNearest } from "@scanhook/hub/nearest";
import type { Command } from "../command.ts";
import { dataOption, parseStoreSettings } from "../hub-access/data-folder.ts";
import { findHub } from "../hub-access/find-hub.ts";
import { openInBrowser } from "../hub-access/open-in-browser.ts";
import { parseHubUrl } from "../hub-access/parse-hub-url.ts";
import { parseArguments, type Values } from "../input/arguments.ts";
import { type Parsed, refuse } from "../input/parsed.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import type { Io } from "../io.ts";
import { summaries } from "../summaries.ts";
import { formatColumns } from "../terminal/columns.ts";

/**
 * Descriptions of the screens that can be opened, by their path in the scanner. A test compares the
 * paths with those of the scanner.
 */
export const screens = {
  "scan-nfc": "read NFC tags",
  "scan-code": "scan QR codes and barcodes",
  "scan-document": "the document scanner",
  "scan-object": "the scanner for objects in 3D",
  "scan-room": "the scanner for rooms",
  "write-nfc": "write an NFC tag",
  nfc: "the NFC tab, without a scan",
  qr: "the QR tab, without a scan",
  document: "the Document tab",
  "3d": "the 3D tab",
  more: "the More tab",
} as const;

const options = {
  hub: {
    value: "URL",
    help: "the hub whose scanner to open (default: the one that runs with this data folder, else the one in its settings)",
  },
  url: { value: "ADDRESS", help: "with write-nfc: the link to write" },
  text: { value: "TEXT", help: "with write-nfc: the text to write" },
  print: { help: "only print the address" },
  ...dataOption,
} as const;

export const open: Command = {
  name: "open",
  summary: summaries.open,
  usage: createUsage("open", {
    lines: ["scanhook open SCREEN [options]"],
    about: `Opens a screen of a hub's scanner in the browser of this computer, and prints its address. Use it for a keyboard
shortcut, a launcher or a script.`,
    options,
    after: `Screens:\n${formatColumns(Object.entries(screens))}

Exit code: 0 opened, 1 there is no browser to open it in, 2 wrong use.`,
    examples: ["scanhook open scan-code", "scanhook open write-nfc --url https://example.org/7"],
  }),
  async run(args, io) {
    const input = parseArguments(args, options, ["SCREEN"]);
    if (!input.ok) return wrongUse(io, input.reason, open.usage);
    const { values } = input;
    const [screen = ""] = input.positionals;
    if (!Object.hasOwn(screens, screen)) {
      const suggestion = findNearest(screen, Object.keys(screens));
      const advice = suggestion ? `; did you mean ${suggestion}?` : ".";
      return wrongUse(io, `There is no screen "${screen}"${advice}`, open.usage);
    }
    const prefill = toQuery(screen, values);
    if (!prefill.ok) return wrongUse(io, prefill.reason, open.usage);
    const hub = await findBase(values, io);
    if (!hub.ok) return wrongUse(io, hub.reason, open.usage);
    const address = `${hub.value}/scan/#/${screen}${prefill.value}`;
    io.stdout.write(`${address}\n`);
    if (values.print || (await openInBrowser(address, io.env))) return 0;
    io.stderr.write("No browser could be started; open this address in a browser.\n");
    return 1;
  },
};

function toQuery(screen: string, { url, text }: Values<typeof options>): Parsed<string> {
  const name = url === undefined ? "text" : "url";
  const value = url ?? text;
  if (value === undefined) return { ok: true, value: "" };
  if (screen !== "write-nfc") return refuse(`--${name} goes with write-nfc.`);
  if (url !== undefined && text !== undefined) return refuse("Give --url or --text, not both.");
  return { ok: true, value: `?${name}=${encodeURIComponent(value.toWellFormed())}` };
}

async function findBase(values: Values<typeof options>, io: Io): Promise<Parsed<string>> {
  if (values.hub === undefined) {
    const parsed = parseStoreSettings(values, io);
    if (!parsed.ok) return parsed;
    const [base] = (await findHub(parsed.settings, io)).dashboard();
    return base === undefined
      ? refuse("The settings do not tell the address of the hub; give --hub URL.")
      : { ok: true, value: base };
  }
  if (values.data !== undefined) return refuse("Give --hub or --data, not both.");
  const hub = parseHubUrl(values.hub);
  return hub.ok ? { ok: true, value: hub.value.origin } : refuse(`--hub: ${hub.reason}`);
}
