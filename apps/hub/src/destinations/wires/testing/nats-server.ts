import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../../../../scripts/testing/free-port.ts";
import { createLocalhostCertificate } from "./wire.ts";

export const hasNatsServer = spawnSync("nats-server", ["--version"]).status === 0;

/** The size from which on the server refuses messages, headers included. */
export const maxPayload = 20_000;

/** The configuration of users that servers start with by default. */
const users = `authorization { users = [
  { user: hub, password: "s3cret ü", permissions: { publish: { deny: "closed.>" } } },
  { user: reader, password: reader } ] }`;

/**
 * Starts a server with JetStream and returns when it is ready. `authorization` replaces the users
 * hub and reader; with `tls`, every client has to use TLS.
 */
export async function startNatsServer({ authorization = users, tls = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "scanhook-nats-"));
  const inFolder = (name: string) => join(folder, name);
  const port = await freePort();
  const certificate = await createLocalhostCertificate();
  for (const [name, text] of Object.entries(certificate)) writeFileSync(inFolder(name), text);
  const withTls = `tls { cert_file: "${inFolder("cert")}", key_file: "${inFolder("key")}" }`;
  writeFileSync(
    inFolder("nats.conf"),
    [
      `listen: "127.0.0.1:${port}"`,
      `jetstream { store_dir: "${inFolder("jetstream")}" }`,
      `max_payload: ${maxPayload}`,
      authorization,
      tls ? withTls : "",
    ].join("\n"),
  );
  let server = await start(inFolder("nats.conf"));
  let hasStopped = false;
  const stop = async () => {
    if (hasStopped) return;
    hasStopped = true;
    server.kill("SIGTERM");
    await once(server, "exit");
  };
  return {
    port,
    ca: certificate.ca,
    stop,
    async start() {
      server = await start(inFolder("nats.conf"));
      hasStopped = false;
    },
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(config: string): Promise<ChildProcess> {
  const server = spawn("nats-server", ["-c", config], { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  const ready = Promise.withResolvers<void>();
  server.stderr.on("data", (text) => {
    output += text;
    if (output.includes("Server is ready")) ready.resolve();
  });
  server.once("exit", () => ready.reject(new Error(`nats-server ended: ${output.slice(-2000)}`)));
  await ready.promise;
  return server;
}
