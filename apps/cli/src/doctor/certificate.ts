import { isIP } from "node:net";
import {
  type ConnectionOptions,
  checkServerIdentity,
  connect,
  type DetailedPeerCertificate,
} from "node:tls";
import { type CheckResult, failed, passed, type Target, warned } from "./check.ts";

/**
 * Performs a TLS handshake with one address and checks the certificate by the rules of phones and
 * browsers.
 */
export async function checkCertificate(
  target: Target,
  address: string,
  timeoutMs: number,
): Promise<CheckResult[]> {
  const handshake = await performHandshake(target, address, timeoutMs);
  if (handshake.ok) return checkContents(handshake, target, new Date());
  const withOldTls = await performHandshake(target, address, timeoutMs, {
    minVersion: "TLSv1",
    ciphers: "DEFAULT@SECLEVEL=0",
  });
  return [
    withOldTls.ok
      ? reportOldTls(withOldTls.protocol)
      : explainHandshakeError(handshake.error, target),
  ];
}

type Handshake = {
  ok: true;
  protocol: string;
  certificate: DetailedPeerCertificate;
  /** The code of OpenSSL if the chain does not end in an authority that is trusted here. */
  trustError?: string | undefined;
};

function performHandshake(
  { host, port }: Target,
  address: string,
  timeoutMs: number,
  options: ConnectionOptions = {},
): Promise<Handshake | { ok: false; error: string }> {
  return new Promise((resolve) => {
    const socket = connect({
      host: address,
      port,
      ...(!isIP(host) && { servername: host }),
      ALPNProtocols: ["http/1.1"],
      // The certificate is checked completely below, and nothing is sent over this connection.
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      ...options,
    });
    const fail = (error: string) => {
      socket.destroy();
      resolve({ ok: false, error });
    };
    socket.setTimeout(timeoutMs, () => fail("timeout"));
    socket.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    socket.on("close", () => fail("ECONNRESET"));
    socket.on("secureConnect", () => {
      const certificate = socket.getPeerCertificate(true);
      const protocol = socket.getProtocol() ?? "TLS";
      // This is a string with the code of OpenSSL, although @types/node declares an Error.
      const trustError = socket.authorized ? undefined : String(socket.authorizationError);
      resolve({ ok: true, protocol, certificate, trustError });
      socket.destroy();
    });
  });
}

const dayMs = 86_400_000;

function checkContents(
  { protocol, certificate, trustError }: Handshake,
  target: Target,
  now: Date,
): CheckResult[] {
  const from = new Date(certificate.valid_from);
  const to = new Date(certificate.valid_to);
  const days = Math.floor((to.getTime() - now.getTime()) / dayMs);
  const checks: CheckResult[] = [];
  const addProblem = (text: string, advice: string) =>
    checks.push(failed("certificate", text, advice));

  if (days < 0) {
    addProblem(
      `The certificate expired on ${toDay(to)}.`,
      "Renew the certificate on the receiver, and find out why automatic renewal failed.",
    );
  } else if (from > now) {
    addProblem(
      `The certificate is only valid from ${toDay(from)}.`,
      "Check the clock of this computer and the clock of the computer that made the certificate.",
    );
  } else if (trustError) {
    checks.push(explainTrust(trustError, certificate, target));
  }
  const nameError = checkServerIdentity(target.host, certificate);
  if (nameError) {
    addProblem(
      `The certificate is not for ${target.host}, but for ${formatNames(certificate)}.`,
      `Use one of those names in the receiver URL, or get a certificate for ${target.host}.`,
    );
  } else if (!certificate.subjectaltname) {
    addProblem(
      "The certificate names its host only in the obsolete field CN, which phones and browsers ignore.",
      "Make a new certificate with the name as subjectAltName.",
    );
  }
  if (certificate.modulus && (certificate.bits ?? 2048) < 2048) {
    addProblem(
      `The certificate's RSA key has only ${certificate.bits} bits; iPhones require at least 2048.`,
      "Make a new key and certificate.",
    );
  }
  if (to.getTime() - from.getTime() > 825.5 * dayMs) {
    addProblem(
      `The certificate is valid for ${Math.round((to.getTime() - from.getTime()) / dayMs)} days; iPhones refuse more than 825.`,
      "Make a certificate that is valid for a year.",
    );
  }
  if (checks.length > 0) return checks;
  if (days < 14) {
    return [
      warned(
        "certificate",
        `The certificate expires on ${toDay(to)}, in ${days} days.`,
        "Check that the certificate is renewed in time. After this date no scan gets through.",
      ),
    ];
  }
  return [
    passed(
      "certificate",
      `${protocol.replace("v", " ")}, certificate by ${formatIssuer(certificate)} for ${target.host} until ${toDay(to)} (${days} days)`,
    ),
  ];
}

function explainTrust(
  code: string,
  certificate: DetailedPeerCertificate,
  target: Target,
): CheckResult {
  const issuer = formatIssuer(certificate);
  const chain = listChain(certificate);
  const caHint =
    "To continue the check from this computer, give the file of the authority with --ca.";
  if (code === "DEPTH_ZERO_SELF_SIGNED_CERT") {
    return failed(
      "certificate",
      "The certificate is self-signed, so phones and browsers refuse it.",
      `Use a certificate from an authority. A Scanhook hub makes its own authority and helps phones to trust it. ${caHint}`,
    );
  }
  if (code === "CERT_HAS_EXPIRED") {
    const expired = chain.find((link) => new Date(link.valid_to) < new Date());
    return failed(
      "certificate",
      `A certificate above the receiver's own has expired${expired ? ` (${nameOf(expired)})` : ""}.`,
      "Install the current chain of the authority on the receiver.",
    );
  }
  if (code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE" && chain.length === 1) {
    return failed(
      "certificate",
      `The receiver sends only its own certificate, and this computer does not know its issuer (${issuer}).`,
      `If that is a public authority, the intermediate certificate is missing, so let the receiver send the full chain. If that is a private authority, install its certificate on every device that scans. ${caHint}`,
    );
  }
  if (/SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY/.test(code)) {
    return failed(
      "certificate",
      `The certificate is by ${issuer}, an authority that this computer does not know.`,
      `Install that authority on every device that scans (a Scanhook hub helps with that at http://${target.url.hostname}:8080/phone, or at its own http-port). ${caHint} The file of a Scanhook hub is ca.pem in its data folder.`,
    );
  }
  return failed(
    "certificate",
    `The certificate does not pass the check (${code}).`,
    "Get a certificate from an authority that phones trust.",
  );
}

function reportOldTls(protocol: string): CheckResult {
  return failed(
    "certificate",
    `The receiver supports only ${protocol.replace("v", " ")}, which phones and browsers no longer support.`,
    "Let the receiver support TLS 1.2 or 1.3.",
  );
}

function explainHandshakeError(error: string, { port }: Target): CheckResult {
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST/.test(error)) {
    return failed(
      "certificate",
      `The service on port ${port} does not use https. It may use plain http.`,
      "Use the receiver's https port, or switch https on at the receiver.",
    );
  }
  if (/UNRECOGNIZED_NAME/.test(error)) {
    return failed(
      "certificate",
      "The server does not know this name and ends the connection.",
      "Add the name to the server's settings, or use a name that the server knows.",
    );
  }
  return failed(
    "certificate",
    error === "timeout"
      ? `Port ${port} accepts the connection but does not respond to TLS.`
      : `The TLS handshake fails (${error}).`,
    "Check that this is the https port, and check the server's TLS settings.",
  );
}

function listChain(leaf: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain = [leaf];
  // A root certificate is its own issuer.
  for (let next = leaf.issuerCertificate; next && !chain.includes(next); ) {
    chain.push(next);
    next = next.issuerCertificate;
  }
  return chain;
}

function formatIssuer(certificate: DetailedPeerCertificate): string {
  const { O: organization, CN: name } = certificate.issuer;
  return [organization, name].filter(Boolean).flat().join(" ") || "a nameless authority";
}

function nameOf(certificate: DetailedPeerCertificate): string {
  return [certificate.subject.CN ?? certificate.subject.O ?? "nameless"].flat().join(" ");
}

function formatNames(certificate: DetailedPeerCertificate): string {
  const names = certificate.subjectaltname?.replace(/(DNS|IP Address):/g, "");
  return names || nameOf(certificate);
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
