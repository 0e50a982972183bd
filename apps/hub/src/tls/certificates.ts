import { createPrivateKey, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { certificateNames, normalizeHost } from "../addresses/local-addresses.ts";
import { readFileIfExists, writeFileAtomically } from "../files/atomic-file.ts";
import { type Authority, isEarly, openAuthority } from "./authority.ts";

/**
 * A certificate with its chain below the root, and its key, both as PEM texts. They are options of
 * `tls.createSecureContext`.
 */
export type KeyAndCertificate = { key: string; cert: string };

/** The hub's own CA and the certificate it serves. */
export type Certificates = {
  /** The CA certificate for phones and for `--ca`, as PEM text. */
  readonly caPem: string;
  /** The same certificate as DER. */
  readonly caDer: Uint8Array;
  /** Returns the certificate to serve now. */
  current(): KeyAndCertificate;
  /**
   * Returns the wanted names that the CA may not sign, because its constraints were set before
   * these names existed.
   */
  omittedNames(): readonly string[];
  /** Calls the listener after each renewal. Returns a function that removes the listener. */
  onChange(listener: (renewed: KeyAndCertificate) => void): () => void;
  /**
   * Renews the certificate if the names have changed or it expires soon. This also happens every
   * minute.
   */
  refresh(): Promise<void>;
  close(): void;
};

/**
 * Opens the CA and the server certificate in the data folder, creates them if they are missing, and
 * renews the server certificate when needed. Throws a StartError if the CA is damaged or has
 * expired.
 */
export async function openCertificates(
  dir: string,
  options: {
    now?: () => Date;
    /**
     * Returns the names and addresses to serve. Called at every check. Default:
     * `certificateNames()`.
     */
    names?: () => readonly string[];
    /** Called with one sentence if a renewal fails or cannot be saved. */
    warn?: (sentence: string) => void;
    intervalMs?: number;
  } = {},
): Promise<Certificates> {
  const { now = () => new Date(), names = () => certificateNames(), intervalMs = 60_000 } = options;
  let authority = await openAuthority(dir, { now: now(), names: names() });
  const file = join(dir, "tls", "server.pem");
  const saved = parseServed((await readFileIfExists(file)) ?? "", authority);
  const listeners = new Set<(renewed: KeyAndCertificate) => void>();

  let omittedNames: readonly string[] = [];
  let served = await renewIfNeeded(saved);
  let lastRefresh: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    refresh().catch((error) => options.warn?.(`The certificate could not be renewed: ${error}`));
  }, intervalMs).unref();

  /** Returns the existing certificate if its names and dates are right, otherwise a new one. */
  async function renewIfNeeded(
    existing: ServerCertificate | undefined,
  ): Promise<ServerCertificate> {
    const wantedNames = [...new Set(names())];
    const signedNames = hasSameNames(existing?.names, wantedNames)
      ? wantedNames
      : await filterPermitted(wantedNames, authority);
    omittedNames = wantedNames.filter((name) => !signedNames.includes(name));
    const time = now();
    if (
      existing &&
      hasSameNames(existing.names, signedNames) &&
      isCurrent(existing, authority, time)
    ) {
      return existing;
    }
    const pair = await issueCertificate(authority, signedNames, time);
    try {
      await writeFileAtomically(file, `${pair.cert}${pair.key}`, { mode: 0o600 });
    } catch (error) {
      options.warn?.(`The new certificate is in use, but could not be saved: ${error}`);
    }
    return { pair, names: signedNames, x509: new X509Certificate(pair.cert) };
  }

  function refresh(): Promise<void> {
    const refreshed = lastRefresh
      // The caller of the previous run has received its error.
      .catch(() => undefined)
      .then(async () => {
        const before = served;
        // The CA was created while the clock was ahead, so devices would not accept it for a long
        // time.
        if (isEarly(authority, now())) {
          authority = await openAuthority(dir, { now: now(), names: names() });
        }
        served = await renewIfNeeded(before);
        if (served !== before) for (const listener of listeners) listener(served.pair);
      });
    lastRefresh = refreshed;
    return refreshed;
  }

  return {
    get caPem() {
      return authority.root;
    },
    get caDer() {
      return new Uint8Array(new X509Certificate(authority.root).raw);
    },
    current: () => served.pair,
    omittedNames: () => omittedNames,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    close: () => clearInterval(timer),
  };
}

type ServerCertificate = {
  pair: KeyAndCertificate;
  names: readonly string[];
  x509: X509Certificate;
};

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Parses the saved key and certificate. Returns undefined if they are damaged, incomplete or signed
 * by another CA.
 */
function parseServed(text: string, authority: Authority): ServerCertificate | undefined {
  const keyStart = text.indexOf("-----BEGIN PRIVATE KEY-----");
  const pair = { cert: text.slice(0, keyStart), key: text.slice(keyStart) };
  try {
    const x509 = new X509Certificate(pair.cert);
    const isOurs = x509.verify(authority.x509.publicKey) && pair.cert.endsWith(authority.cert);
    if (!isOurs || !x509.checkPrivateKey(createPrivateKey(pair.key))) return undefined;
    return { pair, names: readNames(x509), x509 };
  } catch {
    return undefined;
  }
}

function readNames(x509: X509Certificate): string[] {
  const entries = (x509.subjectAltName ?? "").split(", ");
  const names = entries.map((entry) => normalizeHost(entry.replace(/^(DNS|IP Address):/, "")));
  return names.filter((name) => name !== undefined);
}

function hasSameNames(
  before: readonly string[] | undefined,
  wantedNames: readonly string[],
): boolean {
  return (
    before?.length === wantedNames.length && wantedNames.every((name) => before.includes(name))
  );
}

async function filterPermitted(names: readonly string[], authority: Authority): Promise<string[]> {
  const permitted = await Promise.all(names.map((name) => authority.maySign(name)));
  return names.filter((_, index) => permitted[index]);
}

/**
 * Returns whether a certificate needs no renewal: it is already valid, and does not expire within
 * 30 days. A certificate that expires together with its CA stays current, because no later end is
 * possible.
 */
function isCurrent({ pair, x509 }: ServerCertificate, authority: Authority, now: Date): boolean {
  if (now < x509.validFromDate || !pair.cert.endsWith(authority.cert)) return false;
  const isLast = x509.validToDate >= authority.x509.validToDate;
  return isLast || now.getTime() < x509.validToDate.getTime() - 30 * day;
}

/**
 * Issues a certificate for 397 days, because Apple accepts at most 398. It is valid from an hour
 * ago, for devices whose clock is slow.
 */
async function issueCertificate(
  authority: Authority,
  names: readonly string[],
  now: Date,
): Promise<KeyAndCertificate> {
  const { createServerCertificate } = await import("./sign.ts");
  const notBefore = new Date(now.getTime() - hour);
  const end = Math.min(notBefore.getTime() + 397 * day, authority.x509.validToDate.getTime());
  return createServerCertificate({ authority, names, notBefore, notAfter: new Date(end) });
}
