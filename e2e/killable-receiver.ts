// A receiver as a process of its own, so that it can be killed: prints each identifier, then answers 204.
// node e2e/killable-receiver.ts <port>; prints `ready` first.
import { writeSync } from "node:fs";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

const server = createServer(async (request, answer) => {
  const { identifier } = (await json(request)) as { identifier: string };
  // At once, past all buffers: what was answered must have been told.
  writeSync(1, `${identifier}\n`);
  answer.writeHead(204).end();
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => {
  writeSync(1, "ready\n");
});
