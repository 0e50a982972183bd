import type { FastifyInstance } from "fastify";
import type { Settings } from "../settings/settings-table.ts";

/**
 * Returns the options of the logger, which writes JSON lines to `stream` (stderr, because stdout
 * shows the start screen). No line holds a body, a cookie, credentials or a query: only method,
 * path pattern, status and duration.
 */
export function loggerOptions(settings: Settings, stream: NodeJS.WritableStream) {
  const isTerminal = "isTTY" in stream && stream.isTTY === true;
  const level = settings.logLevel === "auto" ? (isTerminal ? "warn" : "info") : settings.logLevel;
  return {
    level,
    stream: { write: (line: string) => void stream.write(line) },
    base: { name: "scanhook" },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    // Fastify passes whole requests. Only their method and path may get into the log.
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        // Everybody who knows the link of a door display can open it, so it stays out of the log.
        path: request.url.split("?", 1)[0]!.replace(/^\/door\/[^/]+/, "/door/[hidden]"),
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
    redact: {
      paths: ["authorization", "cookie", "password", "code", "token"].flatMap((key) => [
        key,
        `*.${key}`,
        `*.*.${key}`,
      ]),
      censor: "[hidden]",
    },
  };
}

const levelsWithRequests = new Set(["info", "debug", "trace"]);

/**
 * Logs each request at level info. Successful reads are logged at level debug, because an open
 * dashboard polls all the time.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    // Do not build a line that the logger would drop. The receiver's logger drops them, and its
    // requests are frequent.
    if (!levelsWithRequests.has(request.log.level)) return done();
    const isRead = request.method === "GET" || request.method === "HEAD";
    request.log[isRead && reply.statusCode < 400 ? "debug" : "info"](
      {
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "answered",
    );
    done();
  });
}
