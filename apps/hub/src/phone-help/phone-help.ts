import type { FastifyInstance } from "fastify";

/** Adds `/phone`, `/ca.pem`, `/ca.crt` and `/ca.mobileconfig`: how a phone comes to trust this hub. */
export function registerPhoneHelp(
  app: FastifyInstance,
  _options: { ca: { pem: string; der: Uint8Array }; httpsBase: (host: string) => string },
): void {
  app.get("/phone", async () => "This page is being written.");
}
