import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { type Result, sendRequest } from "../api.ts";
import { logIn } from "../session.svelte.ts";

/**
 * Logs in with a passkey that the person chooses in a dialog of the browser. Returns undefined if
 * they choose none.
 */
export function logInWithPasskey(): Promise<Result<unknown> | undefined> {
  return use(false);
}

/**
 * Offers passkeys in the suggestions of the field of the name, if the browser can (WebAuthn Level
 * 3, conditional mediation). Resolves when one was chosen, and with undefined if none was.
 */
export async function offerPasskeys(): Promise<Result<unknown> | undefined> {
  return (await browserSupportsWebAuthnAutofill()) ? use(true) : undefined;
}

/** Ends the offer of passkeys, because the page of the log-in is left. */
export function cancelPasskey(): void {
  WebAuthnAbortService.cancelCeremony();
}

async function use(useBrowserAutofill: boolean): Promise<Result<unknown> | undefined> {
  const path = "/api/session/passkey";
  const options = await sendRequest<PublicKeyCredentialRequestOptionsJSON>(
    "POST",
    `${path}/options`,
    {},
  );
  // Nobody has asked for the offer, so nobody is told that it cannot be made.
  if (!options.ok) return useBrowserAutofill ? undefined : options;
  try {
    const response = await startAuthentication({ optionsJSON: options.data, useBrowserAutofill });
    return await logIn({ response }, path);
  } catch {
    // The browser does not tell whether there is no passkey or the person chose none.
    return undefined;
  }
}
