// The servers and senders of a measurement, each in its own process.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export type Server = { process: ChildProcess; port: number };

/**
 * Compiled code is kept, as the command keeps it. Without that, each thread of a hub holds the
 * compiler.
 */
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: join(import.meta.dirname, "..", "node_modules", ".cache", "compiled"),
};

/** Starts a server from a file of this folder and waits for its message with the port. */
export async function startServer(file: string, args: string[] = []): Promise<Server> {
  const child = fork(join(import.meta.dirname, file), args, { env });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { process: child, port };
}

export async function stopServer(server: Server): Promise<void> {
  server.process.send("stop");
  await once(server.process, "exit");
}

/** Sends a message to a process of this folder and returns its answer. */
export async function ask<Answer>(child: ChildProcess, question: object | string): Promise<Answer> {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`A process of the bench ended with ${code} instead of an answer.`);
  });
  const answer = once(child, "message", { signal }).then(([message]) => message as Answer);
  try {
    child.send(question);
    return await Promise.race([answer, ended]);
  } finally {
    ended.catch(() => {});
    answer.catch(() => {});
    answered.abort();
  }
}

/**
 * Starts a sender from a file of this folder, sends it its load, and returns its result after it
 * has ended.
 */
export async function runSender<Result>(file: string, load: object): Promise<Result> {
  const child = fork(join(import.meta.dirname, file), { execArgv: [] });
  child.send(load);
  const [result] = (await once(child, "message")) as [Result];
  child.disconnect();
  await once(child, "exit");
  return result;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
