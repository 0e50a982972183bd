import type { Store } from "@scanhook/hub";
import { findNearest } from "@scanhook/hub/nearest";
import { printable } from "../terminal/printable.ts";

/**
 * Returns the sentence for a person who does not exist. The sentence suggests the person with the
 * nearest name, or lists the people. It ends in a line end.
 */
export async function describeUnknownPerson(
  store: Pick<Store, "people">,
  name: string,
): Promise<string> {
  const names = (await store.people()).map((person) => person.name);
  const lowerCase = names.map((each) => each.toLowerCase());
  const nearest = findNearest(name.toLowerCase(), lowerCase);
  const advice =
    nearest === undefined
      ? `there ${names.length === 1 ? "is only" : "are"} ${listSome(names)}`
      : `did you mean ${names[lowerCase.indexOf(nearest)]}?`;
  return `${printable(`There is no person "${name}"; ${advice}`)}\n`;
}

function listSome(names: string[]): string {
  return `${names.slice(0, 10).join(", ")}${names.length > 10 ? ", …" : "."}`;
}
