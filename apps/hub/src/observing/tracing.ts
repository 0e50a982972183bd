export type Span = {
  /** W3C trace context, for what this span causes. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** `problem`: why it did not go well, in a few words. */
  end(problem?: string): void;
};

export type Attributes = Record<string, string | number | boolean>;

/** Undefined where traces are off. */
export type Tracing = {
  start(
    name: string,
    span: {
      kind: "server" | "client" | "internal";
      /** W3C trace context of what caused it; one that cannot be read begins a new trace. */
      parent?: string | undefined;
      attributes?: Attributes;
    },
  ): Span;
  /** Sends what is left. */
  close(): Promise<void>;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Traces over OTLP/HTTP, when the standard variables of OpenTelemetry ask for them; else nothing of it is loaded.
 * `print` is told what in the variables cannot be followed; `warn` when traces do not arrive.
 */
export async function openTracing(parts: {
  print: (line: string) => void;
  warn: (line: string) => void;
  env?: Environment;
}): Promise<Tracing | undefined> {
  const { print, warn, env = process.env } = parts;
  if (!isWanted(env, print)) return;
  const { startOpenTelemetry } = await import("./open-telemetry.ts");
  return startOpenTelemetry({ print, warn, env });
}

function isWanted(env: Environment, print: (line: string) => void): boolean {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === "true") return false;
  const exporters = env.OTEL_TRACES_EXPORTER?.trim();
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (exporters === "none" || (!endpoint && !exporters)) return false;
  if (exporters && exporters !== "otlp") {
    print(
      `Traces are off: the hub cannot export them as OTEL_TRACES_EXPORTER=${exporters} asks; use otlp or none.`,
    );
    return false;
  }
  if (endpoint && !/^https?:\/\//.test(endpoint)) {
    print(
      `Traces are off: the OTLP endpoint ${endpoint} is no address; write it as http://localhost:4318.`,
    );
    return false;
  }
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (protocol && !protocol.startsWith("http/")) {
    print(
      `Traces are off: the hub speaks OTLP over HTTP, not ${protocol}; set OTEL_EXPORTER_OTLP_PROTOCOL=http/json and the collector's port for HTTP (4318).`,
    );
    return false;
  }
  return true;
}
