import type { Message } from "../kind.ts";

/** A JSON body over HTTP. */
export function jsonRequest(
  url: string,
  body: unknown,
  more: { method?: string; headers?: Record<string, string> } = {},
): Extract<Message, { via: "http" }> {
  return {
    via: "http",
    method: more.method ?? "POST",
    url,
    headers: { "content-type": "application/json", ...more.headers },
    body: JSON.stringify(body),
  };
}

/** An address below a server's, whether that was entered with a slash at its end or not. */
export function below(server: unknown, path: string): string {
  return `${String(server).replace(/\/+$/, "")}/${path}`;
}
