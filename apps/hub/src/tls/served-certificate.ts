import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { certificateNames } from "../addresses/local-addresses.ts";
import type { Settings } from "../settings/settings-table.ts";
import { StartError } from "../start-error.ts";
import { type KeyAndCertificate, openCertificates } from "./certificates.ts";

/** The certificate the HTTPS listener shows, kept fresh: of the hub's own CA, or from the owner's files. */
export type ServedCertificate = {
  current(): KeyAndCertificate;
  onChange(listener: (renewed: KeyAndCertificate) => void): void;
  /** The hub's own CA, when it has one. */
  ca?: { pem: string; der: Uint8Array };
  close(): void;
};

type Options = { warn: (sentence: string) => void; everyMs?: number };

/** Undefined: no TLS. Throws a StartError when files or folder are not as they should be. */
export async function openServedCertificate(
  settings: Settings,
  options: Options,
): Promise<ServedCertificate | undefined> {
  if (settings.tls === "off") return undefined;
  if (settings.tls === "files") return openFiles(settings, options);
  const named = settings.publicUrl ? [new URL(settings.publicUrl).hostname] : [];
  const names = () => certificateNames([settings.host, ...named].filter((name) => !isAny(name)));
  const own = await openCertificates(settings.data, { names, warn: options.warn }).catch(
    (error) => {
      throw toStartError(error, join(settings.data, "tls"));
    },
  );
  for (const name of own.leftOut()) {
    options.warn(`The CA in ${settings.data} was made without ${name} and cannot vouch for it.`);
  }
  return {
    current: own.current,
    onChange: (listener) => void own.onChange(listener),
    ca: { pem: own.caPem, der: own.caDer },
    close: own.close,
  };
}

/** What the file system refuses is said with what to do; anything else stays what it was. */
function toStartError(error: unknown, folder: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || syscall === undefined) return error;
  const what = `The certificates in ${folder} cannot be read or written (${code})`;
  const advice = "let the hub use that folder, or choose another one with --data";
  return new StartError(`${what}; ${advice}.`, { cause: error });
}

/** Whoever renews the files (an ACME client) need not tell the hub: it looks every minute. */
async function openFiles(settings: Settings, options: Options): Promise<ServedCertificate> {
  const { tlsCert = "", tlsKey = "" } = settings;
  const listeners = new Set<(renewed: KeyAndCertificate) => void>();
  let served = {
    cert: await readPem(tlsCert, "--tls-cert"),
    key: await readPem(tlsKey, "--tls-key"),
  };
  const look = async () => {
    const now = { cert: await readFile(tlsCert, "utf8"), key: await readFile(tlsKey, "utf8") };
    if (now.cert === served.cert && now.key === served.key) return;
    if (now.cert === "" || now.key === "") throw new Error("One of them is empty.");
    createSecureContext(now);
    for (const listener of listeners) listener(now);
    served = now;
  };
  const timer = setInterval(() => {
    // Nobody is told of a half-written pair; the next look finds it whole.
    look().catch((error) => options.warn(`The new TLS files cannot be used: ${String(error)}`));
  }, options.everyMs ?? 60_000).unref();
  return {
    current: () => served,
    onChange: (listener) => void listeners.add(listener),
    close: () => clearInterval(timer),
  };
}

async function readPem(path: string, option: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(`${path} cannot be read (${cause.code}); correct ${option}.`, { cause });
  });
  // Node would take it and fail every handshake.
  if (text.trim() === "") throw new StartError(`${path} is empty; correct ${option}.`);
  return text;
}

function isAny(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}
