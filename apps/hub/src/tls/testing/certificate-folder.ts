import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Certificates, openCertificates } from "../certificates.ts";

/**
 * Creates an empty data folder for certificates, which is removed at the end of the test (`using`).
 */
export function makeCertificateFolder() {
  const dir = mkdtempSync(join(tmpdir(), "scanhook-tls-"));
  const opened: Certificates[] = [];
  return {
    dir,
    /** Opens the certificates of the folder, as a hub does at each start. */
    async openCertificates(
      options: Parameters<typeof openCertificates>[1] = {},
    ): Promise<Certificates> {
      const certificates = await openCertificates(dir, options);
      opened.push(certificates);
      return certificates;
    },
    /** Reads the server certificate as it was saved. */
    readSaved: () => new X509Certificate(readFileSync(join(dir, "tls", "server.pem"))),
    [Symbol.dispose]() {
      for (const certificates of opened) certificates.close();
      rmSync(dir, { recursive: true });
    },
  };
}

export type CertificateFolder = ReturnType<typeof makeCertificateFolder>;
