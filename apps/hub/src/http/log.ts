import type { FastifyInstance } from "fastify";
import type { Settings } from "../settings/settings-table.ts";

/**
 * JSON lines on stderr, so that stdout keeps the start screen and the ready line. No line ever holds a body, a
 * cookie, credentials or a query: only method, route pattern, status and duration.
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
    // Fastify's own lines name the request; what it carries besides method and path stays out.
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split("?", 1)[0],
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

const told = new Set(["info", "debug", "trace"]);

/**
 * One line for each answered request, at level info; at debug for what was only read and went well, since an open
 * dashboard asks all the time.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    // Scans have a quieter log of their own, and many: nothing is made up for a line that is not written.
    if (!told.has(request.log.level)) return done();
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
