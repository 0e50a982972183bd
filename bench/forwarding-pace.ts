// The sender of bench/forwarding: so many scans a second, evenly, each sent when it is due whatever became of the last.
import { Agent, request } from "node:http";
import { toBody, toIdentifier } from "./ingest-scans.ts";

export type Pace = {
  url: string;
  authorization: string;
  perSecond: number;
  seconds: number;
  seed: number;
};

/** `answeredAt`: identifier → when its 204 was there, in milliseconds since 1970 with fractions. */
export type Paced = { seed: number; sent: number; answeredAt: Record<string, number> };

process.on("message", async (pace: Pace) => {
  process.send!(await run(pace));
});

async function run({ url, authorization, perSecond, seconds, seed }: Pace): Promise<Paced> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const answeredAt: Record<string, number> = {};
  const sent = perSecond * seconds;
  const started = performance.now();
  const headers = { "content-type": "application/json", authorization };
  const answers = Array.from({ length: sent }, async (_, n) => {
    await until(started + (n * 1000) / perSecond);
    const status = await post(agent, url, headers, toBody(seed, n));
    if (status !== 204) throw new Error(`The hub answered ${status}.`);
    answeredAt[toIdentifier(seed, n)] = performance.timeOrigin + performance.now();
  });
  await Promise.all(answers);
  agent.destroy();
  return { seed, sent, answeredAt };
}

function until(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(1, time - performance.now())));
}

function post(agent: Agent, url: string, headers: Record<string, string>, body: string) {
  return new Promise<number>((resolve, reject) => {
    const sending = request(url, { agent, method: "POST", headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode!));
    });
    sending.on("error", reject);
    sending.end(body);
  });
}
