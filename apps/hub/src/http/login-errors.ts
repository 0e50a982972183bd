/** The errors of logging in, of rights and of people, for the table in `errors.ts`. */
export const loginErrors = {
  "login-needed": {
    status: 401,
    message: "Log in first, or send an API token as `Authorization: Bearer shk_…`.",
  },
  "password-wrong": {
    status: 401,
    message: "The password is wrong; try again.",
  },
  "login-link-used": {
    status: 401,
    message:
      "This log-in link was used already, was replaced or has expired; log in with your password, or ask an owner of the hub for a new link.",
  },
  "token-wrong": {
    status: 401,
    message: "This API token is unknown or has expired; make a new one in the dashboard.",
  },
  "cross-site": {
    status: 403,
    message: "The request came from a page of another site; use this hub's own dashboard.",
  },
  "no-such-token": {
    status: 404,
    message: "There is no token with this number; it may have been removed already.",
  },
  "password-too-short": {
    status: 422,
    message: "The password is too short; use at least 8 characters.",
  },
  "password-not-set": {
    status: 409,
    message: "No password is set yet; open the one-time link that the hub printed when it started.",
  },
  "too-many-tries": {
    status: 429,
    message: "Too many wrong tries from this address; wait a little and try again.",
  },
  "login-wrong": {
    status: 401,
    message: "The name or the password is wrong; try again, or ask an owner for a new link.",
  },
  "second-factor-needed": {
    status: 401,
    message: "Enter the code of your authenticator app, or a recovery code, too.",
  },
  "second-factor-wrong": {
    status: 401,
    message:
      "This code is wrong or was used already; enter the one that the authenticator app shows now, or a recovery code.",
  },
  "second-factor-locked": {
    status: 409,
    message:
      "The hub cannot check codes, because its secret key has changed; use a recovery code, or a log-in link of an owner.",
  },
  "too-many-codes": {
    status: 429,
    message:
      "Too many wrong codes were tried for this account; wait a few minutes, or use a recovery code.",
  },
  "no-second-factor": {
    status: 409,
    message: "This account has no second factor; set up an authenticator app first.",
  },
  "passkey-wrong": {
    status: 401,
    message: "The hub does not accept this passkey; try another one, or log in with the password.",
  },
  "passkey-expired": {
    status: 401,
    message: "The request for a passkey was used already or is older than five minutes; try again.",
  },
  "passkeys-not-offered": {
    status: 409,
    message: "This hub does not offer passkeys; log in with the password.",
  },
  "passkey-exists": {
    status: 409,
    message: "The hub knows this passkey already; use another device, or remove it first.",
  },
  "no-such-passkey": {
    status: 404,
    message: "You have no passkey with this number; it may have been removed already.",
  },
  "role-too-low": {
    status: 403,
    message: "Your role does not allow this; an owner of the hub can change it under People.",
  },
  "token-too-narrow": {
    status: 403,
    message: "The scopes of this API token do not allow this; make another one.",
  },
  "inbox-out-of-reach": {
    status: 403,
    message: "Your account is limited to other inboxes; an owner of the hub can change that.",
  },
  "secrets-for-owners": {
    status: 403,
    message: "Only an owner of the hub may enter secrets; ask one to do it.",
  },
  "no-such-person": {
    status: 404,
    message: "There is no person with this number; they may have been removed already.",
  },
  "no-such-session": {
    status: 404,
    message: "There is no session with this id; it may have ended already.",
  },
  "person-exists": {
    status: 409,
    message: "Somebody with this name exists already; choose another name.",
  },
  "last-owner": {
    status: 409,
    message:
      "This is the last owner with a password of this hub, and one has to stay; make somebody else an owner first.",
  },
  "sso-person": {
    status: 409,
    message: "This person logs in at the provider of single sign-on, and needs no password here.",
  },
  "sso-refused": {
    status: 403,
    message: "The log-in at the provider was canceled or refused there; try again.",
  },
  "sso-no-role": {
    status: 403,
    message:
      "Your account at the provider has no role in this hub; ask its owner, and log in again after that.",
  },
  "sso-unreachable": {
    status: 503,
    message:
      "The provider of single sign-on cannot be reached; try again later, or log in with a password.",
  },
  "sso-expired": {
    status: 401,
    message:
      "This log-in has expired, was used already or was begun in another browser; begin it again.",
  },
  "sso-failed": {
    status: 502,
    message:
      "The log-in at the provider failed; the log of the hub says why. Try again, or log in with a password.",
  },
  "owner-limited": {
    status: 422,
    message: "An owner cannot be limited to inboxes; choose another role, or no limit.",
  },
} as const;
