// Servers and senders of a measurement, each a process of its own.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export type Server = { process: ChildProcess; port: number };

/** Starts a file of this folder that tells the port it listens on. */
export async function startServer(file: string, args: string[] = []): Promise<Server> {
  const child = fork(join(import.meta.dirname, file), args);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { process: child, port };
}

export async function stopServer(server: Server): Promise<void> {
  server.process.send("stop");
  await once(server.process, "exit");
}

/** Starts a file of this folder that answers one question, asks it, and lets it go. */
export async function ask<Answer>(file: string, question: object): Promise<Answer> {
  const child = fork(join(import.meta.dirname, file), { execArgv: [] });
  child.send(question);
  const [answer] = (await once(child, "message")) as [Answer];
  child.disconnect();
  await once(child, "exit");
  return answer;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
