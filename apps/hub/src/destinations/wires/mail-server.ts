import type { Secrets, Settings } from "../kind.ts";

/** Where and how to hand mails over, as the fields of kind `mail` say it. */
export type MailServer = {
  host: string;
  port: number;
  security: "tls" | "starttls" | "none";
  ca: string;
  user: string;
  password: string;
};

const ports = { tls: 465, starttls: 587, none: 25 };

export function mailServerOf(settings: Settings, secrets: Secrets): MailServer {
  const { security: wanted } = settings;
  const security = wanted === "tls" || wanted === "none" ? wanted : "starttls";
  return {
    host: String(settings.host ?? ""),
    port: Number(settings.port ?? ports[security]),
    security,
    ca: String(settings.ca ?? ""),
    user: String(settings.user ?? ""),
    password: secrets.password ?? "",
  };
}
