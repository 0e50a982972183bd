/** The list of routes and destinations, and the form of a route. */
export const routesTexts = {
  loading: "Loading…",
  cancel: "Cancel",
  save: "Save",
  title: "Routes",
  intro: "A route forwards scans to another system as they arrive.",
  make: "New route",
  back: "All routes",
  destinations: "Destinations",
  none: {
    title: "Forward scans to other systems",
    text: "A route takes the scans that you choose to where you need them: an automation, a chat, a database, your own server. The hub stores every scan and sends it in the format that system expects. While that system is down, the hub keeps trying for about three days.",
    popular: "Where should scans go?",
    all: "All kinds",
  },
  configProblem: (problem: string) => `The settings file was not applied: ${problem}`,
  keptInFile: "Defined in the hub's settings file. Change it there.",
  keptInFileShort: "from the settings file",
  missingRoute: "There is no route with this name.",
  noRoutes: "No route leads here, so nothing is sent.",
  addRoute: "Add a route",
  addRouteTo: (title: string) => `Add a route to ${title}`,
  routeOff: "off",
  routeTo: (title: string) => `Route to ${title}`,
  changeNamed: (name: string) => `Change the route ${name}`,
  description: {
    scans: { any: "Scans", nfc: "NFC tags", code: "Codes" },
    from: " from ",
    fromAll: " from every inbox",
    content: " whose content matches ",
    identifier: " whose identifier matches ",
    tagType: " whose tag type matches ",
    structured: (key: string) => ` whose ${key} matches `,
    and: " and",
    through: ", with the destination's response",
  },
  filter: {
    title: "Which scans",
    inbox: "Inbox",
    anyInbox: "Every inbox",
    source: "Source",
    anySource: "Tags and codes",
    nfc: "NFC tags only",
    code: "Codes only",
    content: "Content",
    identifier: "Identifier",
    tagType: "Tag type",
    any: "anything",
    patternHint:
      "* matches any text, ? matches one character, | separates alternatives, and a leading ! negates the pattern. /…/ is a regular expression.",
    structured: "Fields of a structured tag",
    structuredKey: "Field",
    structuredPattern: "matches",
    more: "Identifier, tag type, fields of the tag",
    passing: (pass: number, of: number) =>
      of === 0
        ? "No scans yet to try this on."
        : of === 1
          ? pass === 1
            ? "The last scan passes."
            : "The last scan does not pass."
          : `${pass} of the last ${of} scans pass.`,
    counting: "Counting…",
  },
  mode: {
    title: "Response to the scanner",
    stored: "The scan is stored",
    storedHint: "Immediately. The hub then forwards the scan, and keeps trying if that fails.",
    through: "The destination's response",
    throughHint:
      "For example “already checked in”. The hub stores the scan either way. The scanner waits up to 10 seconds for the response.",
    notThrough: "Only HTTP destinations can respond to the scanner.",
  },
  on: "The route is on",
  off: "The route is off: it forwards no new scans.",
  submit: "Create route",
  created: "The route was created. It forwards the next scan that passes.",
  forAlerts: "Only for alerts",
  forAlertsHint:
    "No scans go there. Add the destination to the alerts in the settings, and it tells you when something is wrong.",
  submitForAlerts: "Create destination",
  createdForAlerts: "The destination was created. Add it to the alerts.",
  saved: "Saved.",
  removeRoute: "Remove this route",
  removeRouteHint: "Pending deliveries are still sent. New scans are no longer forwarded.",
  removeRouteTitle: (name: string) => `Remove the route “${name}”?`,
  removeRouteSubmit: "Remove route",
};
