import type { ErrorCode } from "../../apps/hub/src/http/errors.ts";

/**
 * The cause of each error and its remedy, beyond its message. The type requires an entry for every
 * code.
 */
export const errorAdvice: Record<ErrorCode, string> = {
  "invalid-request":
    "A parameter or a field of the body is missing, misspelled or of the wrong type. The message quotes the check that failed, and `field` names the field. Compare your request with the [description of the endpoint](http-api.md).",
  "not-a-tag":
    "A tag is identified by its UID, an even number of hexadecimal digits. The bytes may be separated by colons, by dashes or not at all, but not by spaces.",
  "login-needed":
    "The request carried neither a session cookie nor a token, or the session has ended. A program must send an API token, which you create on the dashboard under Settings.",
  "credentials-needed":
    "This is the normal first response to every scan. It carries `WWW-Authenticate: Basic`, and the scanner sends the scan again with its stored credentials. If a scanner stops here, set its user and password.",
  "credentials-wrong":
    "The inbox does not know this user, or the password is wrong. The response deliberately does not say which. Pair the scanner again, or give the user a new password on the page of the inbox.",
  "password-wrong":
    "This concerns the password of the dashboard, not of an inbox. If it is lost, [`scanhook login-link`](command.md#scanhook-login-link) prints a link for setting a new one.",
  "login-wrong":
    "The response deliberately does not say which of the two is wrong. An owner can make a new link under People; for an owner, [`scanhook login-link`](command.md#scanhook-login-link) prints one.",
  "second-factor-needed":
    "The person protects their log-ins with an authenticator app. Send the code as `second` together with the name and the password.",
  "second-factor-wrong":
    "A code is valid for 30 seconds before and after its own, and each works once. If the codes never fit, correct the clock of the phone or of the hub.",
  "second-factor-locked":
    "The secret of the codes is sealed with the key of the hub, which is now another one. Start the hub with the old key, or log in with a recovery code and set up the codes again.",
  "too-many-codes":
    "After ten wrong codes, from whatever addresses, an account takes one code every five minutes; `Retry-After` says how many seconds to wait. Whoever guesses knows the password, so change it. Recovery codes, passkeys and log-in links work all the same.",
  "no-second-factor":
    "Recovery codes stand in for the codes of an authenticator app, so they are made together with it.",
  "passkey-wrong":
    "The passkey was removed from the account, belongs to another address, did not ask for a PIN, fingerprint or face, or was copied. The log of the hub says which.",
  "passkey-expired":
    "Each request for a passkey works once, within five minutes, and a new passkey only for the person who asked for it. Ask for new options.",
  "passkeys-not-offered":
    "The message says why. Passkeys belong to a name, so they need [`public-url`](settings.md#public-url) with a name instead of an IP address, and HTTPS.",
  "passkey-exists": "A device keeps one passkey for each account.",
  "no-such-passkey": "The passkey was already removed. No action is needed.",
  "role-too-low":
    "[People](../hub/people.md) lists what each role may do. The message names the role that is needed.",
  "token-too-narrow":
    "The scopes of a token cannot be changed. Make another one with the scope that the message names.",
  "inbox-out-of-reach":
    "The person or the token is limited to certain inboxes and the registers that they feed. Endpoints about the whole hub refuse them, too.",
  "secrets-for-owners":
    "Managers make and change destinations without secrets. An owner enters the secrets.",
  "no-such-person": "The person was already removed. No action is needed.",
  "no-such-session": "The session has already ended. No action is needed.",
  "person-exists": "Names of people are unique without regard to case.",
  "last-owner":
    "A hub always has an owner who logs in with a password, so that a provider that is down locks nobody out.",
  "sso-person":
    "The account was made by [single sign-on](../hub/single-sign-on.md), and its password is at the provider.",
  "sso-refused":
    "Somebody canceled the log-in at the provider, or the provider does not let this person use the hub.",
  "sso-no-role":
    "None of the person's groups has a role in [`sso-roles`](settings.md#sso-roles), or the group in [`sso-group`](settings.md#sso-group) is missing. The log of the hub says which. Sessions and API tokens that the person had have ended. See [single sign-on](../hub/single-sign-on.md).",
  "sso-unreachable":
    "The provider did not answer the hub, or answered with an error. The log of the hub has the address and the cause. An owner with a password can log in meanwhile.",
  "sso-expired":
    "A log-in at the provider has ten minutes, works once, and ends in the browser in which it began. The browser must accept cookies of the hub.",
  "sso-failed":
    "The provider does not match the settings, or sent what the hub does not accept. The log of the hub names the cause, such as a wrong client secret or a token for another client. See [single sign-on](../hub/single-sign-on.md).",
  "owner-limited":
    "An owner reaches every inbox. Choose the role manager for somebody with a limit.",
  "login-link-used":
    "A log-in link works once. It expires after an hour, and that of an invitation after seven days. Until a password is set, restarting the hub prints a new link. After that, [`scanhook login-link`](command.md#scanhook-login-link) prints one. An owner makes others under People.",
  "token-wrong":
    "The token was removed, has expired or is incomplete; a complete token begins with `shk_`. A hub restored from a backup knows only the tokens that existed when the backup was made.",
  "cross-site":
    "A browser sent the request on behalf of another site. Programs that send a token and no `Origin` header are not affected. Behind a proxy, see [`public-url`](settings.md#public-url) and [`trust-proxy`](settings.md#trust-proxy).",
  "not-found": "Check the path, and check that the endpoint supports the method.",
  "no-such-scan": "The scan was deleted, or the number belongs to another hub.",
  "no-such-inbox":
    "The name after `/in/` is misspelled, or the inbox was removed. Names are in lower case. The dashboard shows the whole address of each inbox.",
  "no-such-credential": "The user was already removed, or belongs to another inbox.",
  "no-such-token": "The token was already removed. No action is needed.",
  "no-such-tag": "Scan the tag once or give it a name first.",
  "no-such-tag-name": "The tag has no name. No action is needed.",
  "no-such-destination": "Use the name of the destination, not its title.",
  "no-such-register": "Use the name of the register, not its title.",
  "no-such-display":
    "`scanhook register display NAME --list` lists the displays of a register. A link is shown only when it is made, so one that is lost is made anew.",
  "not-a-supervisor":
    "`scanhook inbox change` with `--supervisor`, or the switch beside the user on the dashboard, makes a user of an inbox a supervisor.",
  "needs-a-user":
    "Bookings are undone, corrected and named by the user who logs in to the inbox. Whoever sends to an open inbox cannot be told apart, so it only takes scans.",
  "no-such-movement":
    "A verdict has the number of its movement in `movement`. The journal of the register has the numbers of all movements; those of another register do not count.",
  "no-such-entry":
    "Emptying a register deletes its entries, so the number may be an old one. The list of entries has the current ones.",
  "register-exists": "To change the existing one, send `PATCH` to its address.",
  "register-borrowed":
    "The list of registers shows which one has its entries from this register, in `entriesFrom`.",
  "inbox-answered":
    "A register and a route in mode `through` cannot both answer the senders of an inbox. Set the mode of the route to `stored`.",
  "not-undone":
    "The message says why: the movement changed nothing, is undone already, or the entry has moved again since.",
  "key-taken":
    "The message names the entry that has the code. Remove it there, or ask whose ticket it is.",
  "already-named":
    "Only an article that the scan of an unknown code has added can be named from a phone, and only once. On the dashboard, change the name of any entry.",
  "not-a-label": "The name came from a phone, as `label`. Shorten it, and leave out line breaks.",
  "no-such-round": "`GET /api/registers/:name/rounds` lists the rounds.",
  "no-rounds-here":
    "A check-in has no rounds, because its guests come and go. Make a register of the kind `stock`.",
  "round-open":
    "Two rounds at a time would count the same things. `GET /api/registers/:name/rounds` shows the one that has no `endedAt`.",
  "round-not-ended":
    "The differences are known only at the end. `POST /api/registers/:name/rounds/:id/end` ends the round.",
  "stock-in-the-way":
    "A quantity in the old unit would mean something else in the new one. Remove or move what is there, or add a second article with the new unit.",
  "not-an-action":
    "A check-in has `in`, `out` and `toggle`, a stock `count`, `add`, `remove` and `move`, loans `lend-or-return`, `lend` and `return`, and an inspection `inspect`. The message names those of the register.",
  "not-a-quantity":
    "Quantities are numbers of units from 0 to 1000000000 with at most three decimals: 1.5 is one and a half, and 0.001 the smallest.",
  "not-an-answer":
    "`ask` of the verdict has the questions with their types. `field` is the key of the question whose answer does not fit.",
  "answered-already":
    "The first answers to a question count. The same answers again return the same verdict.",
  "ask-over": "`until` of `ask` says how long questions can be answered. A new scan asks anew.",
  "not-a-person":
    "People are entries with the role `person`, or those of the register in `peopleFrom`. Give an entry this role with `PATCH`.",
  "not-a-date":
    "A day lasts until its end in the time zone of the hub. Without `due`, the thing has no date.",
  "not-a-place":
    "Places are entries with the role `place`. Give an entry this role with `PATCH`, or choose a place of `GET /api/registers/:name/entries?role=place`.",
  "not-a-key":
    "The message says what is wrong with the code. `keys` of an entry shows how codes are written.",
  "no-import":
    "Rows that were the same as before have nothing to undo. To take back an older list, import the one before it.",
  "not-a-register": "`field` names the rule that is wrong, and the message says what it may be.",
  "not-a-list":
    "The message names the first lines with a problem. A list is imported as a whole or not at all, except for rows in conflict with entries that are there already.",
  "nothing-to-print":
    "Import guests, or let `POST /api/registers/{name}/codes` make codes for those who have none. Blocked guests are not printed, nor are codes of more than 200 bytes.",
  "no-such-route": "Use the name of the route, not its title.",
  "no-such-delivery":
    "Deleting a scan also deletes its deliveries, so the scan may have been deleted.",
  "nothing-scanned": "Scan a tag or a code, then repeat the request.",
  "method-not-allowed":
    "The address of an inbox shows this when it is opened in a browser, because an inbox only receives scans. The dashboard shows them.",
  "inbox-exists": "To give the existing inbox another user, add the user to it instead.",
  "destination-exists": "To change the existing one, send `PATCH` to its address.",
  "destination-overtaken":
    "Two requests changed the settings or secrets at the same time, and the other one was saved. Saving both could have sent a secret to an address for which it was not meant. Read the destination again, then send the changes that are still needed.",
  "changed-meanwhile":
    "Your edit named a `revision` that is no longer the current one, because somebody edited the same thing after you read it. `current` in the response has its values now. Decide which to keep, and send the edit again with the revision of `current`; without `revision`, an edit is never refused for this reason.",
  "route-exists": "To change the existing one, send `PATCH` to its address.",
  "inbox-audited":
    "An audit trail keeps every scan, so retention and deletion do not apply to its inbox. The trail can be switched off only while the inbox has no scans.",
  "kept-in-file":
    "Change it in the settings file, which the hub reads again within seconds. Of a destination, `state` (on, held, dropping) can also be changed here, and of a register its entries.",
  "secrets-locked":
    "The hub runs with a different [`secret-key`](settings.md#secret-key) from the one that sealed the secrets. Start it with the old key, or enter the secrets of the destination again.",
  "password-not-set":
    "The hub is new. Log in for the first time with the link that it printed when it started; [`scanhook login-link`](command.md#scanhook-login-link) prints another.",
  "pair-code-unknown": "The code was misread, or comes from another hub.",
  "pair-code-used": "A pairing code works only once, which makes a photo of it useless.",
  "pair-code-expired": "A pairing code expires after an hour. Create a new one.",
  "body-too-large":
    "A scan usually has a few hundred bytes. A body this large is not a scan, or has a picture in its content.",
  "wrong-media-type":
    "Send the header `Content-Type: application/json`. With curl, add `-H 'Content-Type: application/json'`.",
  "not-a-scan":
    "The message says which field is missing or of the wrong type. [The payload](payload.md) shows a whole scan, and `scanhook send` sends one.",
  "not-a-name": "The usual cause is a line break or a control character in pasted text.",
  "not-a-destination":
    "`field` names the invalid setting, and the message says what it must contain. [The kinds of destinations](destinations.md) lists every field.",
  "not-a-route":
    "`field` names the invalid part, for example a destination that does not exist, an invalid pattern or a template with an error.",
  "not-alert-settings":
    "The message names the destination and says why it cannot take alerts, for example because it keeps records of scans.",
  "password-too-short": "A sentence of four words is easier to remember than eight odd characters.",
  "https-only":
    "Over plain HTTP, the hub serves only its own machine. Other devices get only the page that helps a phone trust the hub. Behind an HTTPS proxy, start the hub with `--tls off` and [`trust-proxy`](settings.md#trust-proxy).",
  "host-unknown":
    "With `--tls off`, the dashboard and the API respond only under names that no page on the internet can have: IP addresses, `localhost`, names without a dot or such as `hub.local`, the machine's name, and that of [`public-url`](settings.md#public-url). Any name is accepted from a proxy that [`trust-proxy`](settings.md#trust-proxy) names. Inboxes accept scans under every name.",
  "too-many-tries":
    "`Retry-After` says how many seconds to wait. A right API token, pairing code or log-in link is accepted all the same.",
  "too-many-passwords":
    "After ten wrong passwords for a user of an inbox from one address, that address gets one try every ten seconds for this user; `Retry-After` says how many seconds to wait. Other users at the same address are not affected, nor is a scanner that has sent the right password from there before. A password that is sent again counts once.",
  "too-many-unknown-codes":
    "Only inboxes that feed a register refuse scans so. After 30 unknown codes in a minute, one user gets one answer a second, and at most ten scans may wait for theirs; a person with a scanner never gets that far. The owner gets an [alert](../hub/alerts.md).",
  "logins-waiting":
    "Checking a password for the first time takes a moment on purpose, and a few hundred arrived together. `Retry-After` says how many seconds to wait. A password that was right once is remembered, over a restart too, so this passes by itself.",
  "no-such-backup":
    "A backup can be downloaded once, within ten minutes after it was made, and until the hub restarts.",
  "backup-running":
    "The hub makes one backup at a time. Another tab or program has started one; it takes as long as `scanhook backup`.",
  "backup-impossible":
    "The message says why: the scans are in PostgreSQL, the disk has too little space for a moment, or the database is damaged. [`scanhook backup`](command.md#scanhook-backup) can write to another disk.",
  "too-many-exports":
    "An export that nobody reads any more ends with its connection. `Retry-After` says how many seconds to wait.",
  "too-many-screens":
    "Twenty screens may show one display at a time. A screen that is switched off counts until its connection ends.",
  internal:
    "This is a fault in the hub. The log has a line with the details; please report the error with that line.",
  "destination-failed":
    "The destination of a route in mode `through` refused the request, redirected it or failed. The scan is stored, and its delivery is pending. The dashboard shows the destination's response.",
  "store-unavailable":
    "The disk is full, read-only or missing, or the database cannot be reached. Nothing was stored. Send the request again after the time in `Retry-After`.",
  closing: "The hub is finishing its current requests before it stops. Try again after a moment.",
  "destination-silent":
    "The destination of a route in mode `through` did not respond in time (10 seconds, or its time limit up to 14). The scan is stored, and its delivery is pending.",
};
