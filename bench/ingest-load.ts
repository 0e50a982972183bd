// The sender of bench/ingest: autocannon in a process of its own, so that its work is not the server's.
// One request at a time on each connection, credentials sent at once, every scan different.
import autocannon from "autocannon";
import { type Load, type LoadResult, toBody, toResult } from "./ingest-scans.ts";

process.on("message", async (load: Load) => {
  process.send!(await run(load));
});

async function run(load: Load): Promise<LoadResult> {
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
  return toResult(accepted, others, result.duration, latencies);
}
