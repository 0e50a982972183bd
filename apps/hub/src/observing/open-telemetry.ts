// Loaded by tracing.ts, and only when traces are wanted.
import {
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import hubPackage from "../../package.json" with { type: "json" };
import type { Environment, Span, Tracing } from "./tracing.ts";

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;
const warnEveryMs = 60_000;
const msToSendTheRest = 3000;

/** Endpoint, headers, time-out, compression and certificates the exporter reads from the variables itself. */
export function startOpenTelemetry(parts: {
  print: (line: string) => void;
  warn: (line: string) => void;
  env: Environment;
}): Tracing {
  const { env } = parts;
  diag.setLogger(rarely(parts.warn), {
    logLevel: DiagLogLevel.WARN,
    suppressOverrideMessage: true,
  });
  const exporter = new OTLPTraceExporter();
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          "service.name": "scanhook",
          "service.version": hubPackage.version,
        }),
      )
      .merge(
        detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
      ),
    sampler: toSampler(env, parts.print),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...toBatches(env) })],
  });
  const tracer = provider.getTracer("scanhook", hubPackage.version);
  return {
    start(name, { kind, parent, attributes = {} }) {
      const found = parseTraceparent(parent);
      const context = found ? trace.setSpanContext(ROOT_CONTEXT, found) : ROOT_CONTEXT;
      return toSpan(tracer.startSpan(name, { kind: kinds[kind], attributes }, context));
    },
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, msToSendTheRest);
      await Promise.race([provider.shutdown().catch(() => undefined), promise]);
      clearTimeout(timer);
      diag.disable();
    },
  };
}

function toSpan(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
    set: (attributes) => void span.setAttributes(attributes),
    end(problem) {
      if (problem !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: problem });
      span.end();
    },
  };
}

/** W3C Trace Context 3.2.2; a later version may append fields to those of 00. */
function parseTraceparent(header: string | undefined) {
  const found = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(
    header ?? "",
  );
  if (!found) return;
  const [, version, traceId, spanId, flags, more] = found as unknown as string[];
  if (version === "ff" || (version === "00" && more !== undefined)) return;
  if (/^0+$/.test(traceId!) || /^0+$/.test(spanId!)) return;
  const traceFlags = Number.parseInt(flags!, 16) & 1;
  return { traceId: traceId!, spanId: spanId!, traceFlags, isRemote: true };
}

/** The samplers that the specification of OpenTelemetry names for OTEL_TRACES_SAMPLER. */
function toSampler(env: Environment, print: (line: string) => void): Sampler {
  const name = env.OTEL_TRACES_SAMPLER?.trim() || "parentbased_always_on";
  const given = env.OTEL_TRACES_SAMPLER_ARG?.trim();
  const ratio = given ? Number(given) : 1;
  const isRatio = ratio >= 0 && ratio <= 1;
  if (name.endsWith("traceidratio") && !isRatio) {
    print(
      `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${given}"; every trace is kept.`,
    );
  }
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(isRatio ? ratio : 1),
  }[name.replace(/^parentbased_/, "")];
  if (!root) {
    print(
      `OTEL_TRACES_SAMPLER=${name} is not known here; use always_on, always_off, traceidratio or one of these with parentbased_ before it. Every trace is kept.`,
    );
    return new ParentBasedSampler({ root: new AlwaysOnSampler() });
  }
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root: root() }) : root();
}

function toBatches(env: Environment) {
  const number = (name: string) => {
    const value = Number(env[name]);
    return env[name]?.trim() && Number.isInteger(value) && value > 0 ? value : undefined;
  };
  const scheduledDelayMillis = number("OTEL_BSP_SCHEDULE_DELAY");
  const maxQueueSize = number("OTEL_BSP_MAX_QUEUE_SIZE");
  const maxExportBatchSize = number("OTEL_BSP_MAX_EXPORT_BATCH_SIZE");
  const exportTimeoutMillis = number("OTEL_BSP_EXPORT_TIMEOUT");
  return {
    ...(scheduledDelayMillis && { scheduledDelayMillis }),
    ...(maxQueueSize && { maxQueueSize }),
    ...(maxExportBatchSize && { maxExportBatchSize }),
    ...(exportTimeoutMillis && { exportTimeoutMillis }),
  };
}

/** A collector that is away would fill the log. */
function rarely(warn: (line: string) => void) {
  let last = Number.NEGATIVE_INFINITY;
  const tell = (message: string) => {
    const now = performance.now();
    if (now - last < warnEveryMs) return;
    last = now;
    warn(toReason(message));
  };
  return { error: tell, warn: tell, info: () => {}, debug: () => {}, verbose: () => {} };
}

/** The library writes an error as the JSON of all its properties, the stack included. */
function toReason(message: string): string {
  try {
    const error: unknown = JSON.parse(message);
    if (typeof error !== "object" || error === null) return message;
    const { message: reason, code } = error as { message?: unknown; code?: unknown };
    return [reason, code].filter(Boolean).map(String).join(" ").split("\n", 1)[0]!;
  } catch {
    return message.split("\n", 1)[0]!;
  }
}
