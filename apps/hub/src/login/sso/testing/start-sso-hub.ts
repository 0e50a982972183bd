import { startTestHub } from "../../../testing/test-hub.ts";
import { clientId, clientSecret, publicUrl } from "./run-provider.ts";

/** Starts a hub behind a proxy at `publicUrl`, with single sign-on at a provider. */
export function startSsoHub({ issuer }: { issuer: string }, ...args: string[]) {
  return startTestHub(
    ...["--tls", "off", "--trust-proxy", "loopback", "--public-url", publicUrl],
    ...["--sso-issuer", issuer, "--sso-client-id", clientId],
    ...["--sso-client-secret", clientSecret, "--sso-roles", "bosses=owner,staff=desk,*=viewer"],
    ...args,
  );
}
