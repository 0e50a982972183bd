import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { describeUnreadable } from "../input/unreadable-file.ts";

/**
 * Makes this process trust the certificate authorities of Node and of this computer, as browsers
 * do, and those in `file` (PEM). Returns a sentence if the file cannot be used.
 */
export function trustCertificates(file?: string): string | undefined {
  const extraCertificates = file === undefined ? [] : readCertificates(file);
  if (typeof extraCertificates === "string") return extraCertificates;
  const certificates = [
    ...getCACertificates("default"),
    ...getCACertificates("system"),
    ...extraCertificates,
  ];
  setDefaultCACertificates([...new Set(certificates)]);
}

/** Returns the PEM blocks of the certificates in a file, or a sentence if it cannot be used. */
function readCertificates(file: string): string[] | string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    return `--ca: ${file} cannot be read: ${describeUnreadable(error)}.`;
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) {
    return `--ca: ${file} contains no certificate; it must be a PEM file with a BEGIN CERTIFICATE line.`;
  }
  try {
    for (const block of blocks) new X509Certificate(block);
  } catch {
    return `--ca: a certificate in ${file} is damaged; fetch the file again.`;
  }
  return blocks;
}
