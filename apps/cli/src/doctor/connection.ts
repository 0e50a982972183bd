import { connect, isIPv6 } from "node:net";
import { type Check, ok, problem, type Target, warning } from "./check.ts";

/** Opens a TCP connection to each address; returns those that answered. */
export async function checkConnection(
  target: Target,
  addresses: string[],
  timeoutMs: number,
): Promise<{ checks: Check[]; reached: string[] }> {
  const tries = await Promise.all(
    addresses.slice(0, 6).map((address) => tryAddress(address, target.port, timeoutMs)),
  );
  const reached = tries.filter((one) => one.trouble === undefined);
  const checks: Check[] = [];
  for (const { address, trouble, ms } of tries) {
    const where = `${isIPv6(address) ? `[${address}]` : address}:${target.port}`;
    if (trouble === undefined) checks.push(ok("connection", `${where} answers (${ms} ms)`));
    else if (reached.length === 0) checks.push(problem("connection", ...explain(trouble, where)));
    else if (isIPv6(address) && /UNREACH|EADDRNOTAVAIL/.test(trouble)) {
      checks.push(ok("connection", `${where} was not tried: this computer has no IPv6`));
    } else {
      const [text] = explain(trouble, where);
      const advice = "Let the receiver listen there too, or take this address out of the DNS.";
      checks.push(warning("connection", text, advice));
    }
  }
  return { checks, reached: reached.map(({ address }) => address) };
}

type Try = { address: string; ms: number; trouble?: string };

function tryAddress(address: string, port: number, timeoutMs: number): Promise<Try> {
  const start = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const finish = (trouble?: string) => {
      socket.destroy();
      const ms = Math.round(performance.now() - start);
      resolve({ address, ms, ...(trouble !== undefined && { trouble }) });
    };
    socket.setTimeout(timeoutMs, () => finish("timeout"));
    socket.on("connect", () => finish());
    socket.on("error", (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
  });
}

function explain(trouble: string, where: string): [text: string, advice: string] {
  if (trouble === "ECONNREFUSED") {
    return [
      `Nothing listens at ${where}.`,
      "Start the receiver, and check the port in the address and that it listens beyond its own computer (not only on 127.0.0.1).",
    ];
  }
  if (trouble === "timeout" || trouble === "ETIMEDOUT") {
    return [
      `${where} gives no answer at all.`,
      "Check that its computer is on and in reach, and that no firewall or router keeps this port closed.",
    ];
  }
  if (/UNREACH/.test(trouble)) {
    return [
      `There is no way to ${where} from this computer.`,
      "Check that both are in the same network, or that the address is a public one.",
    ];
  }
  return [`${where} cannot be reached (${trouble}).`, "Check the address and the network."];
}
