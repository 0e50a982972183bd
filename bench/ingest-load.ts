// The sender of bench/ingest: autocannon in its own process, which keeps its work apart from the server's.
// One request at a time on each connection, with credentials in the first request, and every scan different.
import autocannon from "autocannon";
import { type Load, type Observed, serveLoad, toBody } from "./ingest-scans.ts";

serveLoad(run);

async function run(load: Load): Promise<Observed> {
  const accepted: number[] = [];
  const others: Record<string, number> = {};
  const latencies: number[] = [];
  let count = 0;
  type Sent = { n?: number; at?: number };
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    pipelining: 1,
    duration: load.seconds,
    method: "POST",
    headers: { "content-type": "application/json", authorization: load.authorization },
    requests: [
      {
        setupRequest(request, context: Sent) {
          context.n = count++;
          context.at = performance.now();
          return { ...request, body: toBody(load.seed, context.n) };
        },
        onResponse(status, _body, context: Sent) {
          latencies.push(performance.now() - context.at!);
          if (status === 204) accepted.push(context.n!);
          else others[status] = (others[status] ?? 0) + 1;
        },
      },
    ],
  });
  if (result.errors > 0) others.errors = result.errors;
  return { accepted, others, seconds: result.duration, latencies };
}
