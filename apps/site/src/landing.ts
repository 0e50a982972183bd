import type { Page } from "./page.ts";

/** The texts of the landing page and of its Markdown twin. */
export const landing = {
  title: "Scanhook",
  heading: "Scan it, and it is in your own system",
  lead: "Scanhook reads NFC tags, QR codes and barcodes with a phone, a laptop or a reader on a desk, and sends each scan to your receiver as one HTTPS POST with a small JSON body. No account, and no company in between.",
  description:
    "Scan NFC tags, QR codes and barcodes, and have each scan in your own system a moment later, as one HTTPS POST.",
  steps: [
    {
      title: "Somebody scans",
      text: "With the camera of a phone, with the NFC reader of Chrome on Android, or with a USB reader on a desk. The scanner is a page of your hub: it installs from the browser and works without internet.",
    },
    {
      title: "The scan is posted, once",
      text: "The receiver is the hub that comes with it, or a short program of your own. The person who scanned sees its response.",
    },
    {
      title: "It goes where you need it",
      text: "The hub writes the scan to disk before it accepts it, shows it live, and forwards it to n8n, Home Assistant, a chat, a database, or any HTTP API in the scheme it expects.",
    },
  ],
  features: [
    {
      title: "Yours from end to end",
      text: "The hub is one program on your machine, a Raspberry Pi or a server. Its data is one folder that you can back up while it runs.",
    },
    {
      title: "Accepted means stored",
      text: "A 2xx response of the hub means that the scan is on disk, even after a power cut. The hub retries each delivery for three days, and shows you those that failed. What never reaches the hub stays in the history of the phone, to send again by hand.",
    },
    {
      title: "Any receiver",
      text: "Basic authentication, Bearer tokens, API keys, HMAC signatures and OAuth2. Filters and templates give a scan the shape that the other side expects.",
    },
    {
      title: "Tags, read and written",
      text: "NDEF texts and links, smart posters, Wi-Fi records, and the OpenPrintTag of a filament spool with its material, color and brand.",
    },
    {
      title: "HTTPS on your own network",
      text: "Phones open the camera only over HTTPS. The hub has its own certificate authority and helps each phone trust it.",
    },
    {
      title: "Open to inspection",
      text: "An HTTP API with an OpenAPI document, metrics, traces, audit trails of chained hashes, and a doctor command that says why a scan does not arrive.",
    },
  ],
  uses: [
    {
      path: "/uses/inventory/",
      title: "Count a storeroom",
      text: "See who counted what, in a spreadsheet, with a trail that proves that nothing was changed.",
    },
    {
      path: "/uses/lead-capture/",
      title: "Meet people at an event",
      text: "Badges become leads with notes and consent, and are deleted after the days that you set.",
    },
    {
      path: "/uses/home-automation/",
      title: "Run your home",
      text: "A tag by the bed sets the scene for the night in Home Assistant.",
    },
    {
      path: "/uses/assets/",
      title: "Lend tools, laptops and keys",
      text: "Scan a person and three drills, and know who has what and what comes back late.",
    },
    {
      path: "/uses/inspection/",
      title: "Inspect equipment",
      text: "Touch each extinguisher and answer its checklist, and get a log for the auditor and a list of what was missed.",
    },
    {
      path: "/uses/check-in/",
      title: "Let people in",
      text: "The phone at the door shows immediately who may enter, and who already has.",
    },
    {
      path: "/uses/filament/",
      title: "Keep an eye on filament",
      text: "A spool with an OpenPrintTag opens in Spoolman beside the printer.",
    },
  ],
  commands: [
    {
      text: "With Node 20 or newer and a clone of the repository, this starts the hub and the scanner, and prints a log-in link and a QR code for your phone:",
      command: "npm start",
    },
    {
      text: "This sends a scan from a terminal to your own receiver, as the app would:",
      command: "npx scanhook send --to https://example.org/hook --content 4006381333931",
    },
  ],
} as const;

export const landingPage: Page = {
  path: "",
  file: "apps/site/src/landing.ts",
  otherSources: ["apps/site/src/pages/index.astro", "apps/site/src/parts/Hero.astro"],
  title: landing.title,
  description: landing.description,
  tags: [],
  markdown: toMarkdown(),
};

function toMarkdown(): string {
  const { heading, lead, steps, features, uses, commands } = landing;
  return [
    heading,
    lead,
    "## How it works",
    steps.map(({ title, text }, index) => `${index + 1}. ${title}. ${text}`).join("\n"),
    "## What it does",
    features.map(({ title, text }) => `- ${title}. ${text}`).join("\n"),
    "## What it is good for",
    uses.map(({ path, title, text }) => `- [${title}](${path}): ${text}`).join("\n"),
    "## Two commands to try it",
    ...commands.map(({ text, command }) => `${text}\n\n\`\`\`sh\n${command}\n\`\`\``),
    "",
  ].join("\n\n");
}
