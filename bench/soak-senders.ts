// The devices of bench/soak: they post at an even rate, each scan when it is due, even if earlier
// ones have no response yet.
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { acceptVerdict, type Door } from "./soak-door.ts";
import { type HubAccess, send, toBasic } from "./soak-request.ts";
import { kindOf, toDoorBody, toScanBody, users } from "./soak-scans.ts";
import { noteFailure, noteProblem, type Tally } from "./soak-tally.ts";

/** The bodies that are sent again, by the number of their scan. */
const bodies = new Map<number, string>();

type Devices = { hub: HubAccess; password: string; perSecond: number; door: Door; tally: Tally };

/** Posts until `ending` aborts, and resolves when every scan has its response. */
export async function runSenders(devices: Devices, ending: AbortSignal): Promise<void> {
  const agents = users.map(() => new Agent({ keepAlive: true, maxSockets: 16 }));
  const outstanding = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let n = 0; !ending.aborted; n++) {
    await sleep(Math.max(0, startedAt + (n * 1000) / devices.perSecond - performance.now()));
    const sending = noteFailure(devices.tally, kindOf(n), () =>
      sendOne(devices, n, agents[n % agents.length]!),
    );
    // The hub checks each password once, which takes long, and refuses more than a few at a time.
    if (n < 20) await sending;
    outstanding.add(sending);
    sending.then(() => outstanding.delete(sending));
  }
  await Promise.all(outstanding);
  for (const agent of agents) agent.destroy();
}

async function sendOne(devices: Devices, n: number, agent: Agent): Promise<void> {
  const { hub, password } = devices;
  const headers: Record<string, string> = {
    "content-type": "application/json",
    authorization: toBasic(users[n % users.length]!, password),
  };
  // Devices lose their connections now and then.
  if (n % 50 === 0) headers.connection = "close";
  const options = { port: hub.port, method: "POST", headers, agent };
  switch (kindOf(n)) {
    case "scan":
      return sendScan(devices, n, options);
    case "verdict":
      return sendToDoor(devices, n, options);
    case "repeat":
      return sendAgain(devices, n, options);
    case "refused":
      return sendRefused(devices, n, options);
  }
}

type Options = { port: number; method: string; headers: Record<string, string>; agent: Agent };

async function sendScan({ tally }: Devices, n: number, options: Options): Promise<void> {
  const body = toScanBody(n);
  const { status, ms } = await send({ ...options, path: "/in/scans" }, body);
  if (status !== 204) return noteProblem(tally, `scan: ${status}`);
  tally.acknowledged.scans.push(n);
  tally.span.accepts.push(ms);
  if (kindOf(n + 30) === "repeat") bodies.set(n, body);
}

async function sendToDoor({ door, tally }: Devices, n: number, options: Options): Promise<void> {
  const code = door.nextCode();
  const sentAt = performance.now();
  const headers = { ...options.headers, accept: acceptVerdict };
  const { status, text, ms } = await send(
    { ...options, headers, path: "/in/door" },
    toDoorBody(n, code),
  );
  if (status !== 200) return noteProblem(tally, `verdict: ${status}`);
  tally.acknowledged.door.push(n);
  tally.span.verdicts.push(ms);
  door.check(code, sentAt, text);
}

/** Sends the scan of 30 numbers before, which was of the same user, once more. */
async function sendAgain({ tally }: Devices, n: number, options: Options): Promise<void> {
  const body = bodies.get(n - 30);
  bodies.delete(n - 30);
  if (body === undefined) return;
  const { status } = await send({ ...options, path: "/in/scans" }, body);
  if (status !== 204) return noteProblem(tally, `repeat: ${status}`);
  tally.counts.repeats += 1;
}

/** Sends what the hub has to refuse: four kinds in turns. */
async function sendRefused({ tally }: Devices, n: number, options: Options): Promise<void> {
  const turn = (n - 19) / 20;
  const { authorization: _, ...without } = options.headers;
  const wrong = { ...options.headers, authorization: toBasic("north", `a guess ${n}`) };
  // Guesses come from many addresses, because each may guess only now and then.
  const guesser = { localAddress: `127.1.${turn % 250}.${1 + (turn % 7)}`, agent: false as const };
  const refused = [
    { wanted: [401], path: "/in/scans", headers: without },
    { wanted: [422], path: "/in/scans", body: '{"date":"today"}' },
    { wanted: [404], path: "/in/nowhere" },
    // 503 while other passwords wait to be checked.
    { wanted: [401, 503], path: "/in/scans", headers: wrong, ...guesser },
  ];
  const { wanted, body = toScanBody(n), ...different } = refused[turn % refused.length]!;
  const { status } = await send({ ...options, ...different }, body);
  if (!wanted.includes(status))
    return noteProblem(tally, `refused: ${status} instead of ${wanted[0]}`);
  tally.counts.refused += 1;
}
