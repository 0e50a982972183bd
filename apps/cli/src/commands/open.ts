import { parseSettings } from "@scanhook/hub";
import type { Command, Io } from "../command.ts";
import { findHub } from "../find-hub.ts";
import { dataOption, dataSetting, settingsIn } from "../hub-access/data-folder.ts";
import { openInBrowser } from "../hub-access/open-in-browser.ts";
import { parseHubUrl } from "../hub-access/request-last-scan.ts";
import { parseArguments, type Values } from "../input/arguments.ts";
import { nearest } from "../nearest.ts";
import { summaries } from "../summaries.ts";
import { printColumns, printUsage, wrongUse } from "../usage.ts";

/** What can be opened: the name is the screen's address in the scanner. */
const screens = {
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
    help: "the hub whose scanner to open (default: the one that runs with this data folder, else what its settings say)",
  },
  url: { value: "ADDRESS", help: "with write-nfc: the link to write" },
  text: { value: "TEXT", help: "with write-nfc: the text to write" },
  print: { help: "only print the address" },
  ...dataOption,
} as const;

export const open: Command = {
  name: "open",
  summary: summaries.open,
  usage: printUsage({
    lines: ["scanhook open SCREEN [options]"],
    about: `Opens a screen of a hub's scanner in the browser of this computer, and prints its address: for a key, a launcher or a
script.`,
    options,
    after: `Screens:\n${printColumns(Object.entries(screens))}

Exit code: 0 opened, 1 there is no browser to open it in, 2 wrong use.`,
    examples: ["scanhook open scan-code", "scanhook open write-nfc --url https://example.org/7"],
  }),
  async run(args, io) {
    const read = parseArguments(args, options, ["SCREEN"]);
    if (!read.ok) return wrongUse(io, read.reason, open.usage);
    const { values } = read;
    const [screen = ""] = read.words;
    if (!Object.hasOwn(screens, screen)) {
      const near = nearest(screen, Object.keys(screens));
      const advice = near ? `; did you mean ${near}?` : ".";
      return wrongUse(io, `There is no screen "${screen}"${advice}`, open.usage);
    }
    const filled = toQuery(screen, values);
    if (!filled.ok) return wrongUse(io, filled.reason, open.usage);
    const hub = await toHub(values, io);
    if (!hub.ok) return wrongUse(io, hub.reason, open.usage);
    const address = `${hub.base}/scan/#/${screen}${filled.query}`;
    io.stdout.write(`${address}\n`);
    if (values.print || (await openInBrowser(address, io.env))) return 0;
    io.stderr.write("No browser could be started here; open this address in one.\n");
    return 1;
  },
};

function toQuery(
  screen: string,
  { url, text }: Values<typeof options>,
): { ok: true; query: string } | { ok: false; reason: string } {
  const [name, value] = url === undefined ? (["text", text] as const) : (["url", url] as const);
  if (value === undefined) return { ok: true, query: "" };
  if (screen !== "write-nfc") return { ok: false, reason: `--${name} goes with write-nfc.` };
  if (url !== undefined && text !== undefined) {
    return { ok: false, reason: "Give --url or --text, not both." };
  }
  return { ok: true, query: `?${name}=${encodeURIComponent(value.toWellFormed())}` };
}

async function toHub(
  values: Values<typeof options>,
  io: Io,
): Promise<{ ok: true; base: string } | { ok: false; reason: string }> {
  if (values.hub === undefined) {
    const parsed = parseSettings({ args: dataSetting(values), env: settingsIn(io.env) });
    if (!parsed.ok) return parsed;
    const [base] = (await findHub(parsed.settings, io)).dashboard();
    return base === undefined
      ? { ok: false, reason: "Where the hub is cannot be told from its settings; give --hub URL." }
      : { ok: true, base };
  }
  if (values.data !== undefined) return { ok: false, reason: "Give --hub or --data, not both." };
  const hub = parseHubUrl(values.hub);
  return hub.ok
    ? { ok: true, base: hub.url.origin }
    : { ok: false, reason: `--hub: ${hub.reason}` };
}
