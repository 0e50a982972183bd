import { createHubUrls, type HubUrls, isHubAt, readRunFile, type Settings } from "@scanhook/hub";
import type { Io } from "../io.ts";

/**
 * Finds the URLs of the hub with these settings. Prefers the hub that runs with the data folder,
 * because its ports may come from its own command line. Otherwise uses the settings, and warns on
 * stderr when no hub responds there.
 */
export async function findHub(
  settings: Settings,
  { stderr }: Pick<Io, "stderr">,
): Promise<HubUrls> {
  const running = await findRunning(settings);
  if (running) return running;
  const { httpPort: http, httpsPort: https, tls } = settings;
  const ports = tls === "off" ? { http } : { http, https };
  if (!(await isHubAt({ ...settings, ports }))) {
    stderr.write("The hub does not respond; this address comes from the settings.\n");
  }
  return createHubUrls(settings, ports);
}

/**
 * Returns the URLs of the hub that runs with this data folder. Returns undefined if no hub runs, or
 * if the hub could not write its run file.
 */
export async function findRunning({ data }: Pick<Settings, "data">): Promise<HubUrls | undefined> {
  const runFile = readRunFile(data);
  return runFile && (await isHubAt(runFile)) ? createHubUrls(runFile, runFile.ports) : undefined;
}
