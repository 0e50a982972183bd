import type { Socket } from "node:net";
import { createTransport } from "nodemailer";
import { describeNetworkFault } from "../../egress/network-fault.ts";
import type { Outcome } from "../kind.ts";
import type { Dial, Wire, WireContext } from "../wire.ts";
import { orAborted } from "./aborting.ts";
import { type MailServer, mailServerOf } from "./mail-server.ts";
import { trusted } from "./tls-socket.ts";

const connectMs = 10_000;

/**
 * Hands mails to an SMTP server, over a few connections a destination that are kept while there is something to send.
 * A mail is delivered once the server took it for at least one recipient.
 */
export function createMailWire(options: { dial: Dial }): Wire<"mail"> {
  const pools = new Map<number, { settings: string; pool: Pool }>();

  function poolOf(context: WireContext): Pool {
    const settings = JSON.stringify([context.settings, context.secrets, context.allowPrivate]);
    const there = pools.get(context.destination);
    if (there?.settings === settings) return there.pool;
    there?.pool.close();
    const pool = openPool(mailServerOf(context.settings, context.secrets), options.dial, context);
    pools.set(context.destination, { settings, pool });
    return pool;
  }

  return {
    async send({ id, from, to, subject, text }, context) {
      const server = mailServerOf(context.settings, context.secrets);
      try {
        const mail = { from, to, subject, text, messageId: toMessageId(id, from) };
        const info = await orAborted(poolOf(context).sendMail(mail), context.signal);
        const refused = info.rejected.length > 0 ? ` (refused: ${info.rejected.join(", ")})` : "";
        return { kind: "delivered", answer: `${info.response}${refused}` };
      } catch (error) {
        return toFailure(server, error);
      }
    },
    forget(destination) {
      pools.get(destination)?.pool.close();
      pools.delete(destination);
    },
    async close() {
      for (const { pool } of pools.values()) pool.close();
      pools.clear();
    },
  };
}

type Pool = ReturnType<typeof openPool>;

function openPool(server: MailServer, dial: Dial, context: WireContext) {
  const { host, port, security, user, password, ca } = server;
  const grant = { allowPrivate: context.allowPrivate };
  const pool = createTransport({
    pool: true,
    maxConnections: 4,
    // Trying again is the forwarder's business.
    maxRequeues: 0,
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    tls: trusted(ca),
    ...(user === "" ? {} : { auth: { user, pass: password } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (
      _: unknown,
      callback: (error: Error | null, socket?: { connection: Socket }) => void,
    ) => {
      dial(host, port, grant, AbortSignal.timeout(connectMs)).then(
        (connection) => callback(null, { connection }),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  pool.on("error", () => undefined);
  return pool;
}

/** The same for every attempt (RFC 5322, 3.6.4), so that a mailbox can tell a mail that came twice. */
function toMessageId(id: string, from: string): string {
  const domain = /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? "scanhook.invalid";
  return `<${id.replace(/[^a-z0-9._-]/gi, "-")}@${domain}>`;
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string };

function toFailure({ host, port }: MailServer, error: unknown): Outcome {
  const name = `The mail server at ${host}:${port}`;
  const { code, responseCode, response } = error as SmtpError;
  const said = response ? ` It said: ${response}` : "";
  const failed = (fault: "scan" | "destination", sentence: string): Outcome => ({
    kind: "failed",
    fault,
    error: `${name} ${sentence}`,
    ...(response ? { answer: response } : {}),
  });
  if (code === "EAUTH" || responseCode === 535) {
    return failed("destination", `did not accept the user and password.${said}`);
  }
  if (code === "ETLS")
    return failed(
      "destination",
      "offers no STARTTLS; set security to tls, or to none in your own network.",
    );
  if (code === "EPROTOCOL" && !responseCode) {
    return failed("destination", "does not answer as a mail server; is the port right?");
  }
  if (code === "EMESSAGE" && !responseCode) {
    return failed("scan", "takes no mail as large as this one.");
  }
  if (!responseCode || responseCode < 400) {
    const fault = describeNetworkFault(withTlsCode(error), { host, port });
    return { kind: "failed", fault: "destination", error: fault };
  }
  if (responseCode < 500) return failed("destination", `cannot take the mail right now.${said}`);
  // Sender and recipients are the same for every scan: what is refused there is a matter of the settings.
  if (code !== "EMESSAGE") return failed("destination", `refused an address.${said}`);
  return failed("scan", `refused this mail.${said}`);
}

/** Nodemailer puts codes of its own in the place of those of TLS, but keeps the text. */
function withTlsCode(error: unknown): unknown {
  const message = error instanceof Error ? error.message : "";
  const found = tlsCodes.find(([text]) => message.includes(text));
  return found ? Object.assign(new Error(message), { code: found[1] }) : error;
}

const tlsCodes: readonly (readonly [string, string])[] = [
  ["unable to get local issuer certificate", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"],
  ["unable to verify the first certificate", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
  ["self-signed certificate in certificate chain", "SELF_SIGNED_CERT_IN_CHAIN"],
  ["self-signed certificate", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["certificate has expired", "CERT_HAS_EXPIRED"],
  ["certificate's altnames", "ERR_TLS_CERT_ALTNAME_INVALID"],
  ["wrong version number", "ERR_SSL_WRONG_VERSION_NUMBER"],
];
