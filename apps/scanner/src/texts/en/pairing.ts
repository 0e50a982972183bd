/** The screen that takes a hub's pairing link. */
export const pairing = {
  title: "Pair with this hub",
  lead: (host: string) => `The hub at ${host} offers to receive your scans.`,
  what: "If you agree, this device",
  stores: [
    "asks the hub for its own username and password, once, with the code of your link",
    "stores them with the hub’s address, the password encrypted",
    "sends each scan there from then on",
  ],
  replaces: (host: string) => `This replaces the receiver that is set up now: ${host}.`,
  device: "Name of this device",
  deviceHint: "So that you know it again in the hub.",
  agree: "Pair",
  working: "Pairing …",
  cancel: "Not now",
  done: (name: string) => `Paired. What you scan goes to “${name}”.`,
  noCode:
    "This screen needs a pairing link. Ask the hub for a new one and open or scan it on this device.",
  gone: "This pairing code was used already or has expired. Ask the hub for a new one.",
  unreachable:
    "The hub could not be reached. Check that it is running and that this device is in its network, then try again.",
  strange: (status: number) =>
    `The server this app came from did not answer as a Scanhook hub (${status}). Open the pairing link as the hub shows it.`,
  notStored:
    "The browser did not allow storing the password (a private window?). Nothing was changed.",
  toQr: "To the QR tab",
};
