import { type LookupAddress, type LookupAllOptions, lookup as lookupInSystem } from "node:dns";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { classify, isWithin, parseAddress, type Range } from "./address-classes.ts";
import { describeNetworkFault } from "./network-fault.ts";

/** What one destination may reach besides public addresses. */
export type Grant = { allowPrivate: boolean };

/** The one door out of the hub: decides on addresses that are dialled, not on names. */
export type Egress = {
  /** Why this IP address must not be dialled, in a sentence; undefined when it may. */
  refusal(address: string, grant: Grant): string | undefined;
  /** For `net.connect` and everything above it: gives only addresses that may be dialled. */
  lookup(grant: Grant): LookupFunction;
  /** A TCP connection; rejects with an Error whose message is a sentence. */
  dial(host: string, port: number, grant: Grant, signal?: AbortSignal): Promise<Socket>;
};

/** `allow`: CIDR ranges of private addresses that every destination may reach (setting `egress-allow`). */
export function createEgress(
  options: { allow?: readonly string[]; lookup?: typeof lookupInSystem } = {},
): Egress {
  const allowed = (options.allow ?? []).map(toRange);
  const resolve = shareLookups(options.lookup ?? lookupInSystem);

  function refusal(address: string, grant: Grant): string | undefined {
    const judged = classify(address);
    if (judged.class === "public") return undefined;
    if (judged.class === "never") return never(address, judged.what);
    if (grant.allowPrivate) return undefined;
    const end = parseAddress(address);
    if (end && allowed.some((range) => isWithin(end, range))) return undefined;
    return `${address} is ${judged.what}; set allowPrivate (May be in your own network) for this destination, or name the range in the setting egress-allow.`;
  }

  function lookup(grant: Grant): LookupFunction {
    return (hostname, asked, done) => {
      resolve(hostname, { ...asked, all: true }, (error, addresses) => {
        if (error) return done(error, "", 0);
        const fine = addresses.filter(({ address }) => !refusal(address, grant));
        const [first] = fine;
        if (!first) {
          const reason = addresses.map(({ address }) => refusal(address, grant)).find(Boolean);
          return done(new EgressRefused(reason ?? `${hostname} has no address.`), "", 0);
        }
        if (asked.all) return done(null, fine);
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
        // Not handed to connect: that would end the connection whenever the signal is aborted, long after, too.
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
 * Why nothing can ever be sent to this host, whatever is granted, in the sentence of `refusal`; undefined for another
 * address, and for a name, which is judged by what it leads to when it is dialled.
 */
export function refusalForEver(host: string): string | undefined {
  const address = withoutBrackets(host);
  const judged = isIP(address) ? classify(address) : undefined;
  return judged?.class === "never" ? never(address, judged.what) : undefined;
}

const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, "$1");
const never = (address: string, what: string) =>
  `${address} is ${what}; the hub never sends anything there.`;

type Resolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/**
 * Those who ask for the same name at the same time wait for one lookup: the system makes few at a time, and a DNS server
 * that is silent to one destination must not use them up for the others. No answer is kept.
 */
function shareLookups(lookup: typeof lookupInSystem) {
  const waiting = new Map<string, Resolved[]>();
  return (hostname: string, asked: LookupAllOptions, done: Resolved): void => {
    const question = JSON.stringify([hostname, asked.family, asked.hints, asked.order]);
    const others = waiting.get(question);
    if (others) {
      others.push(done);
      return;
    }
    waiting.set(question, [done]);
    lookup(hostname, asked, (error, addresses) => {
      const all = waiting.get(question) ?? [];
      waiting.delete(question);
      for (const one of all) one(error, addresses);
    });
  };
}

/** Its message is the sentence. */
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
