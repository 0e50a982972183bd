// The plain receiver of bench/ingest: a Fastify handler that commits each scan on its own, synced,
// before it responds.
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import Fastify from "fastify";

const [dir] = process.argv.slice(2) as [string];
const db = new DatabaseSync(join(dir, "plain.db"));
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE scans (id INTEGER PRIMARY KEY, identifier TEXT, date TEXT, content TEXT) STRICT;
`);
const insert = db.prepare("INSERT INTO scans (identifier, date, content) VALUES (?, ?, ?)");

type Scan = { identifier: string; date: string; content: string };
const app = Fastify();
app.post<{ Body: Scan }>("/in/scans", (request, reply) => {
  const { identifier, date, content } = request.body;
  insert.run(identifier, date, content);
  reply.code(204).send();
});
await app.listen({ host: "127.0.0.1", port: 0 });
process.send!({ port: (app.server.address() as AddressInfo).port });
process.on("message", async () => {
  await app.close();
  db.close();
  process.disconnect();
});
