/** Explains why the library for PC/SC could not be loaded, and what to install. */
export function describeMissingLibrary(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /libpcsclite/.test(message)
    ? 'Card readers need the PC/SC library: install it with "apt install pcscd libpcsclite1" (Debian, Raspberry Pi OS) or your system\'s package pcsc-lite.'
    : 'Card readers need the package pcsc-mini, which is not installed for this system: run "npm install" in the folder of Scanhook without leaving out optional packages.';
}

/** Explains why the PC/SC service does not respond. `code` is the error code of the library. */
export function describeServiceError(
  code: string,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === "win32") {
    return `Windows' Smart Card service does not respond (${code}); it starts when a reader is plugged in.`;
  }
  if (platform === "darwin") {
    return `The Mac's smart card service does not respond (${code}); plug the reader in again, or restart the Mac.`;
  }
  return code === "NoService" || code === "ServiceStopped" || code === "CommError"
    ? 'The PC/SC service is not running: start it with "systemctl start pcscd" (it comes with "apt install pcscd").'
    : `The PC/SC service refuses this program (${code}); run it as a user who may use card readers, or look at "journalctl -u pcscd".`;
}
