import { loadRegisterWork, type Named, type ToldMovement } from "@scanhook/hub";
import { parseArguments } from "../../input/arguments.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { printable } from "../../terminal/printable.ts";
import { nameUser, withRegister } from "./access.ts";
import { accessOptions, registerUsage, watchOptions } from "./usage.ts";

/** `scanhook register watch`: prints verdicts as they are given, until Ctrl+C. */
export async function watchRegister(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...watchOptions, ...accessOptions }, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const { after, json } = input.values;
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    return wrongUse(io, `--after is the number of a movement, not "${after}".`, registerUsage);
  const signal = io.signal ?? new AbortController().signal;
  return withRegister(input.values, input.positionals[0] ?? "", io, async (store, register) => {
    const { followMovements } = await loadRegisterWork();
    const viewer = { after: after === undefined ? undefined : Number(after), signal };
    for await (const movement of followMovements(store, register.id, viewer)) {
      if (movement === "silence") continue;
      const line = json ? JSON.stringify(movement) : formatMovement(movement);
      io.stdout.write(`${line}\n`);
    }
    return 0;
  });
}

function formatMovement({ at, door, person, verdict, scanned }: Named<ToldMovement>): string {
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" }).format(new Date(at));
  const code = scanned === undefined ? "" : ` (${scanned})`;
  return printable(`${time}  ${nameUser(door, person)}  ${verdict.message}${code}`);
}
