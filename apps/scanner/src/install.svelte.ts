/** Chrome's offer to install the app. Other browsers have only a menu for it. */
type InstallOffer = Event & { prompt(): Promise<unknown> };

const state = $state<{ offer: InstallOffer | undefined }>({ offer: undefined });

/** Returns whether the browser offers to install the app. */
export function canInstall(): boolean {
  return state.offer !== undefined;
}

/**
 * Keeps the browser's offer for the button under More → About. Call once and early, because the
 * offer is made once.
 */
export function keepInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    state.offer = event as InstallOffer;
  });
  addEventListener("appinstalled", () => {
    state.offer = undefined;
  });
}

/** Makes the browser ask whether to install the app. */
export async function install(): Promise<void> {
  const { offer } = state;
  state.offer = undefined;
  await offer?.prompt();
}
