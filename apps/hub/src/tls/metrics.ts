import { X509Certificate } from "node:crypto";
import { Gauge, type Registry } from "prom-client";
import type { ServedCertificate } from "./served-certificate.ts";

/** Registers when the certificate that the hub serves begins and ends. */
export function measureCertificate(
  registry: Registry,
  certificate: Pick<ServedCertificate, "current">,
): void {
  const registers = [registry];
  let parsed: { pem: string; x509: X509Certificate } | undefined;
  const read = () => {
    const pem = certificate.current().cert;
    if (parsed?.pem !== pem) parsed = { pem, x509: new X509Certificate(pem) };
    return parsed.x509;
  };
  new Gauge({
    name: "scanhook_certificate_not_before_timestamp_seconds",
    help: "From when on the certificate of this hub is valid, in Unix time. Not with TLS off.",
    registers,
    collect() {
      this.set(read().validFromDate.getTime() / 1000);
    },
  });
  new Gauge({
    name: "scanhook_certificate_not_after_timestamp_seconds",
    help: "When the certificate of this hub expires, in Unix time. Not with TLS off.",
    registers,
    collect() {
      this.set(read().validToDate.getTime() / 1000);
    },
  });
}
