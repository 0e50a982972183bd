import { createReach, type Listening, type Reach, readRunning, type Settings } from "@scanhook/hub";
import type { Io } from "./command.ts";

const patienceMs = 2000;

/**
 * Where the hub with these settings is: as it noted when it started, if it answers there, since ports may have been
 * given on its own command line; else as the settings tell. When nobody answers there either, stderr says so.
 */
export async function findHub(settings: Settings, { stderr }: Pick<Io, "stderr">): Promise<Reach> {
  const running = await findRunning(settings);
  if (running) return running;
  const { httpPort: http, httpsPort: https, tls } = settings;
  const ports = tls === "off" ? { http } : { http, https };
  if (!(await answers({ ...settings, ports }))) {
    stderr.write("The hub does not answer now; its address is what the settings say.\n");
  }
  return createReach(settings, ports);
}

/** Where the hub of this data folder runs now; undefined: none does, or it could not note where. */
export async function findRunning({ data }: Pick<Settings, "data">): Promise<Reach | undefined> {
  const noted = readRunning(data);
  return noted && (await answers(noted)) ? createReach(noted, noted.ports) : undefined;
}

/** Plain HTTP takes this question from everybody, whatever the certificate. */
async function answers({ host, ports }: Pick<Listening, "host" | "ports">): Promise<boolean> {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  const address = `http://${name.includes(":") ? `[${name}]` : name}:${ports.http}/healthz`;
  try {
    const answer = await fetch(address, {
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    });
    return answer.ok && ((await answer.json()) as { ok?: unknown }).ok === true;
  } catch {
    return false;
  }
}
