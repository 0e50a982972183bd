import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type CheckResult, failed, passed, type Target, warned } from "./check.ts";
import { findScope, type Scope } from "./scope.ts";

/**
 * Looks up the host through the operating system, and classifies its addresses by the networks that
 * can reach them. `addresses` is empty if the host was not found.
 */
export async function checkName(
  target: Target,
  timeoutMs: number,
): Promise<{ checks: CheckResult[]; addresses: string[] }> {
  const { host } = target;
  if (isIP(host)) return { checks: checkScopes(host, [host]), addresses: [host] };
  try {
    const records = await limitTime(timeoutMs, lookup(host, { all: true }));
    const addresses = [...new Set(records.map(({ address }) => address))];
    return { checks: checkScopes(host, addresses), addresses };
  } catch (error) {
    return {
      checks: [checkForLookupError(host, (error as NodeJS.ErrnoException).code)],
      addresses: [],
    };
  }
}

function checkForLookupError(host: string, code: string | undefined): CheckResult {
  if (host.endsWith(".local")) {
    return failed(
      "name",
      `The name ${host} was not found. Names in .local work only within one network, and not on every device.`,
      "Check that this computer and the receiver are on the same network, or use the receiver's IP address.",
    );
  }
  return code === "ENOTFOUND"
    ? failed(
        "name",
        `There is no host ${host}. Its name was not found.`,
        "Check the spelling, and check that the DNS has an A or AAAA record for the name.",
      )
    : failed(
        "name",
        `The name ${host} could not be looked up (${code ?? "no response"}).`,
        "Check this computer's network and its name server, then try again.",
      );
}

function checkScopes(host: string, addresses: string[]): CheckResult[] {
  const scopes = new Set(addresses.map(findScope));
  const list = addresses.join(", ");
  const title = isIP(host) ? host : `${host} is ${list}`;
  const checks = [...scopes].map((scope) => checkForScope[scope](title, list));
  if (scopes.has("public") && scopes.size > 1) {
    checks.push(
      warned(
        "name",
        `${host} has both public and other addresses, and a phone may use any of them.`,
        "Keep only the addresses that phones can reach.",
      ),
    );
  }
  if (host.endsWith(".local")) {
    checks.push(
      warned(
        "name",
        "Names in .local work only within one network. Older Android phones do not know them.",
        `If a phone does not find the name, enter the IP address (${list}) on the phone.`,
      ),
    );
  }
  return checks;
}

const checkForScope: Record<Scope, (title: string, list: string) => CheckResult> = {
  none: (title) =>
    failed(
      "name",
      `${title}, which means "every address of this computer" and is not an address to send to.`,
      "Use the address that the receiver's computer has on the network.",
    ),
  loopback: (title) => passed("name", `${title} (this computer itself)`),
  link: (title) =>
    warned(
      "name",
      `${title}, an address that computers choose themselves when the network assigns none.`,
      "Check the network of the receiver's computer. Other devices can rarely reach this address.",
    ),
  private: (title) =>
    passed(
      "name",
      `${title} (a private network: phones must be on it too, and a web page from the internet needs permission to send there)`,
    ),
  public: (title) => passed("name", `${title} (reachable from the internet)`),
};

/** Resolves like `work`, or rejects with a timeout error after `timeoutMs`. */
function limitTime<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const limit = AbortSignal.timeout(timeoutMs);
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      limit.addEventListener("abort", () => reject(limit.reason));
    }),
  ]);
}
