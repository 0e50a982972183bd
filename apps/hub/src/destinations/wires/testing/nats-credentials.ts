import { nkeys } from "@nats-io/nats-core/internal";

type KeyPair = ReturnType<typeof nkeys.createUser>;

/**
 * Makes an operator with an account that may use JetStream, and a user of it. Returns the lines for
 * the configuration of a server that trusts the operator, and the text of the user's .creds file
 * (https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/jwt).
 */
export function createCredentials(): { authorization: string; credentials: string } {
  const [operator, user] = [nkeys.createOperator(), nkeys.createUser()];
  const [system, account] = [nkeys.createAccount(), nkeys.createAccount()];
  const unlimited = { subs: -1, data: -1, payload: -1 };
  const limits = {
    ...unlimited,
    ...{ conn: -1, leaf: -1, imports: -1, exports: -1, wildcards: true },
    ...{ mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 },
  };
  const operatorJwt = sign(operator, operator, { type: "operator" });
  const systemJwt = sign(operator, system, { type: "account", limits: unlimited });
  const accountJwt = sign(operator, account, { type: "account", limits });
  const userJwt = sign(account, user, { type: "user", ...unlimited });
  const seed = Buffer.from(user.getSeed()).toString();
  return {
    authorization: [
      `operator: ${operatorJwt}`,
      `system_account: ${system.getPublicKey()}`,
      "resolver: MEMORY",
      "resolver_preload: {",
      `  ${system.getPublicKey()}: ${systemJwt}`,
      `  ${account.getPublicKey()}: ${accountJwt}`,
      "}",
    ].join("\n"),
    credentials: [
      `-----BEGIN NATS USER JWT-----\n${userJwt}\n------END NATS USER JWT------`,
      `-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
    ].join("\n\n"),
  };
}

function sign(issuer: KeyPair, subject: KeyPair, nats: object): string {
  const claims = {
    jti: subject.getPublicKey(),
    iat: 1_700_000_000,
    iss: issuer.getPublicKey(),
    name: "scanhook",
    sub: subject.getPublicKey(),
    nats: { ...nats, version: 2 },
  };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const text = `${encode({ typ: "JWT", alg: "ed25519-nkey" })}.${encode(claims)}`;
  return `${text}.${Buffer.from(issuer.sign(Buffer.from(text))).toString("base64url")}`;
}
