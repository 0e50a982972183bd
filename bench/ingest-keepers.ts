// The peers of bench/ingest that keep what they acknowledge, from programs that Debian has: webdis
// with Redis, and nginx with a FastCGI program (ingest-fastcgi.c). Neither parses a scan, and both
// compare the password of each request with one in clear text.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RunningPeer, startPeer } from "../e2e/peers/peer.ts";

/** A peer with the processes that do its work. */
export type KeepingPeer = {
  name: string;
  url: string;
  method?: "PUT";
  pids: number[];
  /** Kills its processes as a crash does, and returns the files in which it kept the scans. */
  kill(): Promise<string[]>;
};

type Wanted = { dir: string; user: string; password: string; connections: number };

/** Starts both peers with data in a folder, or says in one line why one is left out. */
export async function startKeepingPeers(wanted: Wanted): Promise<KeepingPeer[]> {
  const peers = [
    { name: "webdis with Redis", start: startWebdis, programs: ["webdis", "redis-server"] },
    { name: "nginx with FastCGI", start: startFastCgi, programs: ["nginx", "gcc"] },
  ];
  const started: KeepingPeer[] = [];
  for (const { name, start, programs } of peers) {
    const missing = programs.filter((program) => !isInstalled(program));
    if (missing.length > 0) {
      console.log(`${name} is left out: install ${missing.join(" and ")}.`);
      continue;
    }
    const peer = await start(wanted);
    if (typeof peer === "string") console.log(`${name} is left out: ${peer}`);
    else started.push({ name, ...peer });
  }
  return started;
}

type Started = Omit<KeepingPeer, "name">;

/** Redis syncs its log once for all commands that it has read in a turn of its event loop. */
async function startWebdis({ dir, user, password }: Wanted): Promise<Started> {
  const redis = await startPeer(
    ({ port }) => ({
      file: "redis-server",
      args: [
        ...["--bind", "127.0.0.1", "--port", `${port}`, "--dir", dir],
        ...["--appendonly", "yes", "--appendfsync", "always", "--save", ""],
        // Redis would take a core to rewrite its log.
        ...["--auto-aof-rewrite-percentage", "0"],
      ],
    }),
    async ({ port }) => /PONG/.test(`${spawnSync("redis-cli", ["-p", `${port}`, "ping"]).stdout}`),
  );
  const webdis = await startPeer(
    ({ port, folder }) => {
      const config = join(folder, "webdis.json");
      const settings = {
        redis_host: "127.0.0.1",
        redis_port: redis.port,
        http_host: "127.0.0.1",
        http_port: port,
        threads: 2,
        pool_size: 20,
        daemonize: false,
        acl: [{ disabled: ["*"] }, { http_basic_auth: `${user}:${password}`, enabled: ["RPUSH"] }],
        logfile: "/dev/null",
      };
      writeFileSync(config, JSON.stringify(settings));
      return { file: "webdis", args: [config] };
    },
    async ({ url }) => (await fetch(`${url}/PING`)).status === 403,
  );
  return {
    url: `${webdis.url}/RPUSH/scans`,
    method: "PUT",
    pids: [webdis.pid, redis.pid],
    async kill() {
      for (const peer of [redis, webdis]) await killPeer(peer);
      return globSync(join(dir, "appendonlydir", "*.incr.aof"));
    },
  };
}

/**
 * The program has a thread for each connection: fewer threads take fewer scans, because the file
 * system puts syncs together that wait at the same time.
 */
async function startFastCgi({
  dir,
  user,
  password,
  connections,
}: Wanted): Promise<Started | string> {
  const program = join(dir, "fastcgi");
  const source = join(import.meta.dirname, "ingest-fastcgi.c");
  const args = ["-O2", "-Wall", "-pthread", "-o", program, source, "-lfcgi"];
  const compiled = spawnSync("gcc", args, { encoding: "utf8" });
  if (compiled.status !== 0) return `install libfcgi-dev (${compiled.stderr.split("\n")[0]}).`;
  const file = join(dir, "scans.txt");
  let socket = "";
  const fastCgi = await startPeer(
    ({ folder }) => {
      socket = join(folder, "socket");
      return { file: program, args: [socket, file, `${connections}`] };
    },
    async () => existsSync(socket),
  );
  const nginx = await startPeer(
    ({ port, folder }) => {
      const config = join(folder, "nginx.conf");
      writeFileSync(join(folder, "users"), `${user}:{PLAIN}${password}\n`);
      writeFileSync(config, toNginxConfig(port, socket, connections));
      return { file: "nginx", args: ["-p", folder, "-e", "stderr", "-c", config] };
    },
    async ({ url }) => (await fetch(url)).status === 401,
  );
  return {
    url: `${nginx.url}/in/scans`,
    pids: [nginx.pid, fastCgi.pid],
    async kill() {
      for (const peer of [fastCgi, nginx]) await killPeer(peer);
      return [file];
    },
  };
}

function toNginxConfig(port: number, socket: string, connections: number): string {
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${name};`,
  );
  return `
    daemon off; master_process off; pid pid; error_log stderr;
    events { worker_connections 1024; }
    http {
      access_log off; keepalive_requests 1000000000; ${folders.join(" ")}
      upstream program { server unix:${socket}; keepalive ${connections}; }
      server {
        listen 127.0.0.1:${port};
        auth_basic scans; auth_basic_user_file users;
        location / {
          fastcgi_pass program; fastcgi_keep_conn on;
          fastcgi_param REQUEST_METHOD $request_method;
          fastcgi_param CONTENT_LENGTH $content_length;
        }
      }
    }`;
}

async function killPeer({ pid, stop }: RunningPeer): Promise<void> {
  process.kill(pid, "SIGKILL");
  await stop();
}

function isInstalled(program: string): boolean {
  return spawnSync("sh", ["-c", 'command -v "$0"', program]).status === 0;
}
