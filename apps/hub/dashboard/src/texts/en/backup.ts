/** Making a backup in the settings. It loads with that screen. */
export const backupTexts = {
  title: "Backup",
  hint: "Everything that the hub stores in one file, the same as from scanhook backup. No scan waits for it.",
  last: (when: string) => `The last backup was made ${when}.`,
  none: "No backup of this hub has been made yet.",
  make: "Make a backup",
  text: "The file contains all scans, and the keys and passwords of the hub: whoever has it can read and forge everything. Store it as carefully as those.",
  password: "Password",
  submit: "Download backup",
  making: "The hub makes the backup and checks it. With very many scans this takes a few minutes.",
  started: (scans: number) =>
    `The backup is ready and the download has started. It has ${
      scans === 1 ? "1 scan" : `${scans.toLocaleString()} scans`
    }.`,
};
