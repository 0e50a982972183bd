// The requests of bench/soak.
import { type RequestOptions, request } from "node:http";

/** The hub, and a token with every right on it. */
export type HubAccess = { port: number; token: string };

/** A whole response, and the milliseconds until its end. */
export type Answer = { status: number; text: string; ms: number };

/** Sends a request to this machine and waits for the end of the response. */
export function send(options: RequestOptions, body?: string): Promise<Answer> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode!, text, ms: performance.now() - startedAt }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Calls the API. Throws if the response is no 2xx. */
export async function callApi(
  { port, token }: HubAccess,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body) headers["content-type"] = "application/json";
  const answer = await send({ port, method, path, headers }, body && JSON.stringify(body));
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
}

/** Returns the header with the credentials of a user. */
export function toBasic(user: string, password: string): string {
  return `Basic ${btoa(`${user}:${password}`)}`;
}
