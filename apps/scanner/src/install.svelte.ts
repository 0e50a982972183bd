/** Chrome's offer to install the app; other browsers have only their menus. */
type InstallOffer = Event & { prompt(): Promise<unknown> };

const state = $state<{ offer: InstallOffer | undefined }>({ offer: undefined });

export function canInstall(): boolean {
  return state.offer !== undefined;
}

/** Keeps the browser's offer for the button under More → About. Call once, early: it is made only once. */
export function keepInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    state.offer = event as InstallOffer;
  });
  addEventListener("appinstalled", () => {
    state.offer = undefined;
  });
}

/** Lets the browser ask whether to install. */
export async function install(): Promise<void> {
  const { offer } = state;
  state.offer = undefined;
  await offer?.prompt();
}
