/**
 * True for a change that counts as an edit, so that it raises the revision: one of more than the
 * state of a destination and the reason for it.
 */
export function isEdit(change: object): boolean {
  return Object.entries(change).some(([key, value]) => value !== undefined && !noEdit.has(key));
}

const noEdit: ReadonlySet<string> = new Set(["state", "notice", "revision"]);

/**
 * True for a change after which a destination may work again, so that waiting deliveries are due at
 * once.
 */
export function mayMend(change: { state?: string | undefined }): boolean {
  return change.state === "on" || isEdit(change);
}
