// The baseline of bench/ingest: Node's own server, which reads the body, returns 204 and keeps
// nothing.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  request.on("data", () => {});
  request.on("end", () => {
    response.writeHead(204).end();
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send!({ port: (server.address() as AddressInfo).port });
});
process.on("message", () => {
  server.close();
  server.closeAllConnections();
  process.disconnect();
});
