import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from "@simplewebauthn/browser";
import type { Failure, Result } from "../../api.ts";
import { callApi } from "../../session.svelte.ts";
import { accountTexts } from "../../texts/settings.ts";

/**
 * Makes a passkey with a dialog of the browser (WebAuthn Level 3), and gives the hub its public
 * key. `name` says where it is kept, and `password` is that of the person.
 */
export async function addPasskey(name: string, password: string): Promise<Result<unknown>> {
  const { exists, failed, noBrowser } = accountTexts.passkeys;
  if (!browserSupportsWebAuthn()) return fail(noBrowser);
  const path = "/api/account/passkeys";
  const options = await callApi<PublicKeyCredentialCreationOptionsJSON>("POST", `${path}/options`, {
    password,
  });
  if (!options.ok) return options;
  try {
    const response = await startRegistration({ optionsJSON: options.data });
    return await callApi("POST", path, { name, response });
  } catch (error) {
    // The device refuses to keep a second passkey of the same account.
    return fail((error as Error).name === "InvalidStateError" ? exists : failed);
  }
}

function fail(message: string): Failure {
  return { ok: false, status: 0, code: "no-passkey", message };
}
