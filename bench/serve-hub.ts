import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { parseSettings, startHub } from "@scanhook/hub";

/**
 * Runs the whole hub in this process as `scanhook serve --tls off` does, with its log in a file.
 * Sends its port to the parent process, and ends at the message "stop" from there.
 */
export async function serveHub(dir: string, ...more: string[]): Promise<void> {
  const args = ["--data", dir, "--http-port", "0", "--tls", "off", "--host", "127.0.0.1", ...more];
  const parsed = parseSettings({ args, env: {} });
  if (!parsed.ok) throw new Error(parsed.reason);
  const log = createWriteStream(join(dir, "log"));
  const hub = await startHub(parsed.settings, { log });
  process.send!({ port: hub.httpPort });
  // The bench was killed, perhaps.
  process.once("disconnect", () => hub.close());
  process.on("message", async (message) => {
    if (message !== "stop") return;
    await hub.close();
    log.end();
    process.disconnect();
  });
}
