import type { ErrorCode } from "../../apps/hub/src/errors.ts";

/** When an error comes and what helps, beyond its sentence. Typed, so that no code of the hub is without. */
export const errorAdvice: Record<ErrorCode, string> = {
  "invalid-request":
    "A parameter or a field of the body is missing, misspelt or of another type. The message quotes the check that failed, and `field` names the place. Compare with the [description of the route](http-api.md).",
  "not-a-tag":
    "A tag is named by its UID. Spaces, words and an odd number of digits are no UID; colons, dashes or nothing between the bytes are all right.",
  "login-needed":
    "The request carried neither a session cookie nor a token, or the session has ended. A program sends an API token, made on the dashboard under Settings.",
  "credentials-needed":
    "The normal first half of every scan: the answer carries `WWW-Authenticate: Basic`, and a scanner sends the scan again with what it has stored. A scanner that stops here has no user and password set.",
  "credentials-wrong":
    "The inbox does not know this user, or the password is another; both look alike on purpose. Pair the scanner anew, or give the user a new password on the page of the inbox.",
  "password-wrong":
    "The password of the dashboard, not of an inbox. When it is lost, [`scanhook login-link`](command.md#scanhook-login-link) prints a link that sets a new one.",
  "login-link-used":
    "A log-in link works once, and within an hour. While no password is set a restart prints a new one; later [`scanhook login-link`](command.md#scanhook-login-link) does.",
  "token-wrong":
    "The token was removed, or is not complete: it begins with `shk_`. A hub that was restored from a backup knows only the tokens of that day.",
  "cross-site":
    "A browser sent the request on behalf of another site. Programs are not meant by this: without `Origin` and with a token they pass. Behind a proxy, see [`public-url`](settings.md#public-url) and [`trust-proxy`](settings.md#trust-proxy).",
  "not-found": "Check the path, and whether the method is one that the route knows.",
  "no-such-scan": "It was deleted, or the number belongs to another hub.",
  "no-such-inbox":
    "The name behind `/in/` is misspelt, or the inbox was removed; names are in lower case. The dashboard shows the whole address of each inbox.",
  "no-such-credential": "The user was removed already, or belongs to another inbox.",
  "no-such-token": "Nothing is left to do: a token that is not there opens nothing.",
  "no-such-tag": "Scan the tag once, or give it a name first; either makes it known.",
  "no-such-tag-name": "Nothing is left to do.",
  "no-such-destination": "Destinations are called by their name, not by their title.",
  "no-such-route": "Routes are called by their name, not by their title.",
  "no-such-delivery": "Deliveries go with their scan: it may have been deleted since.",
  "nothing-scanned": "Scan a tag, or a code, and ask again.",
  "method-not-allowed":
    "Opened in a browser, the address of an inbox shows this: it takes scans, and shows none. The dashboard does.",
  "inbox-exists": "To give the inbox that is there another user, add one to it instead.",
  "destination-exists": "To change the one that is there, send `PATCH` to its address.",
  "destination-overtaken":
    "Two changed its settings or secrets in the same moment, and one of them was saved. Had the other been saved too, a secret might have gone to an address that it was not given for. Read the destination again before sending what is left of the change.",
  "route-exists": "To change the one that is there, send `PATCH` to its address.",
  "inbox-audited":
    "An audit trail keeps every scan. Retention and deletion leave such an inbox alone; only while it has no scans can the trail be switched off.",
  "kept-in-file":
    "What the settings file defines is changed in the file, and read within seconds. `state` (on, held, dropping) may be changed all the same.",
  "secrets-locked":
    "The hub runs with another [`secret-key`](settings.md#secret-key) than the one the secrets were sealed with. Start it with the old key, or enter the secrets of the destination anew.",
  "password-not-set":
    "The hub is new. Its first log-in goes through the link on its start screen; [`scanhook login-link`](command.md#scanhook-login-link) prints another.",
  "pair-code-unknown": "The code was read wrongly, or comes from another hub.",
  "pair-code-used": "A pairing code works once, so that a photo of it is worth nothing.",
  "pair-code-expired": "A pairing code is good for an hour.",
  "body-too-large":
    "A scan is a few hundred bytes. What is so large is no scan, or a picture in its content.",
  "wrong-media-type": "With curl that is `-H 'Content-Type: application/json'`.",
  "not-a-scan":
    "The message says which field is missing or of another type. [The payload](payload.md) shows a whole scan, and `scanhook send` sends one.",
  "not-a-name":
    "Line ends and control characters are the usual cause; they come along with what is pasted.",
  "not-a-destination":
    "`field` names the setting that is wrong, and the message what is wanted there. [The kinds of destinations](destinations.md) lists every field.",
  "not-a-route":
    "`field` names the part that is wrong: a destination that is not there, a pattern that cannot be read, a template with a mistake.",
  "password-too-short": "A sentence of four words is easier to remember than eight odd characters.",
  "https-only":
    "Over plain HTTP the hub serves its own machine, and to others only the page that helps a phone trust it. Behind a proxy that speaks HTTPS, start it with `--tls off` and [`trust-proxy`](settings.md#trust-proxy).",
  "too-many-tries": "`Retry-After` says how many seconds to wait.",
  internal:
    "A mistake of the hub. The log has a line with all that is known; please report it with that line.",
  "destination-failed":
    "Only from a route in mode `through`: its destination refused, redirected or failed. The scan is stored and waits as a delivery; the dashboard shows what the destination said.",
  "store-unavailable":
    "The disk is full, read-only or gone, or the database cannot be reached. Nothing was stored: send it again later, `Retry-After` says when.",
  closing: "The hub finishes what is under way and ends. A client tries again after a moment.",
  "destination-silent":
    "Only from a route in mode `through`: no answer within ten seconds. The scan is stored and waits as a delivery.",
};
