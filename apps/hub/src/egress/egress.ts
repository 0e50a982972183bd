import { type LookupAddress, type LookupAllOptions, lookup as lookupInSystem } from "node:dns";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { say } from "../texts/exact-message.ts";
import { classify, isWithin, parseAddress, type Range } from "./address-classes.ts";
import { describeNetworkFault } from "./network-fault.ts";

/** The addresses that one destination may reach besides public ones. */
export type Grant = { allowPrivate: boolean };

/** The only way out of the hub. It checks the addresses that are dialed, not names. */
export type Egress = {
  /** Returns why this IP address must not be dialed, as one sentence; undefined if it may be. */
  refusal(address: string, grant: Grant): string | undefined;
  /**
   * Returns a lookup for `net.connect` and all clients built on it. The lookup finds only addresses
   * that may be dialed, and fails if there are none.
   */
  lookup(grant: Grant): LookupFunction;
  /** Opens a TCP connection. Rejects with an Error whose message is one sentence. */
  dial(host: string, port: number, grant: Grant, signal?: AbortSignal): Promise<Socket>;
};

/**
 * Creates the egress. `allow` lists CIDR ranges of private addresses that every destination may
 * reach (setting `egress-allow`).
 */
export function createEgress(
  options: { allow?: readonly string[]; lookup?: typeof lookupInSystem } = {},
): Egress {
  const allowed = (options.allow ?? []).map(toRange);
  const resolve = shareLookups(options.lookup ?? lookupInSystem);

  function refusal(address: string, grant: Grant): string | undefined {
    const classified = classify(address);
    if (classified.class === "public") return undefined;
    if (classified.class === "never") return explainNever(address, classified.description);
    if (grant.allowPrivate) return undefined;
    const endpoint = parseAddress(address);
    if (endpoint && allowed.some((range) => isWithin(endpoint, range))) return undefined;
    return `${address} is ${classified.description}; switch on “May be in your own network” (allowPrivate) for this destination, or name the range in the setting egress-allow.`;
  }

  function lookup(grant: Grant): LookupFunction {
    return (hostname, options, done) => {
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        if (error) return done(error, "", 0);
        const permitted = addresses.filter(({ address }) => !refusal(address, grant));
        const [first] = permitted;
        if (!first) {
          const reason = addresses.map(({ address }) => refusal(address, grant)).find(Boolean);
          return done(new EgressRefused(reason ?? `${hostname} has no address.`), "", 0);
        }
        if (options.all) return done(null, permitted);
        done(null, first.address, first.family);
      });
    };
  }

  return {
    refusal,
    lookup,
    dial(host, port, grant, signal) {
      const bare = withoutBrackets(host);
      const reason = isIP(bare) ? refusal(bare, grant) : undefined;
      if (reason) return Promise.reject(new EgressRefused(reason));
      return new Promise((resolve, reject) => {
        const socket = connect({ host: bare, port, lookup: lookup(grant) });
        // Not passed to connect, which would end the connection whenever the signal is aborted,
        // even long after dialing.
        const abort = () => socket.destroy(toError(signal?.reason));
        const fail = (error: Error) => {
          signal?.removeEventListener("abort", abort);
          reject(new Error(describeNetworkFault(error, { host: bare, port }), { cause: error }));
        };
        socket.once("error", fail);
        socket.once("connect", () => {
          signal?.removeEventListener("abort", abort);
          socket.off("error", fail);
          resolve(socket);
        });
        signal?.addEventListener("abort", abort);
        if (signal?.aborted) abort();
      });
    },
  };
}

/**
 * Returns why nothing can be sent to this host under any grant, with the same sentence as
 * `refusal`. Returns undefined for other addresses, and for a name, whose addresses are checked
 * when it is dialed.
 */
export function findPermanentRefusal(host: string): string | undefined {
  const address = withoutBrackets(host);
  const classified = isIP(address) ? classify(address) : undefined;
  return classified?.class === "never" ? explainNever(address, classified.description) : undefined;
}

const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, "$1");
const explainNever = (address: string, description: string) =>
  say("address-never-sent-to", { address, description });

type OnResolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/**
 * Shares one lookup among concurrent requests for the same name. The system runs only a few lookups
 * at a time, and a DNS server that does not respond for one destination must not use them up for
 * the others. No result is cached.
 */
function shareLookups(lookup: typeof lookupInSystem) {
  const callbacksByKey = new Map<string, OnResolved[]>();
  return (hostname: string, options: LookupAllOptions, done: OnResolved): void => {
    const key = JSON.stringify([hostname, options.family, options.hints, options.order]);
    const existing = callbacksByKey.get(key);
    if (existing) {
      existing.push(done);
      return;
    }
    callbacksByKey.set(key, [done]);
    lookup(hostname, options, (error, addresses) => {
      const callbacks = callbacksByKey.get(key) ?? [];
      callbacksByKey.delete(key);
      for (const callback of callbacks) callback(error, addresses);
    });
  };
}

/** The message is the sentence that explains the refusal. */
export class EgressRefused extends Error {
  override readonly name = "EgressRefused";
  readonly code = "egress-refused";
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("Aborted.", "AbortError");
}

function toRange(text: string): Range {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
