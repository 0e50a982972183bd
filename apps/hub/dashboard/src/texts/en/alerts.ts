/** The alerts among the settings. They load with that screen. */
export const alertTexts = {
  title: "Alerts",
  hint: "A message to you when a destination fails or is switched off, the disk is nearly full or the last backup is old; and one when it is over.",
  noneChosen: "Nobody is told yet. Add a destination that reaches you, such as E-mail or ntfy.",
  nonePossible:
    "First make a destination that reaches you, such as E-mail or ntfy. Choose “Only for alerts” there.",
  makeDestination: "Make a destination",
  order:
    "Each alert goes through the first of these that works, never through the one it is about.",
  noneLeft:
    "No alert can be sent now: none of these destinations works. Correct one, or add another.",
  add: "Add a destination for alerts",
  addChoice: "Choose…",
  remove: "Remove",
  removeNamed: (name: string) => `Remove ${name} from the alerts`,
  works: "Ready",
  test: "Send a test alert",
  testing: "Sending…",
  testArrived: "It accepted the test alert.",
  testFailed: (reason: string) => `The test alert failed. ${reason}`,
  current: "Wrong now",
  notTold: "Not sent yet.",
  inFile: "These settings are in the settings file of the hub. Change them there.",
  limits: "Limits",
  failingMinutes: "Minutes until a failing destination causes an alert",
  diskPercent: "Alert below this free part of the disk, in percent",
  diskGiB: "Alert below this free space, in GiB",
  backupDays: "Days until a backup is old",
  backupDaysHint:
    "0 means never. It counts once a backup was made, here or with “scanhook backup”.",
  save: "Save limits",
  saved: "The limits are saved.",
};
