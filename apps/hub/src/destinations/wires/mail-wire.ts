import type { Socket } from "node:net";
import { createTransport } from "nodemailer";
import { describeNetworkFault } from "../../egress/network-fault.ts";
import type { Outcome } from "../kind.ts";
import { orAborted } from "./aborting.ts";
import { type MailServer, toMailServer } from "./mail-server.ts";
import { toCaOption } from "./tls-socket.ts";
import type { Dial, Wire, WireContext } from "./wire.ts";

const connectTimeoutMs = 10_000;

/**
 * Sends mails to SMTP servers. Each destination has a few connections, kept while there are mails
 * to send. A mail is delivered once the server has accepted it for every recipient. If the server
 * accepts it for some, the next attempt goes only to the others; a hub that was restarted in
 * between sends the mail to all recipients again, with the same Message-ID.
 */
export function createMailWire(options: { dial: Dial }): Wire<"mail"> {
  const pools = new Map<number, { optionsKey: string; pool: Pool }>();
  const recipientMemory = createRecipientMemory();

  function getPool(context: WireContext): Pool {
    const optionsKey = JSON.stringify([context.settings, context.secrets, context.allowPrivate]);
    const existing = pools.get(context.destinationId);
    if (existing?.optionsKey === optionsKey) return existing.pool;
    existing?.pool.close();
    const pool = openPool(toMailServer(context.settings, context.secrets), options.dial, context);
    pools.set(context.destinationId, { optionsKey, pool });
    return pool;
  }

  return {
    async send({ id, from, to, subject, text }, context) {
      const server = toMailServer(context.settings, context.secrets);
      const key = `${context.destinationId} ${id}`;
      const received = recipientMemory.read(key);
      const missing = to.filter((recipient) => !received.has(toAddress(recipient)));
      try {
        const mail = {
          from,
          to,
          subject,
          text,
          messageId: toMessageId(id, from),
          envelope: { from, to: missing },
        };
        if (missing.length === 0) {
          recipientMemory.drop(key);
          return { kind: "delivered" };
        }
        const info = await orAborted(getPool(context).sendMail(mail), context.signal);
        const refusals: SmtpError[] = info.rejectedErrors ?? [];
        if (refusals.length === 0) {
          recipientMemory.drop(key);
          return { kind: "delivered", response: info.response };
        }
        recipientMemory.add(key, info.accepted.map(toText).map(toAddress));
        return toPartialFailure(server, refusals);
      } catch (error) {
        const { rejectedErrors } = error as SmtpError;
        const isPartial = received.size > 0 && rejectedErrors !== undefined;
        return isPartial ? toPartialFailure(server, rejectedErrors) : toFailure(server, error);
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
    // The forwarder retries.
    maxRequeues: 0,
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    tls: toCaOption(ca),
    ...(user === "" ? {} : { auth: { user, pass: password } }),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (
      _: unknown,
      callback: (error: Error | null, socket?: { connection: Socket }) => void,
    ) => {
      dial(host, port, grant, AbortSignal.timeout(connectTimeoutMs)).then(
        (connection) => callback(null, { connection }),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  // Each mail reports its own error; without a listener this event would end the process.
  pool.on("error", () => undefined);
  return pool;
}

/**
 * Returns a Message-ID (RFC 5322, section 3.6.4), the same for every attempt, so that a mailbox can
 * detect repeats.
 */
function toMessageId(id: string, from: string): string {
  const domain = /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? "scanhook.invalid";
  return `<${id.replace(/[^a-z0-9._-]/gi, "-")}@${domain}>`;
}

/** Remembers which recipients have received a mail that other recipients still lack. */
function createRecipientMemory() {
  const addresses = new Map<string, Set<string>>();
  return {
    read: (key: string): ReadonlySet<string> => addresses.get(key) ?? new Set(),
    add(key: string, accepted: readonly string[]) {
      const allAccepted = new Set([...(addresses.get(key) ?? []), ...accepted]);
      addresses.delete(key);
      addresses.set(key, allAccepted);
      const [oldestKey] = addresses.keys();
      if (addresses.size > maxRememberedMails && oldestKey !== undefined)
        addresses.delete(oldestKey);
    },
    drop: (key: string) => addresses.delete(key),
  };
}

const maxRememberedMails = 10_000;

/**
 * Returns the address of a recipient, which may have a name before it: `Office
 * <office@example.org>`.
 */
function toAddress(recipient: string): string {
  return (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}

function toText(recipient: string | { address: string }): string {
  return typeof recipient === "string" ? recipient : recipient.address;
}

type SmtpError = Error & {
  code?: string | undefined;
  command?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
  recipient?: string | undefined;
  rejectedErrors?: SmtpError[] | undefined;
};

/**
 * Returns the outcome of a mail that the server accepted for some recipients and refused for others
 * (RFC 5321, section 4.2.1: 4yz is temporary, 5yz permanent). If all refusals are permanent, the
 * delivery ends, so that one wrong address does not stop mails to everybody else.
 */
function toPartialFailure({ host, port }: MailServer, refusals: readonly SmtpError[]): Outcome {
  const temporary = refusals.filter(({ responseCode }) => (responseCode ?? 0) < 500);
  const named = (temporary.length > 0 ? temporary : refusals).map(
    ({ recipient, response }) => `${recipient} (it said: ${response})`,
  );
  const tense = temporary.length > 0 ? "cannot accept the mail right now" : "refused the mail";
  return {
    kind: "failed",
    fault: temporary.length > 0 ? "destination" : "scan",
    error: `The mail server at ${host}:${port} ${tense} for ${named.join(", ")}. The other recipients have it.`,
    response: refusals.map(({ response }) => response).join("\n"),
    isUp: true,
  };
}

function toFailure({ host, port }: MailServer, error: unknown): Outcome {
  const serverName = `The mail server at ${host}:${port}`;
  const { code, command, responseCode, response, rejectedErrors } = error as SmtpError;
  const quotedResponse = response ? ` It said: ${response}` : "";
  const createFailure = (fault: "scan" | "destination", sentence: string): Outcome => ({
    kind: "failed",
    fault,
    error: `${serverName} ${sentence}`,
    response: response || undefined,
  });
  if (code === "EAUTH" || responseCode === 535) {
    return createFailure("destination", `did not accept the user and password.${quotedResponse}`);
  }
  if (code === "ETLS")
    return createFailure(
      "destination",
      "does not offer STARTTLS. Set security to tls, or to none on your own network.",
    );
  if (code === "EPROTOCOL" && !responseCode) {
    return createFailure("destination", "does not respond like a mail server. Check the port.");
  }
  if (code === "EMESSAGE" && !responseCode) {
    return createFailure("scan", "does not accept a mail as large as this one.");
  }
  if (!responseCode || responseCode < 400) {
    const sentence = describeNetworkFault(withTlsCode(error), { host, port });
    return { kind: "failed", fault: "destination", error: sentence };
  }
  if (responseCode < 500)
    return createFailure("destination", `cannot accept the mail right now.${quotedResponse}`);
  // A server that limits the size may say so before the mail is sent (RFC 1870, section 6.1).
  const isTooLarge = responseCode === 552 && command === "MAIL FROM";
  // Sender and recipients are the same for every scan, so a refused address is a problem of the
  // settings.
  if (code !== "EMESSAGE" && !isTooLarge) {
    const refused = rejectedErrors?.map(({ recipient }) => recipient).join(", ");
    const address = refused ? `the address ${refused}` : "an address";
    return createFailure("destination", `refused ${address}.${quotedResponse}`);
  }
  return createFailure("scan", `refused this mail.${quotedResponse}`);
}

/** Restores the error codes of TLS, which Nodemailer replaces with its own, from the message. */
function withTlsCode(error: unknown): unknown {
  const message = error instanceof Error ? error.message : "";
  const entry = tlsCodes.find(([text]) => message.includes(text));
  return entry ? Object.assign(new Error(message), { code: entry[1] }) : error;
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
