import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { certificateNames } from "../addresses/local-addresses.ts";
import { plausibleTime } from "../released.ts";
import type { Settings } from "../settings/settings-table.ts";
import { StartError } from "../settings/start-error.ts";
import { type KeyAndCertificate, openCertificates } from "./certificates.ts";

/**
 * The certificate of the HTTPS listener, signed by the hub's own CA or read from the owner's files.
 * It is renewed or read again when needed.
 */
export type ServedCertificate = {
  current(): KeyAndCertificate;
  onChange(listener: (renewed: KeyAndCertificate) => void): void;
  /** The hub's own CA, if it has one. */
  readonly ca?: { pem: string; der: Uint8Array };
  /** Starts a check whether another certificate is needed, for example after the clock was set. */
  check(): void;
  close(): void;
};

type Options = { warn: (sentence: string) => void; intervalMs?: number };

/**
 * Opens the certificate. Returns undefined if TLS is off. Throws a StartError if files or folders
 * cannot be used.
 */
export async function openServedCertificate(
  settings: Settings,
  options: Options,
): Promise<ServedCertificate | undefined> {
  if (settings.tls === "off") return undefined;
  if (settings.tls === "files") return openCertificateFiles(settings, options);
  const publicHosts = settings.publicUrl ? [new URL(settings.publicUrl).hostname] : [];
  const names = () =>
    certificateNames([settings.host, ...publicHosts].filter((name) => !isUnspecified(name)));
  const now = () => plausibleTime(new Date());
  const certificates = await openCertificates(settings.data, {
    names,
    now,
    warn: options.warn,
  }).catch((error) => {
    throw toStartError(error, join(settings.data, "tls"));
  });
  for (const name of certificates.omittedNames()) {
    options.warn(
      `The CA in ${settings.data} was created without ${name}, so the certificate does not include that name.`,
    );
  }
  return {
    current: certificates.current,
    onChange: (listener) => void certificates.onChange(listener),
    get ca() {
      return { pem: certificates.caPem, der: certificates.caDer };
    },
    check: () => void certificates.refresh().catch((error) => options.warn(String(error))),
    close: certificates.close,
  };
}

/**
 * Converts an error of the file system to a StartError that says what to do. Returns any other
 * error unchanged.
 */
function toStartError(error: unknown, folder: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || syscall === undefined) return error;
  return new StartError(
    `The certificates in ${folder} cannot be read or written (${code}); let the hub use that folder, or choose another one with --data.`,
    { cause: error },
  );
}

/**
 * Opens the owner's certificate files. Reads them again every minute, so that an ACME client can
 * renew them without notifying the hub.
 */
async function openCertificateFiles(
  settings: Settings,
  options: Options,
): Promise<ServedCertificate> {
  const { tlsCert = "", tlsKey = "" } = settings;
  const listeners = new Set<(renewed: KeyAndCertificate) => void>();
  let served = {
    cert: await readPem(tlsCert, "--tls-cert"),
    key: await readPem(tlsKey, "--tls-key"),
  };
  const checkFiles = async () => {
    const newPair = { cert: await readFile(tlsCert, "utf8"), key: await readFile(tlsKey, "utf8") };
    if (newPair.cert === served.cert && newPair.key === served.key) return;
    if (newPair.cert === "" || newPair.key === "") throw new Error("One of them is empty.");
    createSecureContext(newPair);
    for (const listener of listeners) listener(newPair);
    served = newPair;
  };
  const check = () => {
    // After a failed check, the old pair stays in use. If the new pair was incomplete, the next
    // check will find the complete one.
    checkFiles().catch((error) =>
      options.warn(`The new TLS files cannot be used: ${String(error)}`),
    );
  };
  const timer = setInterval(check, options.intervalMs ?? 60_000).unref();
  return {
    current: () => served,
    onChange: (listener) => void listeners.add(listener),
    check,
    close: () => clearInterval(timer),
  };
}

async function readPem(path: string, option: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(`${path} cannot be read (${cause.code}); correct ${option}.`, { cause });
  });
  // Node would accept an empty text, but then every handshake would fail.
  if (text.trim() === "") throw new StartError(`${path} is empty; correct ${option}.`);
  return text;
}

function isUnspecified(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}
