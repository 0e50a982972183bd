import type { Secrets, Settings } from "../kind.ts";

/** The server that the fields of the kind `nats` describe. */
export type NatsServer = {
  host: string;
  port: number;
  tls: boolean;
  ca: string;
  login: NatsLogin;
};

export type NatsLogin =
  | { kind: "none" }
  | { kind: "password"; user: string; password: string }
  | { kind: "token"; token: string }
  /** The text of a file with the extension creds: a JWT and the seed that signs for it. */
  | { kind: "credentials"; credentials: string };

export function toNatsServer(settings: Settings, secrets: Secrets): NatsServer {
  const url = new URL(String(settings.url));
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port || 4222),
    tls: url.protocol === "tls:",
    ca: String(settings.ca ?? ""),
    login: toLogin(settings, secrets),
  };
}

function toLogin({ auth, user = "" }: Settings, secrets: Secrets): NatsLogin {
  const { password = "", token = "", credentials = "" } = secrets;
  if (auth === "password") return { kind: "password", user: String(user), password };
  if (auth === "token") return { kind: "token", token };
  if (auth === "credentials") return { kind: "credentials", credentials };
  return { kind: "none" };
}
