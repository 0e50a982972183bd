// The receiver that bench/nodes compares with the hub: the Node-RED nodes `http in`, `file` and
// `http response` in a row.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPeer, type RunningPeer, startPeer } from "../e2e/peers/peer.ts";

const version = "5.0.7";
/** Relative to the folder of the peer. */
const scansFile = "scans.jsonl";

/**
 * Starts Node-RED, or returns in one line why it is left out. Every scan becomes a line of `file`,
 * which nothing syncs.
 */
export async function startNodeRed(): Promise<
  { ok: true; peer: RunningPeer; file: string } | { ok: false; reason: string }
> {
  const installed = installPeer("node-red", version);
  if (!installed.ok) return installed;
  const peer = await startPeer(
    ({ port, folder }) => {
      const settings = { uiHost: "127.0.0.1", uiPort: port, telemetry: { enabled: false } };
      const settingsFile = join(folder, "settings.cjs");
      writeFileSync(settingsFile, `module.exports = ${JSON.stringify(settings)};\n`);
      writeFileSync(join(folder, "flows.json"), JSON.stringify(flow(join(folder, scansFile))));
      const program = join(installed.folder, "node_modules/node-red/red.js");
      return {
        file: process.execPath,
        args: [program, "--userDir", folder, "--settings", settingsFile, "flows.json"],
      };
    },
    async ({ url }) => (await fetch(`${url}/in/ready`)).status === 204,
  );
  return { ok: true, peer, file: join(peer.folder, scansFile) };
}

function flow(filename: string): object[] {
  const node = (id: string, type: string, properties: object) => ({
    id,
    type,
    z: "flow",
    name: "",
    x: 0,
    y: 0,
    ...properties,
  });
  return [
    { id: "flow", type: "tab", label: "Scans" },
    node("scans", "http in", { url: "/in/scans", method: "post", wires: [["file"]] }),
    node("file", "file", {
      filename,
      filenameType: "str",
      appendNewline: true,
      overwriteFile: "false",
      encoding: "none",
      wires: [["answer"]],
    }),
    node("ready", "http in", { url: "/in/ready", method: "get", wires: [["answer"]] }),
    node("answer", "http response", { statusCode: "204", wires: [] }),
  ];
}
