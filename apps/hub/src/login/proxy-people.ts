import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { isFromHub } from "../http/own-requests.ts";
import type { Settings } from "../settings/settings-table.ts";
import type { Store } from "../store/store.ts";
import type { ProxyPeople } from "./access.ts";
import { admitPerson } from "./admit-person.ts";
import { createPeerCheck, readGroupsHeader, readPersonHeader } from "./proxy-headers.ts";
import { toPersonName } from "./sso/claims.ts";

/** How often the time of a person's last log-in is recorded, in milliseconds. */
const loginResolutionMs = 10 * 60_000;

/**
 * Creates the people that a proxy names in a header. Undefined unless the settings name the header.
 * The header counts only if the peer of the socket is one of `proxy-peers`. Anybody can send
 * `X-Forwarded-For`, so that is not looked at. Requests to destinations do not count, because
 * managers choose their headers, and the hub itself may be such a peer. A header that does not
 * count is ignored, and the log says so once for each reason. Scans never log in this way.
 */
export function createProxyPeople({
  settings,
  store,
  log,
}: {
  settings: Settings;
  store: Store;
  log: Pick<FastifyBaseLogger, "warn">;
}): ProxyPeople | undefined {
  const { proxyHeader, proxyGroupsHeader, proxyPeers, ssoGroup, ssoRoles } = settings;
  if (proxyHeader === undefined || !proxyPeers || !ssoRoles) return undefined;
  const issuer = `proxy:${proxyHeader}`;
  const rules = { group: ssoGroup, roles: ssoRoles };
  const isPeer = createPeerCheck(proxyPeers);
  const loggedReasons = new Set<string>();
  const refused = new Set<number>();

  function ignore(reason: string): undefined {
    if (loggedReasons.has(reason)) return;
    loggedReasons.add(reason);
    log.warn({ reason }, "a header of a proxy is ignored");
  }

  /** Returns who a request is from, if a header that counts says so. */
  function readPerson({ raw }: FastifyRequest) {
    const values = raw.headersDistinct[proxyHeader!];
    if (values === undefined || raw.url?.startsWith("/in/")) return undefined;
    if (!isPeer(raw.socket.remoteAddress))
      return ignore(`${proxyHeader} came from an address that proxy-peers does not list.`);
    if (isFromHub(raw))
      return ignore(`${proxyHeader} came from a destination that leads back to the hub.`);
    const subject = readPersonHeader(values);
    if (subject === undefined)
      return ignore(`${proxyHeader} was empty, came twice, or did not hold one name.`);
    const groups = proxyGroupsHeader === undefined ? [] : raw.headersDistinct[proxyGroupsHeader];
    return { subject, groups: readGroupsHeader(groups ?? []) };
  }

  async function find(request: FastifyRequest) {
    const told = readPerson(request);
    if (!told) return undefined;
    const identity = { issuer, subject: told.subject };
    const name = toPersonName(told.subject) ?? "proxy";
    const known = await store.personBySso(identity);
    const person = await admitPerson(store, { identity, name, groups: told.groups }, rules);
    if (!person) {
      if (known) refused.add(known.id);
      return "sso-no-role";
    }
    refused.delete(person.id);
    const lastLogin = Date.parse(person.lastLoginAt ?? "") || 0;
    // A full disk must not lock people out.
    if (Date.now() - lastLogin >= loginResolutionMs) store.recordLogin(person.id).catch(() => {});
    return person;
  }

  return { find, isRefused: (person) => refused.has(person) };
}
