import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AMQPClient } from "@cloudamqp/amqp-client";
import { freePort } from "../../../../../../scripts/testing/free-port.ts";
import { createLocalhostCertificate } from "./wire.ts";

/** Debian's command runs the broker as another user; this one runs it as whoever tests. */
const programs = "/usr/lib/rabbitmq/bin";

/** Its commands are not asked, because each starts a machine of Erlang and a daemon. */
export const hasRabbitMq = existsSync(`${programs}/rabbitmq-server`);

/** The size from which on the broker refuses messages. */
export const maxMessageSize = 100_000;

/**
 * Users, queues and permissions that the broker starts with. The user hub may publish to the
 * default exchange and those of the topic; a full queue keeps one message.
 */
const definitions = {
  users: [
    { name: "hub", password: "s3cret ü", tags: "" },
    { name: "reader", password: "reader", tags: "" },
  ],
  vhosts: [{ name: "/" }, { name: "shop/a" }, { name: "closed" }],
  permissions: ["/", "shop/a"].flatMap((vhost) => [
    { user: "hub", vhost, configure: "", write: "^amq\\.(default|topic)$|^gone$", read: "" },
    { user: "reader", vhost, configure: ".*", write: ".*", read: ".*" },
  ]),
  queues: [
    { name: "scans", vhost: "/", durable: true, auto_delete: false, arguments: {} },
    { name: "scans", vhost: "shop/a", durable: true, auto_delete: false, arguments: {} },
    {
      name: "full",
      vhost: "/",
      durable: true,
      auto_delete: false,
      arguments: { "x-max-length": 1, "x-overflow": "reject-publish" },
    },
  ],
  exchanges: [],
  bindings: [
    {
      source: "amq.topic",
      vhost: "/",
      destination: "scans",
      destination_type: "queue",
      routing_key: "scanhook.#",
      arguments: {},
    },
  ],
};

export type RabbitMq = Awaited<ReturnType<typeof startRabbitMq>>;

/** Starts a broker of its own with a port for TLS, and returns when it listens. */
export async function startRabbitMq() {
  const folder = mkdtempSync(join(tmpdir(), "scanhook-rabbitmq-"));
  const inFolder = (name: string) => join(folder, name);
  const port = await freePort(4);
  const tlsPort = port + 1;
  const certificate = await createLocalhostCertificate();
  for (const [name, text] of Object.entries(certificate)) writeFileSync(inFolder(name), text);
  writeFileSync(inFolder("definitions.json"), JSON.stringify(definitions));
  writeFileSync(inFolder("plugins"), "[].\n");
  writeFileSync(
    inFolder("rabbitmq.conf"),
    [
      `listeners.tcp.local = 127.0.0.1:${port}`,
      `listeners.ssl.local = 127.0.0.1:${tlsPort}`,
      `ssl_options.cacertfile = ${inFolder("ca")}`,
      `ssl_options.certfile = ${inFolder("cert")}`,
      `ssl_options.keyfile = ${inFolder("key")}`,
      `load_definitions = ${inFolder("definitions.json")}`,
      `max_message_size = ${maxMessageSize}`,
      "",
    ].join("\n"),
  );
  const env = {
    ...process.env,
    HOME: folder,
    RABBITMQ_NODENAME: `scanhook-${port}@localhost`,
    RABBITMQ_MNESIA_BASE: inFolder("mnesia"),
    RABBITMQ_LOG_BASE: inFolder("log"),
    RABBITMQ_LOGS: "-",
    RABBITMQ_CONFIG_FILE: inFolder("rabbitmq.conf"),
    RABBITMQ_ENABLED_PLUGINS_FILE: inFolder("plugins"),
    RABBITMQ_DIST_PORT: `${port + 2}`,
    ERL_EPMD_PORT: `${port + 3}`,
  };
  let broker = await start(env);
  let hasStopped = false;

  const stop = async () => {
    if (hasStopped) return;
    hasStopped = true;
    broker.kill("SIGTERM");
    await once(broker, "exit");
  };
  return {
    port,
    tlsPort,
    ca: certificate.ca,
    stop,
    async start() {
      broker = await start(env);
      hasStopped = false;
    },
    /** Raises or ends the memory alarm, which stops all publishers. */
    setMemoryAlarm(isOn: boolean) {
      const limit = isOn ? "0.0000001" : "0.8";
      spawnSync(`${programs}/rabbitmqctl`, ["set_vm_memory_high_watermark", limit], { env });
    },
    /** Takes all messages of a queue, the oldest first. */
    async takeAll(queue: string) {
      const client = new AMQPClient(`amqp://reader:reader@127.0.0.1:${port}`);
      await client.connect();
      const channel = await client.channel();
      const messages = [];
      for (;;) {
        const message = await channel.basicGet(queue, { noAck: true });
        if (!message) break;
        messages.push({ ...message.properties, body: message.bodyString() });
      }
      await client.close();
      return messages;
    },
    async [Symbol.asyncDispose]() {
      await stop();
      // The broker has started this daemon, on a port of its own, and leaves it.
      spawnSync("epmd", ["-port", `${port + 3}`, "-kill"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when the broker says that its start is complete, after it has opened its ports. */
async function start(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const broker = spawn(`${programs}/rabbitmq-server`, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const ready = Promise.withResolvers<void>();
  for (const stream of [broker.stdout, broker.stderr]) {
    stream.on("data", (text) => {
      output += text;
      if (output.includes("Server startup complete")) ready.resolve();
    });
  }
  broker.once("exit", () => ready.reject(new Error(`RabbitMQ ended: ${output.slice(-2000)}`)));
  await ready.promise;
  return broker;
}
