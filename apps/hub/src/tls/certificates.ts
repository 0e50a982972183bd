import { createPrivateKey, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { certificateNames, toName } from "../addresses/local-addresses.ts";
import { type Authority, openAuthority } from "./authority.ts";
import { readIfThere, writeWholeFile } from "./whole-file.ts";

/** A certificate with its chain below the CA, and its key, both PEM, ready for `tls.createSecureContext` and `server.setSecureContext`. */
export type KeyAndCertificate = { key: string; cert: string };

/** The hub's own CA and the certificate it serves. */
export type Certificates = {
  /** The CA certificate for phones and for `--ca`; PEM text. */
  caPem: string;
  /** The same as DER. */
  caDer: Uint8Array;
  /** What to serve now. */
  current(): KeyAndCertificate;
  /** Names that were asked for but that this CA may not sign: it was made before they were known. */
  leftOut(): readonly string[];
  /** Calls the listener after each renewal; the answer stops that. */
  onChange(listener: (renewed: KeyAndCertificate) => void): () => void;
  /** Renews now if the names changed or the end is near. Also done every minute. */
  refresh(): Promise<void>;
  close(): void;
};

/**
 * Opens the CA and the server certificate in the data folder and keeps the latter fresh; makes what is missing.
 * Throws a StartError when the CA is damaged or has ended.
 */
export async function openCertificates(
  dir: string,
  options: {
    now?: () => Date;
    /** Names and addresses to be served; asked again at every check. Default: `certificateNames()`. */
    names?: () => readonly string[];
    /** Told in one sentence when a renewal could not be made or saved. Default: nobody is. */
    warn?: (sentence: string) => void;
    everyMs?: number;
  } = {},
): Promise<Certificates> {
  const { now = () => new Date(), names = () => certificateNames(), everyMs = 60_000 } = options;
  const authority = await openAuthority(dir, { now: now(), names: names() });
  const file = join(dir, "tls", "server.pem");
  const saved = parseServed((await readIfThere(file)) ?? "", authority);
  const listeners = new Set<(renewed: KeyAndCertificate) => void>();

  let leftOut: readonly string[] = [];
  let served = await fresh(saved);
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    refresh().catch((error) => options.warn?.(`The certificate could not be renewed: ${error}`));
  }, everyMs).unref();

  /** The same certificate while it fits, else a new one. */
  async function fresh(before: Served | undefined): Promise<Served> {
    const wanted = [...new Set(names())];
    const signed = isSame(before?.names, wanted) ? wanted : await allowed(wanted, authority);
    leftOut = wanted.filter((name) => !signed.includes(name));
    const moment = now();
    if (before && isSame(before.names, signed) && isInItsTime(before, authority, moment)) {
      return before;
    }
    const pair = await issue(authority, signed, moment);
    try {
      await writeWholeFile(file, `${pair.cert}${pair.key}`, { mode: 0o600 });
    } catch (error) {
      options.warn?.(`The new certificate is in use, but could not be saved: ${error}`);
    }
    return { pair, names: signed, x509: new X509Certificate(pair.cert) };
  }

  function refresh(): Promise<void> {
    const next = running
      .catch(() => undefined)
      .then(async () => {
        const before = served;
        served = await fresh(before);
        if (served !== before) for (const listener of listeners) listener(served.pair);
      });
    running = next;
    return next;
  }

  return {
    caPem: authority.root,
    caDer: new Uint8Array(new X509Certificate(authority.root).raw),
    current: () => served.pair,
    leftOut: () => leftOut,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    close: () => clearInterval(timer),
  };
}

type Served = { pair: KeyAndCertificate; names: readonly string[]; x509: X509Certificate };

const hour = 3_600_000;
const day = 24 * hour;

/** Undefined for anything that cannot be served: damaged, half-written, or of another CA. */
function parseServed(text: string, authority: Authority): Served | undefined {
  const keyAt = text.indexOf("-----BEGIN PRIVATE KEY-----");
  const pair = { cert: text.slice(0, keyAt), key: text.slice(keyAt) };
  try {
    const x509 = new X509Certificate(pair.cert);
    const isOurs = x509.verify(authority.x509.publicKey) && pair.cert.endsWith(authority.cert);
    if (!isOurs || !x509.checkPrivateKey(createPrivateKey(pair.key))) return undefined;
    return { pair, names: namesOf(x509), x509 };
  } catch {
    return undefined;
  }
}

function namesOf(x509: X509Certificate): string[] {
  const entries = (x509.subjectAltName ?? "").split(", ");
  const names = entries.map((entry) => toName(entry.replace(/^(DNS|IP Address):/, "")));
  return names.filter((name) => name !== undefined);
}

function isSame(before: readonly string[] | undefined, wanted: readonly string[]): boolean {
  return before?.length === wanted.length && wanted.every((name) => before.includes(name));
}

async function allowed(names: readonly string[], authority: Authority): Promise<string[]> {
  const verdicts = await Promise.all(names.map((name) => authority.maySign(name)));
  return names.filter((_, index) => verdicts[index]);
}

/** Also false when the clock stands before its beginning. A certificate that ends with its CA cannot be bettered. */
function isInItsTime({ x509 }: Served, authority: Authority, now: Date): boolean {
  if (now < x509.validFromDate) return false;
  const isLast = x509.validToDate >= authority.x509.validToDate;
  return isLast || now.getTime() < x509.validToDate.getTime() - 30 * day;
}

/** From an hour ago, for devices whose clock is slow; 397 days, as Apple and others take no more than 398. */
async function issue(
  authority: Authority,
  names: readonly string[],
  now: Date,
): Promise<KeyAndCertificate> {
  const { createServerCertificate } = await import("./sign.ts");
  const notBefore = new Date(now.getTime() - hour);
  const end = Math.min(notBefore.getTime() + 397 * day, authority.x509.validToDate.getTime());
  return createServerCertificate({ authority, names, notBefore, notAfter: new Date(end) });
}
