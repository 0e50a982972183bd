/** Gives a role to the members of a group. The group `*` stands for everybody. */
export type RoleRule = { group: string; role: (typeof givenRoles)[number] };

/** The roles that a group may give, the most first. */
export const givenRoles = ["owner", "manager", "desk", "viewer"] as const;
