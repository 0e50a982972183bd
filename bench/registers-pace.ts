// The sender of bench/registers and bench/stock: posts scans at an even rate, each when it is due,
// even if earlier ones have no response yet.
import { Agent, request } from "node:http";
export type DoorPace = {
  url: string;
  /** The users, who take turns. */
  authorizations: string[];
  perSecond: number;
  contents: string[];
};

/**
 * Milliseconds from the time a scan was due to the end of its response, and how many responses had
 * each status.
 */
export type DoorResult = { latencies: number[]; statuses: Record<string, number> };

process.on("message", async (pace: DoorPace) => {
  process.send!(await run(pace));
});

async function run(pace: DoorPace): Promise<DoorResult> {
  const { url, authorizations, perSecond, contents } = pace;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const latencies = await Promise.all(
    contents.map(async (content, index) => {
      const due = started + (index * 1000) / perSecond;
      await new Promise((resolve) => setTimeout(resolve, Math.max(1, due - performance.now())));
      const sentAt = performance.now();
      const authorization = authorizations[index % authorizations.length]!;
      const headers = { "content-type": "application/json", authorization };
      const status = await post(agent, url, headers, toBody(content));
      statuses[status] = (statuses[status] ?? 0) + 1;
      return performance.now() - sentAt;
    }),
  );
  agent.destroy();
  return { latencies, statuses };
}

function toBody(content: string): string {
  const [identifier, date] = [crypto.randomUUID(), new Date().toISOString()];
  return JSON.stringify({ identifier, date, content });
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
