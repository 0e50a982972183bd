// tracing.ts imports this file dynamically, only if traces are on.
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
import type { Environment, Span, Tracing } from "./spans.ts";

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;
const warnEveryMs = 60_000;
const maxShutdownMs = 3000;

/**
 * Starts OpenTelemetry. The exporter itself reads endpoint, headers, timeout, compression and
 * certificates from `env`.
 */
export function startOpenTelemetry(parts: {
  print: (line: string) => void;
  warn: (line: string) => void;
  env: Environment;
}): Tracing {
  const { env } = parts;
  diag.setLogger(createThrottledLogger(parts.warn), {
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
    sampler: createSampler(env, parts.print),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...readBatchOptions(env) })],
  });
  const tracer = provider.getTracer("scanhook", hubPackage.version);
  return {
    start(name, { kind, parent, attributes = {} }) {
      const parentContext = parseTraceparent(parent);
      const context = parentContext
        ? trace.setSpanContext(ROOT_CONTEXT, parentContext)
        : ROOT_CONTEXT;
      return toSpan(tracer.startSpan(name, { kind: kinds[kind], attributes }, context));
    },
    async close() {
      const { promise: timeUp, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, maxShutdownMs);
      // The library has already logged an export that failed, and a lost span must not keep the hub
      // from closing.
      await Promise.race([provider.shutdown().catch(() => undefined), timeUp]);
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

/**
 * Parses a traceparent header (W3C Trace Context 3.2.2). Versions after 00 may append fields.
 * Returns undefined if the header is missing or invalid.
 */
function parseTraceparent(header: string | undefined) {
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(
    header ?? "",
  );
  if (!match) return;
  const [, version, traceId, spanId, flags, extraFields] = match as unknown as string[];
  if (version === "ff" || (version === "00" && extraFields !== undefined)) return;
  if (/^0+$/.test(traceId!) || /^0+$/.test(spanId!)) return;
  const traceFlags = Number.parseInt(flags!, 16) & 1;
  return { traceId: traceId!, spanId: spanId!, traceFlags, isRemote: true };
}

/** Creates one of the samplers that OpenTelemetry specifies for OTEL_TRACES_SAMPLER. */
function createSampler(env: Environment, print: (line: string) => void): Sampler {
  const name = env.OTEL_TRACES_SAMPLER?.trim() || "parentbased_always_on";
  const arg = env.OTEL_TRACES_SAMPLER_ARG?.trim();
  const ratio = arg ? Number(arg) : 1;
  const isRatio = ratio >= 0 && ratio <= 1;
  if (name.endsWith("traceidratio") && !isRatio) {
    print(
      `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${arg}"; every trace is kept.`,
    );
  }
  const createRoot = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(isRatio ? ratio : 1),
  }[name.replace(/^parentbased_/, "")];
  if (!createRoot) {
    print(
      `OTEL_TRACES_SAMPLER=${name} is not supported; use always_on, always_off, traceidratio or one of these with parentbased_ before it. Every trace is kept.`,
    );
    return new ParentBasedSampler({ root: new AlwaysOnSampler() });
  }
  return name.startsWith("parentbased_")
    ? new ParentBasedSampler({ root: createRoot() })
    : createRoot();
}

function readBatchOptions(env: Environment) {
  const readPositiveInteger = (name: string) => {
    const value = Number(env[name]);
    return env[name]?.trim() && Number.isInteger(value) && value > 0 ? value : undefined;
  };
  const scheduledDelayMillis = readPositiveInteger("OTEL_BSP_SCHEDULE_DELAY");
  const maxQueueSize = readPositiveInteger("OTEL_BSP_MAX_QUEUE_SIZE");
  const maxExportBatchSize = readPositiveInteger("OTEL_BSP_MAX_EXPORT_BATCH_SIZE");
  const exportTimeoutMillis = readPositiveInteger("OTEL_BSP_EXPORT_TIMEOUT");
  return {
    ...(scheduledDelayMillis && { scheduledDelayMillis }),
    ...(maxQueueSize && { maxQueueSize }),
    ...(maxExportBatchSize && { maxExportBatchSize }),
    ...(exportTimeoutMillis && { exportTimeoutMillis }),
  };
}

/**
 * Creates a logger that warns at most once a minute, so that an unreachable collector does not fill
 * the log.
 */
function createThrottledLogger(warn: (line: string) => void) {
  let lastWarningAt = Number.NEGATIVE_INFINITY;
  const log = (message: string) => {
    const now = performance.now();
    if (now - lastWarningAt < warnEveryMs) return;
    lastWarningAt = now;
    warn(shortenError(message));
  };
  return { error: log, warn: log, info: () => {}, debug: () => {}, verbose: () => {} };
}

/** Shortens an error, which the library logs as JSON of all its properties, including the stack. */
function shortenError(message: string): string {
  try {
    const error: unknown = JSON.parse(message);
    if (typeof error !== "object" || error === null) return message;
    const { message: reason, code } = error as { message?: unknown; code?: unknown };
    return [reason, code].filter(Boolean).map(String).join(" ").split("\n", 1)[0]!;
  } catch {
    return message.split("\n", 1)[0]!;
  }
}
