import * as icons from "@scanhook/page-parts/icons";
import type { Field } from "../../../../src/destinations/kind.ts";
import type { Shape } from "../../../../src/store/routing.ts";

/** A kind of destination, as the API describes it. */
export type Kind = {
  name: string;
  title: string;
  summary: string;
  group?: string;
  fields: Field[];
  /** The shapes that a route may choose. With `ready-made` alone the kind decides what is sent. */
  shapes: Shape["format"][];
  template?: string;
  /** Whether a route may return the response of such a destination to the scanner. */
  through: boolean;
  /** Whether alerts may be sent to such a destination. */
  alerts: boolean;
};

/** The groups, in the order of the gallery. */
export const groups = ["server", "automation", "home", "chat", "data"] as const;
export type Group = (typeof groups)[number];

/** Kinds with an icon of their own; all others have the icon of their group. */
const kindIcons: Partial<Record<string, string>> = {
  amqp: icons.broker,
  mqtt: icons.broker,
  nats: icons.broker,
  mail: icons.mail,
};
const groupIcons: Record<Group, string> = {
  server: icons.server,
  automation: icons.automation,
  home: icons.home,
  chat: icons.chat,
  data: icons.database,
};

export function iconOf(kind: Kind | undefined): string {
  return kindIcons[kind?.name ?? ""] ?? groupIcons[groupOf(kind)];
}

/** Returns the group in which a kind is shown: "server" for a kind of an unknown group. */
export function groupOf(kind: Kind | undefined): Group {
  return groups.find((group) => group === kind?.group) ?? "server";
}
