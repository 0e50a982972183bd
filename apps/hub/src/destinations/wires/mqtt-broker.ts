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

/** The label of the setting for the version, as forms and errors show it. */
export const versionLabel = "Version";

/** The versions of MQTT that a form offers, the default first. */
export const versions = [
  { value: "5", label: "MQTT 5" },
  { value: "3.1.1", label: "MQTT 3.1.1" },
] as const;

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
