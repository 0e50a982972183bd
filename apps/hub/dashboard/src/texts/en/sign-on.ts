/** The state of single sign-on. It loads with that part of the settings. */
export const signOnTexts = {
  title: "Single sign-on",
  hint: "People log in with the accounts of your own identity provider: OpenID Connect, or a proxy that names them in a header. It is set up with settings of the hub, not on this page.",
  offered: (name: string) => `The log-in offers “${name}”.`,
  notOffered: "Single sign-on is not offered.",
  passkeys: "Passkeys",
  passkeysOffered: "Everybody may add passkeys to their account.",
  settings: "Settings of the hub",
  settingsText: "For OpenID Connect, start the hub with these and with public-url:",
  local: "An owner with a password can always log in here, even if the provider is down.",
  people: (count: number) =>
    count === 1 ? "1 person logs in this way." : `${count} people log in this way.`,
  docs: "How to set it up",
};
