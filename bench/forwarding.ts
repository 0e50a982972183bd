// Measures how fast scans are forwarded, how much that slows posting, how long a 204 takes when
// more has to be forwarded than the cores can do, and whether a long queue slows forwarding. node
// bench/forwarding.ts [--rounds 5] [--seconds 15] [--pending 1000000] [--seed 1]; exits 1 when a
// promise is not kept.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureClaiming } from "./forwarding-claims.ts";
import type { Pace, PaceResult } from "./forwarding-pace.ts";
import type { Received } from "./forwarding-receivers.ts";
import type { Load, LoadResult } from "./ingest-scans.ts";
import { describeMachine } from "./machine.ts";
import { median, runSender, type Server, startServer, stopServer } from "./processes.ts";
import { watchOthers } from "./quiet.ts";

const promised = { p95: 100, ingest: 0.5, acknowledged: 250, claiming: 1.2 };
const [perSecond, destinations, connections] = [200, 5, 64];
const [user, password] = ["phone", "a password for the bench"];
const authorization = `Basic ${btoa(`${user}:${password}`)}`;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "15" },
    pending: { type: "string", default: "1000000" },
    seed: { type: "string", default: "1" },
    dir: { type: "string", default: join(import.meta.dirname, "..", "node_modules") },
  },
});
const [rounds, seconds, pending, seed] = [
  Number(values.rounds),
  Number(values.seconds),
  Number(values.pending),
  Number(values.seed),
];

// On the disk of the checkout, because a temporary folder can be in memory, where a sync costs
// nothing.
const dir = await mkdtemp(join(values.dir, ".bench-forwarding-"));
try {
  console.log(`bench/forwarding: ${describeMachine()}, seed ${seed}`);
  const judge = watchOthers();
  const kept = await benchHub();
  const flat = await benchClaiming();
  process.exitCode = judge(kept && flat) ? 0 : 1;
} finally {
  await rm(dir, { recursive: true });
}

async function benchHub(): Promise<boolean> {
  const receivers = await startServer("forwarding-receivers.ts");
  const hub = await startServer("forwarding-hub.ts", [
    dir,
    user,
    password,
    ...Array.from({ length: destinations }, (_, n) => `http://127.0.0.1:${receivers.port}/${n}`),
  ]);
  const pace = (forSeconds: number, paceSeed: number) =>
    runSender<PaceResult>("forwarding-pace.ts", {
      url: `http://127.0.0.1:${hub.port}/in/routed`,
      authorization,
      perSecond,
      seconds: forSeconds,
      seed: paceSeed,
    } satisfies Pace);
  const load = (round: number, inbox = "plain") =>
    runSender<LoadResult>("ingest-load.ts", {
      url: `http://127.0.0.1:${hub.port}/in/${inbox}`,
      authorization,
      connections,
      seconds: 3,
      seed: seed * 1000 + round,
    } satisfies Load);
  try {
    await pace(2, 0);
    const onTime = await benchLatency(receivers, await pace(seconds, seed));
    await load(0);
    const ratios: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const alone = await load(round);
      const [beside, paced] = await Promise.all([load(round + rounds), pace(4, seed + round)]);
      await allReceived(receivers, paced);
      const rates = [alone, beside].map((result) => result.accepted.length / result.seconds);
      ratios.push(rates[1]! / rates[0]!);
      console.log(
        `round ${round}  without routes ${rates[0]!.toFixed(0)}/s, beside ${perSecond}/s to ${destinations} destinations ${rates[1]!.toFixed(0)}/s`,
      );
    }
    const ratio = median(ratios);
    console.log(
      `ingest beside forwarding: ${(ratio * 100).toFixed(1)} % of the rate without (wanted: ${promised.ingest * 100} %)`,
    );
    // Last, because its deliveries keep the hub busy for a long time.
    const { latencies, accepted, seconds: took } = await load(2 * rounds + 1, "routed");
    console.log(
      `${(accepted.length / took).toFixed(0)} scans/s, each to ${destinations} destinations, from ${connections} connections: 204 after p50 ${latencies.p50.toFixed(0)} ms, p99 ${latencies.p99.toFixed(0)} ms, max ${latencies.max.toFixed(0)} ms (wanted: p99 under ${promised.acknowledged} ms)`,
    );
    return onTime && ratio >= promised.ingest && latencies.p99 < promised.acknowledged;
  } finally {
    await Promise.all([hub, receivers].map(stopServer));
  }
}

async function benchLatency(receivers: Server, paced: PaceResult): Promise<boolean> {
  const received = await allReceived(receivers, paced);
  const waits = received.flatMap(({ identifier, receivedAt }) => {
    const acceptedAt = paced.acceptedAt[identifier];
    return acceptedAt === undefined ? [] : [receivedAt - acceptedAt];
  });
  waits.sort((a, b) => a - b);
  const quantile = (share: number) => waits[Math.floor((waits.length - 1) * share)]!;
  console.log(
    `${paced.sent} scans at ${perSecond}/s to ${destinations} destinations, ${waits.length} deliveries, from the 204 to the destination: p50 ${quantile(0.5).toFixed(1)} ms, p95 ${quantile(0.95).toFixed(1)} ms, p99 ${quantile(0.99).toFixed(1)} ms, max ${quantile(1).toFixed(0)} ms (wanted: p95 under ${promised.p95} ms)`,
  );
  return quantile(0.95) < promised.p95;
}

/** Returns what the receivers received of these scans, once all of it has arrived. */
async function allReceived(receivers: Server, paced: PaceResult): Promise<Received[]> {
  const expected = Object.keys(paced.acceptedAt).length * destinations;
  receivers.process.send({ seed: paced.seed, expected });
  const [received] = (await once(receivers.process, "message")) as [Received[]];
  return received;
}

async function benchClaiming(): Promise<boolean> {
  const { few, many } = await measureClaiming(dir, pending);
  const ratio = many.milliseconds / few.milliseconds;
  console.log(
    `100 deliveries claimed and settled with ${few.pending} pending: ${few.milliseconds.toFixed(2)} ms; with ${many.pending}: ${many.milliseconds.toFixed(2)} ms: ${ratio.toFixed(2)} × (wanted: ${promised.claiming} × at most)`,
  );
  return ratio <= promised.claiming;
}
