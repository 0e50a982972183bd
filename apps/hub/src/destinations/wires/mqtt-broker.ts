import type { Secrets, Settings } from "../kind.ts";

/** The broker that the fields of the kind `mqtt` describe. */
export type Broker = {
  host: string;
  port: number;
  tls: boolean;
  ca: string;
  version: 4 | 5;
  clientId: string;
  user: string;
  password: string;
};

export function toBroker(settings: Settings, secrets: Secrets): Broker {
  const tls = settings.security === "tls";
  return {
    host: String(settings.host ?? ""),
    port: Number(settings.port ?? (tls ? 8883 : 1883)),
    tls,
    ca: String(settings.ca ?? ""),
    version: settings.version === "3.1.1" ? 4 : 5,
    clientId: String(settings.clientId ?? ""),
    user: String(settings.user ?? ""),
    password: secrets.password ?? "",
  };
}
