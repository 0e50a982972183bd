import { afterEach, expect, test, vi } from "vitest";
import { addRouteTo, startReceiver } from "../testing/receiver.ts";
import { asOwner, postScan, startTestHub } from "../testing/test-hub.ts";
import { openTracing } from "./tracing.ts";

afterEach(() => vi.unstubAllEnvs());

type OtlpSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status?: { message?: string };
  attributes: { key: string; value: Record<string, unknown> }[];
};
type OtlpRequest = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
};

/** Starts a minimal collector for OTLP over HTTP with JSON. */
async function startCollector() {
  const receiver = await startReceiver((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end("{}"),
  );
  const requests = () => receiver.received.map(({ body }) => JSON.parse(body) as OtlpRequest);
  const resourceSpans = () => requests().flatMap(({ resourceSpans }) => resourceSpans);
  return {
    ...receiver,
    base: receiver.url.replace(/\/hook$/, ""),
    spans: () =>
      resourceSpans().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resource: () =>
      Object.fromEntries(
        resourceSpans()[0]!.resource.attributes.map(({ key, value }) => [key, value.stringValue]),
      ),
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

const noPrint = { print: () => {}, warn: () => {} };

test("the trace of a scan leads from its request to its destination", async () => {
  await using collector = await startCollector();
  await using receiver = await startReceiver();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.base);
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "x-key=s3cret");
  vi.stubEnv("OTEL_SERVICE_NAME", "front-door");
  vi.stubEnv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment=test");
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "20");
  await using hub = await startTestHub();
  await addRouteTo(await asOwner(hub), receiver.url);
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const response = await postScan(
    hub,
    { content: "private words" },
    { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  );
  expect(response.status).toBe(204);
  await expect.poll(() => collector.spans().length).toBe(3);
  const findSpan = (name: string) => collector.spans().find((span) => span.name === name)!;
  const [receive, store, deliver] = ["receive a scan", "store a scan", "deliver a scan"].map(
    findSpan,
  );
  expect(receive).toMatchObject({ traceId, parentSpanId: "00f067aa0ba902b7" });
  expect(store).toMatchObject({ traceId, parentSpanId: receive!.spanId });
  expect(deliver).toMatchObject({ traceId, parentSpanId: receive!.spanId });
  expect(receiver.received[0]!.headers.traceparent).toBe(`00-${traceId}-${deliver!.spanId}-01`);
  expect(deliver!.attributes).toContainEqual({
    key: "http.response.status_code",
    value: { intValue: 204 },
  });
  expect(collector.received[0]!.path).toBe("/v1/traces");
  expect(collector.received[0]!.headers["x-key"]).toBe("s3cret");
  expect(collector.resource()).toMatchObject({
    "service.name": "front-door",
    "deployment.environment": "test",
  });
  expect(JSON.stringify(collector.received)).not.toContain("private words");
});

test("a trace does not say why a scan cannot be sent, because the reason may quote the scan", async () => {
  await using collector = await startCollector();
  await using receiver = await startReceiver();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.base);
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "20");
  await using hub = await startTestHub();
  const api = await asOwner(hub);
  await addRouteTo(api, receiver.url);
  const shape = { format: "json", template: "{{ content }}" };
  await api("PATCH", "/api/routes/to-desk", { shape });
  await postScan(hub, { content: "private words" });
  const deliverStatus = () =>
    collector.spans().find(({ name }) => name === "deliver a scan")?.status;
  await expect
    .poll(deliverStatus)
    .toMatchObject({ message: "the destination cannot take this scan" });
  expect(await (await api("GET", "/api/deliveries")).text()).toContain("is not JSON");
  expect(JSON.stringify(collector.received)).not.toContain("private");
});

test("a trace that the caller does not sample is not recorded and keeps its id", async () => {
  await using collector = await startCollector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", `${collector.base}/here`);
  const tracing = (await openTracing(noPrint))!;
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const parent = `00-${traceId}-00f067aa0ba902b7-00`;
  const span = tracing.start("one", { kind: "server", parent });
  span.end();
  expect(span.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
  for (const broken of ["", "00-0-0-00", `ff${parent.slice(2)}`, `${parent}-more`]) {
    const { traceparent, end } = tracing.start("two", { kind: "server", parent: broken });
    end("it failed");
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(traceparent).not.toContain(traceId);
  }
  await tracing.close();
  expect(collector.spans().map(({ name }) => name)).toEqual(["two", "two", "two", "two"]);
  expect(collector.received[0]!.path).toBe("/here");
});

const samplers: [string, string, number][] = [
  ["always_off", "", 0],
  ["traceidratio", "0", 0],
  ["parentbased_traceidratio", "1", 1],
  ["always_on", "", 1],
];
test.each(samplers)("the sampler %s with “%s” keeps %i of 1 trace", async (name, arg, count) => {
  await using collector = await startCollector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `${collector.base}/`);
  const env = { ...process.env, OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: arg };
  const tracing = (await openTracing({ ...noPrint, env }))!;
  tracing.start("one", { kind: "internal" }).end();
  await tracing.close();
  expect(collector.received.length === 0 ? 0 : collector.spans().length).toBe(count);
});

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" };
test.each([
  [{}, undefined],
  [{ ...endpoint, OTEL_SDK_DISABLED: "true" }, undefined],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: "none" }, undefined],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: "zipkin" }, /zipkin/],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, /grpc/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" }, /localhost:4318/],
])("traces are off with %o", async (env, reason) => {
  const printed: string[] = [];
  const tracing = await openTracing({ print: (line) => printed.push(line), warn: () => {}, env });
  expect(tracing).toBeUndefined();
  expect(printed).toEqual(reason ? [expect.stringMatching(reason)] : []);
});

test("an unreachable collector is logged and delays nothing", async () => {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1");
  vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "200");
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "20");
  const warnings: string[] = [];
  const tracing = (await openTracing({ print: () => {}, warn: (line) => warnings.push(line) }))!;
  tracing.start("one", { kind: "internal" }).end();
  // On a slow machine, the timeout may come before the refused connection.
  const reason = /^[^\n{]*(ECONNREFUSED|timed out|timeout)[^\n{]*$/i;
  await expect.poll(() => warnings).toEqual([expect.stringMatching(reason)]);
  tracing.start("two", { kind: "internal" }).end();
  await tracing.close();
  expect(warnings).toHaveLength(1);
});
