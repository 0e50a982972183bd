/** The parts of the settings. They load with that screen. */
export const settingsTexts = {
  parts: {
    account: "Account",
    tokens: "API tokens",
    people: "People",
    "sign-on": "Single sign-on",
    changes: "Changes",
    alerts: "Alerts",
    backup: "Backup",
  },
};
