import type { Field } from "../../../../src/destinations/kind.ts";
import type { Shape } from "../../../../src/store/forwarding.ts";
import type { IconName } from "../../parts/icons.ts";

/** A kind of destination as the API describes it. */
export type Kind = {
  name: string;
  title: string;
  summary: string;
  group?: string;
  fields: Field[];
  /** What a route may choose; only `ready-made`: the kind decides by itself. */
  shapes: Shape["format"][];
  template?: string;
  /** The scanner's answer may be the destination's answer. */
  through: boolean;
};

/** In the order of the gallery. */
export const groups = ["server", "automation", "home", "chat", "data"] as const;
export type Group = (typeof groups)[number];

/** The icon of a kind, where it is not that of its group. */
const own: Partial<Record<string, IconName>> = { mqtt: "broker", mail: "mail" };

export function iconOf(kind: Kind | undefined): IconName {
  return own[kind?.name ?? ""] ?? groupOf(kind);
}

/** The group a kind is shown in; whatever the page does not know talks to some server. */
export function groupOf(kind: Kind | undefined): Group {
  return groups.find((group) => group === kind?.group) ?? "server";
}
