import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type Check, ok, problem, type Target, warning } from "./check.ts";
import { type Scope, scopeOf } from "./scope.ts";

/** Looks the host up as every program here would, and says from where its addresses can be reached. */
export async function checkName(
  target: Target,
  timeoutMs: number,
): Promise<{ checks: Check[]; addresses: string[] }> {
  const { host } = target;
  if (isIP(host)) return { checks: checkScopes(host, [host]), addresses: [host] };
  try {
    const found = await within(timeoutMs, lookup(host, { all: true }));
    const addresses = [...new Set(found.map(({ address }) => address))];
    return { checks: checkScopes(host, addresses), addresses };
  } catch (error) {
    return { checks: [notFound(host, (error as NodeJS.ErrnoException).code)], addresses: [] };
  }
}

function notFound(host: string, code: string | undefined): Check {
  if (host.endsWith(".local")) {
    return problem(
      "name",
      `The name ${host} was not found. Names in .local only work inside one network, and not on every device.`,
      "Check that both are in the same network, or use the receiver's IP address.",
    );
  }
  return code === "ENOTFOUND"
    ? problem(
        "name",
        `There is no host ${host}: its name was not found.`,
        "Check the spelling, and that the name is entered in the DNS (an A or AAAA record).",
      )
    : problem(
        "name",
        `The name ${host} could not be looked up (${code ?? "no answer"}).`,
        "Check this computer's network and its name server, then try again.",
      );
}

function checkScopes(host: string, addresses: string[]): Check[] {
  const scopes = new Set(addresses.map(scopeOf));
  const list = addresses.join(", ");
  const title = isIP(host) ? host : `${host} is ${list}`;
  const checks = [...scopes].map((scope) => sentences[scope](title, list));
  if (scopes.has("public") && scopes.size > 1) {
    checks.push(
      warning(
        "name",
        `${host} has public addresses and others beside them, so which one a phone takes is luck.`,
        "Keep only the addresses that phones can reach.",
      ),
    );
  }
  if (host.endsWith(".local")) {
    checks.push(
      warning(
        "name",
        "Names in .local only work inside one network; older Android phones do not know them.",
        `If a phone does not find it, give it the IP address (${list}).`,
      ),
    );
  }
  return checks;
}

const sentences: Record<Scope, (title: string, list: string) => Check> = {
  none: (title) =>
    problem(
      "name",
      `${title}, which means "every address of this computer", not a place to send to.`,
      "Use the address that the receiver's computer has in the network.",
    ),
  loopback: (title) => ok("name", `${title} (this computer itself)`),
  link: (title) =>
    warning(
      "name",
      `${title}, an address that computers make up when the network gives them none.`,
      "Check the network of the receiver's computer; other devices hardly reach this address.",
    ),
  private: (title) =>
    ok(
      "name",
      `${title} (a private network: phones must be in it too, and a page from the internet has to ask the person before it may send there)`,
    ),
  public: (title) => ok("name", `${title} (reachable from the internet)`),
};

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(ms);
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      late.addEventListener("abort", () => reject(late.reason));
    }),
  ]);
}
