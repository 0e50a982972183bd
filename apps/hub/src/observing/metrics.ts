import type { FastifyInstance, FastifyReply } from "fastify";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ErrorCode } from "../http/errors.ts";
import type { Store } from "../store/store.ts";

const bucketSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** The refusals that the rules in `deploy/prometheus` watch. */
const watchedRefusals: readonly ErrorCode[] = ["store-unavailable", "too-many-passwords"];

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics for Prometheus. Every hub has its own registry. */
export function createMetrics(store: Pick<Store, "size">) {
  const registry = new Registry();
  const registers = [registry];
  const accepted = new Counter({
    name: "scanhook_scans_accepted_total",
    help: "Scans stored for the first time.",
    registers,
  });
  const repeats = new Counter({
    name: "scanhook_scans_repeated_total",
    help: "Scans that were sent again and got the same response as the first time.",
    registers,
  });
  const refused = new Counter({
    name: "scanhook_scans_refused_total",
    help: "Scans refused, by error code; credentials-needed is the normal first half of a scan.",
    labelNames: ["code"],
    registers,
  });
  // Prometheus sees no increase in a series that begins with its first refusal.
  for (const code of watchedRefusals) refused.inc({ code }, 0);
  const appendSeconds = new Histogram({
    name: "scanhook_store_append_seconds",
    help: "Time until a scan is committed and synced to disk.",
    buckets: bucketSeconds,
    registers,
  });
  const viewers = new Gauge({
    name: "scanhook_viewers",
    help: "Open live streams.",
    registers,
  });
  new Gauge({
    name: "scanhook_scans_stored",
    help: "Scans in the store.",
    registers,
    async collect() {
      this.set((await store.size()).scans);
    },
  });
  new Gauge({
    name: "scanhook_store_bytes",
    help: "Bytes of the store on disk.",
    registers,
    async collect() {
      this.set((await store.size()).bytes);
    },
  });
  const httpSeconds = new Histogram({
    name: "scanhook_http_request_duration_seconds",
    help: "Time until a request is answered, by route and status.",
    labelNames: ["method", "route", "status"],
    buckets: bucketSeconds,
    registers,
  });
  return { registry, accepted, repeats, refused, appendSeconds, viewers, httpSeconds };
}

/**
 * The outcome of a request to an inbox. `seconds` is the time from parsing the body until the scan
 * was stored. The code `credentials-needed` is the normal first half of a scan.
 */
export type ReceiveOutcome =
  | { kind: "stored"; repeat: boolean; seconds: number }
  | { kind: "refused"; code: ErrorCode };

/** Counts the outcome of a request to an inbox. */
export function countOutcome(metrics: Metrics, outcome: ReceiveOutcome): void {
  if (outcome.kind === "refused") {
    metrics.refused.inc({ code: outcome.code });
    return;
  }
  (outcome.repeat ? metrics.repeats : metrics.accepted).inc();
  metrics.appendSeconds.observe(outcome.seconds);
}

/** Measures the duration of requests to all endpoints that are added after this call. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  const histograms = new Map<string, ReturnType<typeof metrics.httpSeconds.labels>>();
  app.addHook("onResponse", (request, reply, done) => {
    if (!isStream(reply)) {
      const route = request.routeOptions.url ?? "none";
      const key = `${request.method} ${reply.statusCode} ${route}`;
      let histogram = histograms.get(key);
      if (!histogram) {
        // Cached, because finding a histogram by its labels takes longer than measuring, and this
        // runs for every scan.
        histogram = metrics.httpSeconds.labels(request.method, route, String(reply.statusCode));
        histograms.set(key, histogram);
      }
      histogram.observe(reply.elapsedTime / 1000);
    }
    done();
  });
}

/**
 * Returns a function that records the duration of a scan, in seconds, that does not pass the hook
 * of `measureRequests`.
 */
export function measureScans(metrics: Metrics): (seconds: number) => void {
  const histogram = metrics.httpSeconds.labels("POST", "/in/:name", "204");
  return (seconds) => histogram.observe(seconds);
}

/** Serves `/metrics` to the owner's token and to this machine itself. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get(
    "/metrics",
    { config: { access: "this-machine" }, schema: { hide: true } },
    async (_request, reply) =>
      reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}

/**
 * Returns whether a response is a live stream. A stream lasts as long as somebody watches it, which
 * says nothing about the speed of the hub.
 */
function isStream(reply: FastifyReply): boolean {
  return String(reply.getHeader("content-type")).startsWith("text/event-stream");
}
