// The sender of bench/forwarding: posts scans at an even rate, each when it is due, even if earlier
// ones have no response yet.
import { Agent, request } from "node:http";
import { toBody, toIdentifier } from "./ingest-scans.ts";

export type Pace = {
  url: string;
  authorization: string;
  perSecond: number;
  seconds: number;
  seed: number;
};

/**
 * `acceptedAt` maps an identifier to the time of its 204, in milliseconds since 1970 with
 * fractions.
 */
export type PaceResult = { seed: number; sent: number; acceptedAt: Record<string, number> };

process.on("message", async (pace: Pace) => {
  process.send!(await run(pace));
});

async function run({ url, authorization, perSecond, seconds, seed }: Pace): Promise<PaceResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const acceptedAt: Record<string, number> = {};
  const sent = perSecond * seconds;
  const started = performance.now();
  const headers = { "content-type": "application/json", authorization };
  const responses = Array.from({ length: sent }, async (_, n) => {
    await waitUntil(started + (n * 1000) / perSecond);
    const status = await post(agent, url, headers, toBody(seed, n));
    if (status !== 204) throw new Error(`The hub returned ${status}.`);
    acceptedAt[toIdentifier(seed, n)] = performance.timeOrigin + performance.now();
  });
  await Promise.all(responses);
  agent.destroy();
  return { seed, sent, acceptedAt };
}

function waitUntil(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(1, time - performance.now())));
}

function post(agent: Agent, url: string, headers: Record<string, string>, body: string) {
  return new Promise<number>((resolve, reject) => {
    const outgoing = request(url, { agent, method: "POST", headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode!));
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
