import type { Environment, Tracing } from "./spans.ts";

/**
 * Opens tracing over OTLP/HTTP if the standard variables of OpenTelemetry ask for it. Otherwise
 * returns undefined and does not load the library. Calls `print` for a variable whose value the hub
 * does not support, and `warn` if traces do not arrive.
 */
export async function openTracing(parts: {
  print: (line: string) => void;
  warn: (line: string) => void;
  env?: Environment;
}): Promise<Tracing | undefined> {
  const { print, warn, env = process.env } = parts;
  if (!isTracingWanted(env, print)) return;
  const { startOpenTelemetry } = await import("./open-telemetry.ts");
  return startOpenTelemetry({ print, warn, env });
}

function isTracingWanted(env: Environment, print: (line: string) => void): boolean {
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
      `Traces are off: the OTLP endpoint ${endpoint} is not a URL; write it as http://localhost:4318.`,
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
