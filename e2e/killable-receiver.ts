// A receiver in its own process, which can be killed. It prints `ready`, then each identifier
// before its 204. node e2e/killable-receiver.ts <port>
import { writeSync } from "node:fs";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

const server = createServer(async (request, answer) => {
  const { identifier } = (await json(request)) as { identifier: string };
  // Synchronous and unbuffered, because every identifier must be printed before its response.
  writeSync(1, `${identifier}\n`);
  answer.writeHead(204).end();
});
server.listen(Number(process.argv[2]), "127.0.0.1", () => {
  writeSync(1, "ready\n");
});
