/** The log-in screen. */
export const login = {
  title: "Log in",
  ended: "Your session has ended. Log in to continue where you left off.",
  noCookie:
    "The password is right, but this browser does not keep the cookie that the log-in needs. Allow cookies for this page, then log in again.",
  password: "Password",
  show: "Show the password",
  submit: "Log in",
  chooseTitle: "Choose a password",
  chooseText:
    "You need this password to open the dashboard, on every device. At least 8 characters.",
  newPassword: "New password",
  chooseSubmit: "Set password and log in",
  linkNeeded: "No password is set yet",
  linkNeededText:
    "When the hub starts, it prints a one-time link to this page in its terminal. Open that link to choose a password. Restart the hub to get a new link.",
  forgotten: "Forgot the password? On the hub's machine, run",
  forgottenEnd: "and open the link that it prints.",
  toPassword: "Log in with a password instead",
};
