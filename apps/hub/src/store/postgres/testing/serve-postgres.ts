// Vitest loads this file once for a run. Its PostgreSQL server serves the tests of all files and
// processes of the run.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address that answers with the URL of the PostgreSQL server. */
    sharedPostgres: string;
  }
}

/**
 * Starts the server when a test asks for it for the first time, and returns a function that stops
 * it. Its data does not survive a crash, and it has enough connections for all workers of a large
 * machine.
 */
export default async function servePostgres({ provide }: TestProject) {
  let starting: ReturnType<typeof startPostgres> | undefined;
  const starter = createServer(async (_, response) => {
    try {
      starting ??= startPostgres(["fsync=off", "max_connections=500"]);
      response.end((await starting).url);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  starter.listen(0, "127.0.0.1");
  await once(starter, "listening");
  provide("sharedPostgres", `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);
  return async () => {
    starter.close();
    starter.closeAllConnections();
    const postgres = await starting?.catch(() => undefined);
    await postgres?.stop();
  };
}
