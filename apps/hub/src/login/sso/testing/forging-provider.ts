import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { clientId, listen } from "./run-provider.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Runs a provider whose answers a test forges. `metadata` adds to its metadata, `idToken` makes the
 * ID token from its right claims, and `answers` replaces the answers of paths.
 */
export async function runForgingProvider() {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const other = await generateKeyPair("RS256");
  const answers = new Map<string, Answer>();
  const server = await listen((request, response) => {
    const path = request.url!.split("?")[0]!;
    const answer = answers.get(path) ?? rightAnswers[path];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sign = (claims: JWTPayload, key = privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "key" }).sign(key);
  const provider = {
    issuer,
    answers,
    metadata: {} as Record<string, unknown>,
    /** The nonce of the log-in, which a test reads from the address at which it begins. */
    nonce: "",
    idToken: (claims: JWTPayload): Promise<string> | string => sign(claims),
    sign,
    signWithOtherKey: (claims: JWTPayload) => sign(claims, other.privateKey),
    asked: [] as string[],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const rightAnswers: Record<string, Answer> = {
    "/.well-known/openid-configuration": (_request, response) =>
      sendJson(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ["RS256"],
        ...provider.metadata,
      }),
    "/jwks": async (_request, response) =>
      sendJson(response, {
        keys: [{ ...(await exportJWK(publicKey)), kid: "key", alg: "RS256", use: "sig" }],
      }),
    "/token": async (_request, response) => {
      const seconds = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, aud: clientId, sub: "ada", name: "Ada", groups: ["staff"] };
      const times = { iat: seconds, exp: seconds + 600 };
      const idToken = await provider.idToken({ ...claims, ...times, nonce: provider.nonce });
      sendJson(response, { access_token: "access", token_type: "Bearer", id_token: idToken });
    },
  };
  return provider;
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}
