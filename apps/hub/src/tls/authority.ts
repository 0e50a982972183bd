import { createPrivateKey, X509Certificate } from "node:crypto";
import { chmod, mkdir, rm } from "node:fs/promises";
import { hostname, networkInterfaces } from "node:os";
import { join } from "node:path";
import { readFileIfExists, writeFileAtomically } from "../files/atomic-file.ts";
import { StartError } from "../settings/start-error.ts";
import { createConstraints, isPermitted } from "./constraints.ts";
import type { AuthorityPems } from "./sign.ts";

/** The hub's own CA as PEM texts. `createAuthority` explains the chain. */
export type Authority = AuthorityPems & {
  /** The parsed certificate of the signing CA. */
  x509: X509Certificate;
  /** Whether the CA may sign this name or address. */
  maySign(name: string): Promise<boolean>;
};

/**
 * Opens the CA in the data folder, or creates it at the first start. `tls/ca-key.pem` (mode 0600)
 * holds the signing key together with its certificates, so that they always match. `ca.pem` is a
 * readable copy of the root. Throws a StartError if they are damaged or expired. The hub never
 * replaces such a CA by itself, because phones trust it. It only replaces a CA that is not valid
 * yet, because it was created while the clock was ahead.
 */
export async function openAuthority(
  dir: string,
  options: { now: Date; names: readonly string[] },
): Promise<Authority> {
  const paths = { key: join(dir, "tls", "ca-key.pem"), cert: join(dir, "ca.pem") };
  await mkdir(join(dir, "tls"), { recursive: true, mode: 0o700 });
  const text = (await readFileIfExists(paths.key)) ?? (await createAuthorityFiles(paths, options));
  const authority = parseAuthority(text, paths);
  if (isEarly(authority, options.now)) {
    await Promise.all([paths.key, paths.cert].map((path) => rm(path, { force: true })));
    return openAuthority(dir, options);
  }
  if (authority.x509.validToDate <= options.now) throw expiredError(paths, authority.x509);
  await chmod(paths.key, 0o600);
  await writeRootCertificate(authority, paths);
  return authority;
}

/** Returns whether the CA is not valid yet. */
export function isEarly({ x509 }: Pick<Authority, "x509">, now: Date): boolean {
  return now < x509.validFromDate;
}

type AuthorityPaths = { key: string; cert: string };

const hour = 3_600_000;
const adviceToRecreate = ({ key, cert }: AuthorityPaths) =>
  `or delete ${key} and ${cert} to make a new one, which every phone then has to install again.`;

async function createAuthorityFiles(
  paths: AuthorityPaths,
  options: { now: Date; names: readonly string[] },
) {
  if ((await readFileIfExists(paths.cert)) !== undefined) {
    // Another process may have created both files since the key was looked for. It writes the key
    // first.
    const key = await readFileIfExists(paths.key);
    if (key !== undefined) return key;
    throw new StartError(
      `${paths.key} is missing, though ${paths.cert} shows that there was a CA: put it back from a backup, ${adviceToRecreate(paths)}`,
    );
  }
  const { createAuthority } = await import("./sign.ts");
  const notAfter = new Date(options.now);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + 10);
  const newAuthority = await createAuthority({
    host: hostname(),
    constraints: createConstraints(options.names, networkInterfaces()),
    notBefore: new Date(options.now.getTime() - hour),
    notAfter,
  });
  const text = `${newAuthority.root}${newAuthority.cert}${newAuthority.key}`;
  // If another process was faster, its CA is used.
  const isWritten = await writeFileAtomically(paths.key, text, { mode: 0o600, keep: true });
  return isWritten ? text : ((await readFileIfExists(paths.key)) ?? text);
}

function parseAuthority(text: string, paths: AuthorityPaths): Authority {
  const blocks = text.match(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----\n?/g) ?? [];
  const [root = "", cert = "", key = ""] = blocks;
  try {
    const x509 = new X509Certificate(cert);
    const isConsistent =
      x509.checkPrivateKey(createPrivateKey(key)) &&
      x509.verify(new X509Certificate(root).publicKey);
    if (!isConsistent) throw new Error("The key and the certificates do not match.");
    return { root, cert, key, x509, maySign: (name) => maySign(cert, name) };
  } catch (cause) {
    throw new StartError(
      `The hub's CA in ${paths.key} is damaged: put it back from a backup, ${adviceToRecreate(paths)}`,
      { cause },
    );
  }
}

function expiredError(paths: AuthorityPaths, x509: X509Certificate): StartError {
  const end = x509.validToDate.toISOString().slice(0, 10);
  return new StartError(
    `The hub's CA ended on ${end}: correct the clock if it is wrong, ${adviceToRecreate(paths)}`,
  );
}

async function maySign(cert: string, name: string): Promise<boolean> {
  const { readConstraints } = await import("./sign.ts");
  const constraints = readConstraints(cert);
  return constraints === undefined || isPermitted(name, constraints);
}

async function writeRootCertificate(authority: Authority, paths: AuthorityPaths): Promise<void> {
  if ((await readFileIfExists(paths.cert)) === authority.root) return;
  await writeFileAtomically(paths.cert, authority.root, { mode: 0o644 });
}
