import type { CountedRegister, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";

/** Returns the register with this name, or undefined if there is none. */
export async function findRegister(
  store: Pick<Store, "registers">,
  name: string,
): Promise<RegisterRecord | undefined> {
  return (await store.registers()).find((register) => register.name === name);
}

/** Returns the register with this name and the number of its entries, which are read for that. */
export async function findCountedRegister(
  store: Pick<Store, "countedRegisters">,
  name: string,
): Promise<CountedRegister | undefined> {
  return (await store.countedRegisters()).find((register) => register.name === name);
}
