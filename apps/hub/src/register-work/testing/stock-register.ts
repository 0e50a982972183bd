import { useListedRegister } from "./listed-register.ts";

/** A list whose articles are at two places. */
export const pens =
  "SKU,EAN,Name,Qty,Bin,Min,Unit\nS-1,4006381333931,Pens,12,A1,5,pcs\nS-1,,Pens,3,B2,5,pcs\nF-1,,Flour,2.5,a1,,kg\n";

/** Opens a store with an empty stock `parts` before each test, as `useListedRegister` does. */
export function useStockRegister() {
  const register = useListedRegister({ name: "parts", kind: "stock" });

  /** Returns how much of an article is at each place. */
  async function stockOf(label: string, name?: string): Promise<Record<string, number>> {
    const entry = (await register.list(name)).find((each) => each.label === label);
    const stock = entry?.stock ?? [];
    return Object.fromEntries(stock.map(({ label: place = "", quantity }) => [place, quantity]));
  }

  return { ...register, stockOf };
}
