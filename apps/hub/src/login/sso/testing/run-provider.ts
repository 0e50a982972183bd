import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type Configuration } from "oidc-provider";
import { vi } from "vitest";

/** The name at which the hub of a test is reached, through a proxy. */
export const publicUrl = "https://scans.example.com";
export const clientId = "scanhook";
export const clientSecret = "a secret + of/the:client";

/** Somebody at the provider, who logs in with any password. */
export type ProviderAccount = { name?: string; groups?: unknown };

/**
 * Runs `oidc-provider` on a free port, as the provider of a hub at `publicUrl`. `accounts` holds
 * the people by their subject, and may be changed.
 */
export async function runProvider(settings: Configuration = {}) {
  const accounts = new Map<string, ProviderAccount>();
  let listener: RequestListener | undefined;
  let server = await listen((request, response) => listener!(request, response));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  let keyNumber = 0;

  /** Starts anew with another key for signatures, without the sessions from before. */
  async function rotateKeys(): Promise<void> {
    const { privateKey } = await generateKeyPair("RS256", { extractable: true });
    const key = { ...(await exportJWK(privateKey)), kid: `key-${++keyNumber}`, alg: "RS256" };
    // It warns of what is made for tests.
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${publicUrl}/sso/callback`],
        },
      ],
      claims: { openid: ["sub"], profile: ["name", "groups"] },
      findAccount: (_context, subject) => ({
        accountId: subject,
        claims: async () => ({ sub: subject, ...accounts.get(subject) }),
      }),
      jwks: { keys: [{ ...key, use: "sig" }] },
      features: {
        rpInitiatedLogout: {
          logoutSource: async (context, form) => {
            context.body = `${form}<button name="logout" value="yes">Log out</button>`;
          },
          postLogoutSuccessSource: async (context) => {
            context.body = "You are logged out.";
          },
        },
      },
      cookies: { keys: ["a key of the test"] },
      ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
      ...settings,
    });
    warn.mockRestore();
    listener = provider.callback();
  }

  await rotateKeys();
  return {
    issuer,
    accounts,
    rotateKeys,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    async start() {
      server = await listen((request, response) => listener!(request, response), port);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type RunningProvider = Awaited<ReturnType<typeof runProvider>>;

/** Listens on a port of this machine, by default a free one. */
export async function listen(listener: RequestListener, port = 0): Promise<Server> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}
