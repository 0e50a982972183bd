/** An address without a page, and a page that the person may not see. */
export const notFoundTexts = {
  title: "Page not found",
  text: "The dashboard has no page at this address.",
  back: "Go to the scans",
  forbidden: {
    title: "This page is not open to you",
    role: (role: string) =>
      `Your account has the role ${role}, which does not include this page. An owner of the hub can change that in Settings → People.`,
    limited:
      "Your account is limited to some inboxes, and this page is about the whole hub. An owner can change that in Settings → People.",
  },
};
