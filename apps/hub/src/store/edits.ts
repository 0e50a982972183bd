/**
 * Returns whether a change counts as an edit, so that it raises the revision. A change of only the
 * state of a destination and its notice does not.
 */
export function isEdit(change: object): boolean {
  return Object.entries(change).some(([key, value]) => value !== undefined && !stateKeys.has(key));
}

const stateKeys: ReadonlySet<string> = new Set(["state", "notice", "revision"]);

/**
 * Returns whether a destination may work again after a change, so that its waiting deliveries
 * become due at once.
 */
export function mayMend(change: { state?: string | undefined }): boolean {
  return change.state === "on" || isEdit(change);
}
