import type { RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";

/** Returns the register with this name, or undefined if there is none. */
export async function findRegister(
  store: Pick<Store, "registers">,
  name: string,
): Promise<RegisterRecord | undefined> {
  return (await store.registers()).find((register) => register.name === name);
}
