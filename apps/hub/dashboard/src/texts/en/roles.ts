import type { Role } from "../../../../src/store/people.ts";

/** The roles of people, and what each of them may do. */
export const roleTexts: Record<Role, { name: string; may: string }> = {
  owner: {
    name: "Owner",
    may: "Everything, including people, secrets, alerts, backups and the journal of changes.",
  },
  manager: {
    name: "Manager",
    may: "Sets up inboxes, registers, routes and destinations, and deletes scans. Does not invite people, enter secrets or make backups.",
  },
  desk: {
    name: "Desk",
    may: "Watches scans arrive, works in registers by hand, pairs phones and names tags.",
  },
  viewer: { name: "Viewer", may: "Sees scans, tags and registers, and changes nothing." },
};
