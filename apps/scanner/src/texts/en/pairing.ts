/** The texts of the screen that a hub's pairing link opens. */
export const pairing = {
  title: "Pair with this hub",
  lead: (host: string) => `The hub at ${host} offers to receive your scans.`,
  what: "If you agree, this device",
  stores: [
    "uses the one-time code of your link to get its own username and password from the hub",
    "stores them with the receiver URL, and encrypts the password",
    "sends each scan to the hub from then on",
  ],
  choose: "Add a job or replace one",
  adds: "Add it as another job",
  replaces: (name: string, host: string) => `Replace “${name}” (${host})`,
  addsHint:
    "You switch between jobs on the tabs QR and NFC. Pairing with the same inbox again renews its job.",
  replacesHint: "Scans of that job that were not sent yet go to the new receiver.",
  device: "Name of this device",
  deviceHint: "The hub lists this device under this name. At a door, give it the name of the door.",
  agree: "Pair",
  working: "Pairing …",
  cancel: "Not now",
  done: (name: string) => `Paired. Your scans go to “${name}”.`,
  noCode:
    "This screen needs a pairing link. Create one in the hub, then open or scan it on this device.",
  gone: "This pairing code was used already or has expired. Create a new one in the hub.",
  unreachable:
    "The hub could not be reached. Check that it is running and that this device is on its network, then try again.",
  unexpected: (status: number) =>
    `The server that this app was loaded from did not respond like a Scanhook hub (${status}). Open the pairing link exactly as the hub shows it.`,
  cannotStore:
    "This browser does not allow the page to store a password, as in some private windows or when cookies are blocked. Nothing was changed, and the pairing code was not used: allow cookies and site data for this page, or open the link in a normal window.",
  notStored:
    "The browser did not allow storing the password, as in some private windows. Your receivers were not changed. The pairing code is used up: create a new one in the hub.",
  toQr: "To the QR tab",
};
