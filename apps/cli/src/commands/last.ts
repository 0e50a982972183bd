import { type Named, readPersonNames, type StoredScan, withPerson } from "@scanhook/hub";
import type { Command } from "../command.ts";
import { parseStoreSettings, storeOptions, withStore } from "../hub-access/data-folder.ts";
import { parseHubUrl } from "../hub-access/parse-hub-url.ts";
import { requestLastScan } from "../hub-access/request-last-scan.ts";
import { trustCertificates } from "../hub-access/trust.ts";
import { parseArguments } from "../input/arguments.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import type { Io } from "../io.ts";
import { summaries } from "../summaries.ts";
import { printable } from "../terminal/printable.ts";

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
  usage: createUsage("last", {
    lines: ["scanhook last nfc|code [options]"],
    about: `Prints the content of the last NFC tag, or of the last QR code or barcode. Reads the hub's store, whether the hub runs
or not. With --hub it asks a hub anywhere, with a token made on its dashboard under Settings.`,
    options,
    after: "Exit code: 0 printed, 1 nothing scanned yet or no response, 2 wrong use.",
    examples: ["scanhook last code", "SCANHOOK_TOKEN=… scanhook last nfc --hub https://hub.local"],
  }),
  async run(args, io) {
    const input = parseArguments(args, options, ["nfc|code"]);
    if (!input.ok) return wrongUse(io, input.reason, last.usage);
    const { values } = input;
    const [source] = input.positionals;
    if (source !== "nfc" && source !== "code") {
      return wrongUse(io, `Give nfc or code, not "${source}".`, last.usage);
    }
    const printResult = (scan: Named<StoredScan> | undefined) =>
      printScan(scan, source, values.json === true, io);
    if (values.hub === undefined) {
      if (values.ca !== undefined) return wrongUse(io, "--ca goes with --hub.", last.usage);
      return withStore(
        { parsed: parseStoreSettings(values, io), usage: last.usage, io },
        async (store) => {
          const scan = await store.lastScan(source);
          const names = await readPersonNames(store);
          return printResult(scan && withPerson(scan, names.ofScan(scan)));
        },
      );
    }
    const storeOption = (["data", "database"] as const).find((name) => values[name] !== undefined);
    if (storeOption !== undefined) {
      return wrongUse(io, `Give --hub or --${storeOption}, not both.`, last.usage);
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
    const caProblem = hub.value.protocol === "https:" && trustCertificates(values.ca);
    if (caProblem) return wrongUse(io, caProblem, last.usage);
    const result = await requestLastScan(hub.value, source, token);
    if (result.ok) return printResult(result.value);
    io.stderr.write(`${result.reason}\n`);
    return 1;
  },
};

function printScan(
  scan: Named<StoredScan> | undefined,
  source: "nfc" | "code",
  json: boolean,
  { stdout, stderr }: Io,
): number {
  if (!scan) {
    stderr.write(source === "nfc" ? "No NFC tag was scanned yet.\n" : "No code was scanned yet.\n");
    return 1;
  }
  // Escapes the content for a terminal only, because a program needs it unchanged.
  const content = stdout.isTTY ? printable(scan.content) : scan.content;
  stdout.write(`${json ? JSON.stringify(scan) : content}\n`);
  return 0;
}
