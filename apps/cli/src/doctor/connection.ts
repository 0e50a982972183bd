import { connect, isIPv6 } from "node:net";
import { type CheckResult, failed, passed, type Target, warned } from "./check.ts";

/**
 * Opens a TCP connection to each address, at most to six. `reached` are the addresses that accepted
 * it.
 */
export async function checkConnection(
  target: Target,
  addresses: string[],
  timeoutMs: number,
): Promise<{ checks: CheckResult[]; reached: string[] }> {
  const attempts = await Promise.all(
    addresses.slice(0, 6).map((address) => tryAddress(address, target.port, timeoutMs)),
  );
  const reached = attempts.filter(({ error }) => error === undefined);
  const checks: CheckResult[] = [];
  for (const { address, error, durationMs } of attempts) {
    const addressAndPort = `${isIPv6(address) ? `[${address}]` : address}:${target.port}`;
    if (error === undefined)
      checks.push(
        passed("connection", `${addressAndPort} accepts the connection (${durationMs} ms)`),
      );
    else if (reached.length === 0)
      checks.push(failed("connection", ...explainError(error, addressAndPort)));
    else if (isIPv6(address) && /UNREACH|EADDRNOTAVAIL/.test(error)) {
      checks.push(
        passed("connection", `${addressAndPort} was not tried, because this computer has no IPv6`),
      );
    } else {
      const [text] = explainError(error, addressAndPort);
      const advice =
        "Let the receiver listen at this address too, or remove the address from the DNS.";
      checks.push(warned("connection", text, advice));
    }
  }
  return { checks, reached: reached.map(({ address }) => address) };
}

type Attempt = { address: string; durationMs: number; error?: string | undefined };

function tryAddress(address: string, port: number, timeoutMs: number): Promise<Attempt> {
  const start = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const finish = (error?: string) => {
      socket.destroy();
      const durationMs = Math.round(performance.now() - start);
      resolve({ address, durationMs, error });
    };
    socket.setTimeout(timeoutMs, () => finish("timeout"));
    socket.on("connect", () => finish());
    socket.on("error", (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
  });
}

function explainError(error: string, addressAndPort: string): [text: string, advice: string] {
  if (error === "ECONNREFUSED") {
    return [
      `Nothing listens at ${addressAndPort}.`,
      "Start the receiver, check the port in the receiver URL, and check that the receiver accepts connections from other computers (not only on 127.0.0.1).",
    ];
  }
  if (error === "timeout" || error === "ETIMEDOUT") {
    return [
      `${addressAndPort} does not respond at all.`,
      "Check that the receiver's computer is on and reachable, and that no firewall or router blocks this port.",
    ];
  }
  if (/UNREACH/.test(error)) {
    return [
      `This computer has no network route to ${addressAndPort}.`,
      "Check that this computer and the receiver are on the same network, or that the address is public.",
    ];
  }
  return [
    `${addressAndPort} cannot be reached (${error}).`,
    "Check the receiver URL and the network.",
  ];
}
