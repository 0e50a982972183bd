import type { Secrets, Settings } from "../kind.ts";

/** The mail server that the fields of the kind `mail` describe. */
export type MailServer = {
  host: string;
  port: number;
  security: "tls" | "starttls" | "none";
  ca: string;
  user: string;
  password: string;
};

const defaultPorts = { tls: 465, starttls: 587, none: 25 };

export function toMailServer(settings: Settings, secrets: Secrets): MailServer {
  const { security: chosen } = settings;
  const security = chosen === "tls" || chosen === "none" ? chosen : "starttls";
  return {
    host: String(settings.host ?? ""),
    port: Number(settings.port ?? defaultPorts[security]),
    security,
    ca: String(settings.ca ?? ""),
    user: String(settings.user ?? ""),
    password: secrets.password ?? "",
  };
}
