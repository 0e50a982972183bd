import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCertificates } from "../../../tls/certificates.ts";
import type { Settings } from "../../kind.ts";
import type { Dial, WireContext } from "../wire.ts";

/** The context that a sender passes to a wire. */
export function createContext(
  settings: Settings,
  overrides: Partial<WireContext> = {},
): WireContext {
  const signal = AbortSignal.timeout(60_000);
  return { destinationId: 1, settings, secrets: {}, allowPrivate: true, signal, ...overrides };
}

/** Dials any address, without the egress guard. */
export const dialAnywhere: Dial = async (host, port) => {
  const socket = connect({ host, port });
  await once(socket, "connect");
  return socket;
};

export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Creates a key and certificate for localhost, and the authority that signed it. */
export async function createLocalhostCertificate(): Promise<{
  key: string;
  cert: string;
  ca: string;
}> {
  const dir = mkdtempSync(join(tmpdir(), "scanhook-wire-tls-"));
  const certificates = await openCertificates(dir, { names: () => ["localhost"] });
  try {
    return { ...certificates.current(), ca: certificates.caPem };
  } finally {
    certificates.close();
    rmSync(dir, { recursive: true });
  }
}
