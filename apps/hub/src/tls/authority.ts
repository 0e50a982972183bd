import { createPrivateKey, X509Certificate } from "node:crypto";
import { chmod, mkdir } from "node:fs/promises";
import { hostname, networkInterfaces } from "node:os";
import { join } from "node:path";
import { StartError } from "../start-error.ts";
import { isPermitted, toConstraints } from "./constraints.ts";
import type { AuthorityFiles } from "./sign.ts";
import { readIfThere, writeWholeFile } from "./whole-file.ts";

/** The hub's own CA. All PEM texts; see `createAuthority` for who signs whom. */
export type Authority = AuthorityFiles & {
  /** The signing CA, parsed. */
  x509: X509Certificate;
  /** Whether the CA may sign this name or address. */
  maySign(name: string): Promise<boolean>;
};

/**
 * Opens the CA in the data folder, or makes it at the first start. `tls/ca-key.pem` (mode 0600) holds the
 * signing key with its certificates, so that they cannot drift apart; `ca.pem` is a readable copy of the root.
 * Throws a StartError when they are damaged: phones trust this CA, so it is never replaced by itself.
 */
export async function openAuthority(
  dir: string,
  options: { now: Date; names: readonly string[] },
): Promise<Authority> {
  const files = { key: join(dir, "tls", "ca-key.pem"), cert: join(dir, "ca.pem") };
  await mkdir(join(dir, "tls"), { recursive: true, mode: 0o700 });
  const text = (await readIfThere(files.key)) ?? (await createFirst(files, options));
  const authority = parseAuthority(text, files);
  if (authority.x509.validToDate <= options.now) throw ended(files, authority.x509);
  await chmod(files.key, 0o600);
  await publish(authority, files);
  return authority;
}

type Files = { key: string; cert: string };

const hour = 3_600_000;
const startAgain = ({ key, cert }: Files) =>
  `or delete ${key} and ${cert} to make a new one, which every phone then has to install again.`;

async function createFirst(files: Files, options: { now: Date; names: readonly string[] }) {
  if ((await readIfThere(files.cert)) !== undefined) {
    // The key is written before: another process may have made both since it was looked for.
    const made = await readIfThere(files.key);
    if (made !== undefined) return made;
    throw new StartError(
      `${files.key} is missing, though ${files.cert} shows that there was a CA: put it back from a backup, ${startAgain(files)}`,
    );
  }
  const { createAuthority } = await import("./sign.ts");
  const notAfter = new Date(options.now);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + 10);
  const made = await createAuthority({
    host: hostname(),
    constraints: toConstraints(options.names, networkInterfaces()),
    notBefore: new Date(options.now.getTime() - hour),
    notAfter,
  });
  const text = `${made.root}${made.cert}${made.key}`;
  // Another process may have been first; then its CA counts.
  const isOurs = await writeWholeFile(files.key, text, { mode: 0o600, keep: true });
  return isOurs ? text : ((await readIfThere(files.key)) ?? text);
}

function parseAuthority(text: string, files: Files): Authority {
  const blocks = text.match(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----\n?/g) ?? [];
  const [root = "", cert = "", key = ""] = blocks;
  try {
    const x509 = new X509Certificate(cert);
    const isWhole =
      x509.checkPrivateKey(createPrivateKey(key)) &&
      x509.verify(new X509Certificate(root).publicKey);
    if (!isWhole) throw new Error("Its parts do not fit together.");
    return { root, cert, key, x509, maySign: createCheck(cert) };
  } catch (cause) {
    throw new StartError(
      `The hub's CA in ${files.key} is damaged: put it back from a backup, ${startAgain(files)}`,
      { cause },
    );
  }
}

function ended(files: Files, x509: X509Certificate): StartError {
  const end = x509.validToDate.toISOString().slice(0, 10);
  return new StartError(
    `The hub's CA ended on ${end}: correct the clock if it is wrong, ${startAgain(files)}`,
  );
}

function createCheck(cert: string): Authority["maySign"] {
  return async (name) => {
    const { readConstraints } = await import("./sign.ts");
    const constraints = readConstraints(cert);
    return constraints === undefined || isPermitted(name, constraints);
  };
}

async function publish(authority: Authority, files: Files): Promise<void> {
  if ((await readIfThere(files.cert)) === authority.root) return;
  await writeWholeFile(files.cert, authority.root, { mode: 0o644 });
}
