import type { StoredScan } from "@scanhook/hub";
import type { Command, Io } from "../command.ts";
import { storeOptions, storeSettings, withStore } from "../hub-access/data-folder.ts";
import { askHub, parseHubUrl } from "../hub-access/request-last-scan.ts";
import { trustCertificates } from "../hub-access/trust.ts";
import { parseArguments } from "../input/arguments.ts";
import { summaries } from "../summaries.ts";
import { printable } from "../terminal/printable.ts";
import { printUsage, wrongUse } from "../usage.ts";

const options = {
  hub: {
    value: "URL",
    help: "ask this hub, such as http://localhost:8080, with the token in SCANHOOK_TOKEN",
  },
  ca: { value: "FILE", help: "also trust the certificate authority in this PEM file" },
  json: { help: "print the whole scan as one line of JSON" },
  ...storeOptions,
} as const;

export const last: Command = {
  name: "last",
  summary: summaries.last,
  usage: printUsage({
    lines: ["scanhook last nfc|code [options]"],
    about: `Prints what the last NFC tag, or the last QR code or barcode, said. It reads the hub's store, whether the hub
runs or not; with --hub it asks a hub anywhere, with a token made on its dashboard under Settings.`,
    options,
    after: "Exit code: 0 printed, 1 nothing scanned yet or no answer, 2 wrong use.",
    examples: ["scanhook last code", "SCANHOOK_TOKEN=… scanhook last nfc --hub https://hub.local"],
  }),
  async run(args, io) {
    const read = parseArguments(args, options, ["nfc|code"]);
    if (!read.ok) return wrongUse(io, read.reason, last.usage);
    const { values } = read;
    const [source] = read.words;
    if (source !== "nfc" && source !== "code") {
      return wrongUse(io, `Say nfc or code, not "${source}".`, last.usage);
    }
    const show = (scan: StoredScan | undefined) => print(scan, source, values.json === true, io);
    if (values.hub === undefined) {
      if (values.ca !== undefined) return wrongUse(io, "--ca goes with --hub.", last.usage);
      return withStore({ settings: storeSettings(values), usage: last.usage, io }, async (store) =>
        show(await store.lastScan(source)),
      );
    }
    const own = (["data", "database"] as const).find((name) => values[name] !== undefined);
    if (own !== undefined) {
      return wrongUse(io, `Give --hub or --${own}, not both.`, last.usage);
    }
    const hub = parseHubUrl(values.hub);
    if (!hub.ok) return wrongUse(io, `--hub: ${hub.reason}`, last.usage);
    const token = io.env.SCANHOOK_TOKEN;
    if (!token) {
      return wrongUse(
        io,
        "--hub needs a token in the variable SCANHOOK_TOKEN; make one on the hub's dashboard, under Settings.",
        last.usage,
      );
    }
    const untrusted = hub.url.protocol === "https:" && trustCertificates(values.ca);
    if (untrusted) return wrongUse(io, untrusted, last.usage);
    const answer = await askHub(new URL(`api/last/${source}`, hub.url), token);
    if (answer.ok) return show(answer.scan);
    io.stderr.write(`${answer.reason}\n`);
    return 1;
  },
};

function print(
  scan: StoredScan | undefined,
  source: "nfc" | "code",
  json: boolean,
  { stdout, stderr }: Io,
): number {
  if (!scan) {
    stderr.write(source === "nfc" ? "No NFC tag was scanned yet.\n" : "No code was scanned yet.\n");
    return 1;
  }
  // A program gets the content as it is; a terminal must not be drawn over by it.
  const content = stdout.isTTY ? printable(scan.content) : scan.content;
  stdout.write(`${json ? JSON.stringify(scan) : content}\n`);
  return 0;
}
