import { isIP } from "node:net";
import {
  type ConnectionOptions,
  checkServerIdentity,
  connect,
  type DetailedPeerCertificate,
} from "node:tls";
import { type Check, ok, problem, type Target, warning } from "./check.ts";

/** Shakes hands at one address and judges the certificate as phones and browsers do. */
export async function checkCertificate(
  target: Target,
  address: string,
  timeoutMs: number,
): Promise<Check[]> {
  const shaken = await shakeHands(target, address, timeoutMs);
  if (shaken.ok) return judge(shaken, target, new Date());
  const old = await shakeHands(target, address, timeoutMs, {
    minVersion: "TLSv1",
    ciphers: "DEFAULT@SECLEVEL=0",
  });
  return [old.ok ? tooOld(old.protocol) : explain(shaken.trouble, target)];
}

type Handshake = {
  ok: true;
  protocol: string;
  certificate: DetailedPeerCertificate;
  /** OpenSSL's code when the chain does not end in an authority that is trusted here. */
  untrusted?: string;
};

function shakeHands(
  { host, port }: Target,
  address: string,
  timeoutMs: number,
  options: ConnectionOptions = {},
): Promise<Handshake | { ok: false; trouble: string }> {
  return new Promise((resolve) => {
    const socket = connect({
      host: address,
      port,
      ...(!isIP(host) && { servername: host }),
      ALPNProtocols: ["http/1.1"],
      // It is judged below, in full; nothing is sent over this connection.
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      ...options,
    });
    const fail = (trouble: string) => {
      socket.destroy();
      resolve({ ok: false, trouble });
    };
    socket.setTimeout(timeoutMs, () => fail("timeout"));
    socket.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    socket.on("close", () => fail("ECONNRESET"));
    socket.on("secureConnect", () => {
      const certificate = socket.getPeerCertificate(true);
      const protocol = socket.getProtocol() ?? "TLS";
      // A string in fact: OpenSSL's code (@types/node says Error).
      const untrusted = socket.authorized ? undefined : String(socket.authorizationError);
      resolve({ ok: true, protocol, certificate, ...(untrusted && { untrusted }) });
      socket.destroy();
    });
  });
}

const day = 86_400_000;

function judge(
  { protocol, certificate, untrusted }: Handshake,
  target: Target,
  now: Date,
): Check[] {
  const from = new Date(certificate.valid_from);
  const to = new Date(certificate.valid_to);
  const days = Math.floor((to.getTime() - now.getTime()) / day);
  const checks: Check[] = [];
  const bad = (text: string, advice: string) => checks.push(problem("certificate", text, advice));

  if (days < 0) {
    bad(
      `The certificate expired on ${toDay(to)}.`,
      "Renew it on the receiver, and look why it was not renewed by itself.",
    );
  } else if (from > now) {
    bad(
      `The certificate is only valid from ${toDay(from)}.`,
      "Check the clock of this computer and of the one that made the certificate.",
    );
  } else if (untrusted) {
    checks.push(explainTrust(untrusted, certificate, target));
  }
  const misnamed = checkServerIdentity(target.host, certificate);
  if (misnamed) {
    bad(
      `The certificate is not for ${target.host}, but for ${namesOf(certificate)}.`,
      "Use one of those names in the address, or get a certificate that names this one.",
    );
  } else if (!certificate.subjectaltname) {
    bad(
      "The certificate names its host only in the old place (CN): phones and browsers do not look there.",
      "Make a new one with the name as subjectAltName.",
    );
  }
  if (certificate.modulus && (certificate.bits ?? 2048) < 2048) {
    bad(
      `The certificate's RSA key has only ${certificate.bits} bits; iPhones take 2048 and more.`,
      "Make a new key and certificate.",
    );
  }
  if (to.getTime() - from.getTime() > 825.5 * day) {
    bad(
      `The certificate is valid for ${Math.round((to.getTime() - from.getTime()) / day)} days; iPhones refuse more than 825.`,
      "Make one that is valid for a year.",
    );
  }
  if (checks.length > 0) return checks;
  if (days < 14) {
    return [
      warning(
        "certificate",
        `The certificate expires on ${toDay(to)}, in ${days} days.`,
        "Check that it is renewed in time; afterwards no scan gets through.",
      ),
    ];
  }
  return [
    ok(
      "certificate",
      `${protocol.replace("v", " ")}, certificate by ${issuerOf(certificate)} for ${target.host} until ${toDay(to)} (${days} days)`,
    ),
  ];
}

function explainTrust(code: string, certificate: DetailedPeerCertificate, target: Target): Check {
  const issuer = issuerOf(certificate);
  const chain = chainOf(certificate);
  const hereToo = "To check further from here, name its file with --ca.";
  if (code === "DEPTH_ZERO_SELF_SIGNED_CERT") {
    return problem(
      "certificate",
      "The certificate vouches for itself (self-signed), so phones and browsers refuse it.",
      `Use a certificate from an authority; a Scanhook hub makes its own and helps phones to trust it. ${hereToo}`,
    );
  }
  if (code === "CERT_HAS_EXPIRED") {
    const expired = chain.find((link) => new Date(link.valid_to) < new Date());
    return problem(
      "certificate",
      `A certificate above the receiver's own has expired${expired ? ` (${nameOf(expired)})` : ""}.`,
      "Install the current chain of the authority on the receiver.",
    );
  }
  if (code === "UNABLE_TO_VERIFY_LEAF_SIGNATURE" && chain.length === 1) {
    return problem(
      "certificate",
      `The receiver shows only its own certificate, and its issuer (${issuer}) is not known here.`,
      `If that is a public authority, the intermediate certificate is missing: let the receiver send the full chain. If it is a private one, install it on every device that scans. ${hereToo}`,
    );
  }
  if (/SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY/.test(code)) {
    return problem(
      "certificate",
      `The certificate is by ${issuer}, an authority that this computer does not know.`,
      `Install that authority on every device that scans (a Scanhook hub helps with it at http://${target.url.hostname}:8080/phone). ${hereToo} For a Scanhook hub that is ca.pem in its data folder.`,
    );
  }
  return problem(
    "certificate",
    `The certificate does not pass the check (${code}).`,
    "Get a certificate from an authority that phones trust.",
  );
}

function tooOld(protocol: string): Check {
  return problem(
    "certificate",
    `The receiver speaks only ${protocol.replace("v", " ")}, which phones and browsers have stopped speaking.`,
    "Let it speak TLS 1.2 or 1.3.",
  );
}

function explain(trouble: string, { port }: Target): Check {
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST/.test(trouble)) {
    return problem(
      "certificate",
      `What answers on port ${port} is not https; it may be plain http.`,
      "Use the receiver's https port, or switch https on there.",
    );
  }
  if (/UNRECOGNIZED_NAME/.test(trouble)) {
    return problem(
      "certificate",
      "The server does not know itself by this name and ends the conversation.",
      "Add the name to the server's settings, or use the name it has.",
    );
  }
  return problem(
    "certificate",
    trouble === "timeout"
      ? `Port ${port} takes the connection but does not answer to TLS.`
      : `The TLS handshake fails (${trouble}).`,
    "Check that this port is the https one, and the server's TLS settings.",
  );
}

function chainOf(leaf: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain = [leaf];
  // The root links to itself.
  for (let next = leaf.issuerCertificate; next && !chain.includes(next); ) {
    chain.push(next);
    next = next.issuerCertificate;
  }
  return chain;
}

function issuerOf(certificate: DetailedPeerCertificate): string {
  const { O: organization, CN: name } = certificate.issuer;
  return [organization, name].filter(Boolean).flat().join(" ") || "a nameless authority";
}

function nameOf(certificate: DetailedPeerCertificate): string {
  return [certificate.subject.CN ?? certificate.subject.O ?? "nameless"].flat().join(" ");
}

function namesOf(certificate: DetailedPeerCertificate): string {
  const names = certificate.subjectaltname?.replace(/(DNS|IP Address):/g, "");
  return names || nameOf(certificate);
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
