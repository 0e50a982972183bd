/** The log-in screen. It loads when nobody is logged in. */
export const loginTexts = {
  title: "Log in",
  ended: "Your session has ended. Log in to continue where you left off.",
  noCookie:
    "The password is right, but this browser does not keep the cookie that the log-in needs. Allow cookies for this page, then log in again.",
  name: "Name",
  password: "Password",
  show: "Show the password",
  submit: "Log in",
  chooseTitle: "Choose a password",
  chooseText:
    "You need this password to open the dashboard, on every device. At least 8 characters.",
  invitedTitle: (name: string) => `Welcome, ${name}`,
  invitedText: (name: string) =>
    `Choose a password for your account. You log in with the name ${name} and this password, on every device. At least 8 characters.`,
  renewTitle: (name: string) => `New password for ${name}`,
  renewText:
    "It replaces the password of this account, and every other device has to log in again. At least 8 characters.",
  newPassword: "New password",
  chooseSubmit: "Set password and log in",
  linkNeeded: "No password is set yet",
  linkNeededText:
    "When the hub starts, it prints a one-time link to this page in its terminal. Open that link to choose a password. Restart the hub to get a new link.",
  linkWrong: "This link does not work",
  forgotten: "Forgot the password? On the hub's machine, run",
  forgottenEnd: "and open the link that it prints.",
  forgottenNamed:
    "Forgot your password? An owner of the hub can make you a new link. An owner runs",
  forgottenNamedEnd: "on the hub's machine, and opens the link that it prints.",
  toPassword: "Log in with a password instead",
  second: {
    title: "Second step",
    text: "Enter the code that your authenticator app shows for this hub.",
    code: "Code",
    recoveryText: "Enter one of the recovery codes that you kept. Each works once.",
    recoveryCode: "Recovery code",
    toRecovery: "Use a recovery code instead",
    toCode: "Use the authenticator app instead",
    back: "Back",
  },
  or: "or",
  withProvider: (name: string) => `Log in with ${name}`,
  withPasskey: "Log in with a passkey",
  passkeyFailed:
    "No passkey was used. Try again, or log in another way if your passkey is on another device.",
  unknownProblem: "The log-in did not succeed. Try again, or ask an owner of the hub.",
};
