// A hub whose owner gets mails about verdicts, and a phone with a camera in front of its codes.
import type { Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import type { Scene } from "./camera/scene.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { type MailServer, openMailServer } from "./mail-server.ts";

export let folder: Awaited<ReturnType<typeof makeDataFolder>>;
export let hub: RunningHub;
/** The owner's client of the API. */
export let api: Awaited<ReturnType<typeof logIn>>;
export let mail: MailServer;

/** Starts a hub and a mail server for the test file. */
export function useMailingHub(): void {
  beforeAll(async () => {
    folder = await makeDataFolder();
    mail = await openMailServer();
    hub = await startHubProcess(folder.data);
    api = await logIn(hub);
  });
  afterAll(async () => {
    await hub?.stop();
    await mail?.close();
    await folder?.remove();
  });
}

/** Stops the hub, and starts it again with its data. */
export async function restartHub(): Promise<void> {
  await hub.stop();
  hub = await startHubProcess(folder.data);
  api = await logIn(hub);
}

/** Makes the hub mail the verdicts with a code that a register gives. */
export async function mailVerdicts(register: string, code: string): Promise<void> {
  const destination = { name: "owner", kind: "mail", settings: mail.settings, allowPrivate: true };
  await api("POST", "/api/destinations", destination);
  await api("POST", "/api/routes", {
    name: code,
    inbox: "register-events",
    destination: "owner",
    filter: { verdict: code, structured: { registerName: register } },
    shape: { format: "text", template: "{{ verdict.text }}" },
  });
}

/** Holds the camera of a phone over a code. */
export async function showCode(page: Page, scene: Scene, text: string, turn = 4): Promise<void> {
  await scene.show({ symbology: "qrcode", text, turn });
  const next = page.getByRole("button", { name: "Scan next" });
  if (await next.isVisible()) await next.click();
}
