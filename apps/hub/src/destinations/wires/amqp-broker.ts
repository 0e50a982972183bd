import type { Secrets, Settings } from "../kind.ts";

/** The broker that the fields of the kind `amqp` describe. */
export type AmqpBroker = {
  host: string;
  port: number;
  tls: boolean;
  ca: string;
  virtualHost: string;
  user: string;
  password: string;
};

/** The label of the setting that makes an unroutable message fail, as forms and errors show it. */
export const mandatoryLabel = "Fail when no queue takes the message";

export function toAmqpBroker(settings: Settings, secrets: Secrets): AmqpBroker {
  const url = new URL(String(settings.url));
  const tls = url.protocol === "amqps:";
  // Without a user, every client of AMQP logs in as RabbitMQ's default user.
  const isGuest = settings.user === undefined;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port || (tls ? 5671 : 5672)),
    tls,
    ca: String(settings.ca ?? ""),
    virtualHost: parseVirtualHost(url) ?? "/",
    user: isGuest ? "guest" : String(settings.user),
    password: secrets.password ?? (isGuest ? "guest" : ""),
  };
}

/**
 * Returns the virtual host that an address names, percent-decoded; `/` if it names none. Returns
 * undefined if anything else follows the host (https://www.rabbitmq.com/docs/uri-spec).
 */
export function parseVirtualHost(url: URL): string | undefined {
  const name = url.pathname.replace(/^\//, "");
  if (name.includes("/") || url.search !== "" || url.hash !== "") return undefined;
  try {
    const virtualHost = decodeURIComponent(name) || "/";
    return Buffer.byteLength(virtualHost) > maxShortBytes ? undefined : virtualHost;
  } catch {
    return undefined;
  }
}

/** The maximum length of a short string (AMQP 0-9-1, section 4.2.5.3). */
export const maxShortBytes = 255;
