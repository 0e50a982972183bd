// The sender of bench/ingest: autocannon in its own process, which keeps its work apart from the
// server's. One request at a time on each connection, and every scan different. Each is sent with
// credentials, or without them first.
import autocannon from "autocannon";
import { type Load, type Observed, serveLoad, toBody } from "./ingest-scans.ts";

serveLoad(run);

async function run(load: Load): Promise<Observed> {
  const accepted: number[] = [];
  const others: Record<string, number> = {};
  const latencies: number[] = [];
  let count = 0;
  type Sent = { n?: number; at?: number };
  const first = (context: Sent) => {
    context.n = count++;
    context.at = performance.now();
    return context.n;
  };
  const challenge = {
    setupRequest: (request: object, context: Sent) => ({
      ...request,
      body: toBody(load.seed, first(context)),
    }),
    onResponse(status: number) {
      if (status !== 401) others[status] = (others[status] ?? 0) + 1;
    },
  };
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    pipelining: 1,
    duration: load.seconds,
    method: load.method ?? "POST",
    headers: { "content-type": "application/json" },
    requests: [
      ...(load.isChallenged ? [challenge] : []),
      {
        setupRequest(request, context: Sent) {
          const n = context.n ?? first(context);
          const headers = { ...request.headers, authorization: load.authorization };
          return { ...request, headers, body: toBody(load.seed, n) };
        },
        onResponse(status, _body, context: Sent) {
          latencies.push(performance.now() - context.at!);
          if (status >= 200 && status < 300) accepted.push(context.n!);
          else others[status] = (others[status] ?? 0) + 1;
        },
      },
    ],
  });
  if (result.errors > 0) others.errors = result.errors;
  return { accepted, others, seconds: result.duration, latencies };
}
