const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

/**
 * Calls `listener` after every change of the history, including changes by other windows. Returns a
 * function that removes the listener.
 */
export function onHistoryChange(listener: () => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies the listeners in this window and in others. */
export function announceHistoryChange(): void {
  openChannel()?.postMessage("changed");
  notifyListeners();
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Returns undefined in a Firefox that blocks site data, whose windows cannot notify each other. */
function openChannel(): BroadcastChannel | undefined {
  try {
    if (!channel) {
      channel = new BroadcastChannel("scanhook.history");
      channel.onmessage = notifyListeners;
    }
    return channel;
  } catch {
    return undefined;
  }
}
