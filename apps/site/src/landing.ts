import type { Page } from "./page.ts";

/** The texts of the first page: the page shows them, its Markdown twin prints them. */
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
      text: "The receiver is the hub that comes with it, or twenty lines of your own. What it answers is shown to the person who scanned.",
    },
    {
      title: "It goes where you need it",
      text: "The hub keeps the scan on disk before it says yes, shows it live, and passes it on: to n8n, Home Assistant, a chat, a database, or any HTTP API in the scheme that it wants.",
    },
  ],
  features: [
    {
      title: "Yours from end to end",
      text: "The hub is one program on your machine, a Raspberry Pi or a server. Its data is one folder that you can back up while it runs.",
    },
    {
      title: "Nothing is lost",
      text: "A 2xx answer means that the scan is on disk. What it accepted, the hub delivers, with retries over three days, also after a power cut.",
    },
    {
      title: "Any receiver",
      text: "Basic authentication, Bearer tokens, API keys, HMAC signatures and OAuth2. Filters and templates put a scan into the shape that the other side expects.",
    },
    {
      title: "Tags, read and written",
      text: "NDEF texts and links, smart posters, Wi-Fi records, and the OpenPrintTag of a filament spool with its material, colour and brand.",
    },
    {
      title: "HTTPS on your own network",
      text: "Phones open the camera only over HTTPS. The hub has its own certificate authority and helps each phone to trust it.",
    },
    {
      title: "Made to be looked into",
      text: "An HTTP API with an OpenAPI document, metrics, traces, audit trails of chained hashes, and a doctor that says why a scan does not arrive.",
    },
  ],
  uses: [
    {
      path: "/uses/inventory/",
      title: "Count a storeroom",
      text: "Who counted what, in a spreadsheet, with a trail that shows that nothing was changed.",
    },
    {
      path: "/uses/lead-capture/",
      title: "Meet people at an event",
      text: "Badges become rows for sales, and are gone after 60 days.",
    },
    {
      path: "/uses/home-automation/",
      title: "Run your home",
      text: "A tag by the bed sets the scene for the night in Home Assistant.",
    },
    {
      path: "/uses/assets/",
      title: "Inspect what has to be inspected",
      text: "A tag on each extinguisher, a log that writes itself, a list of what was missed.",
    },
    {
      path: "/uses/check-in/",
      title: "Let people in",
      text: "The phone at the door reads at once who may come in, and who already has.",
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
      text: "And this sends a scan from a terminal to a receiver of yours, as the app would:",
      command: "npx scanhook send --to https://example.org/hook --content 4006381333931",
    },
  ],
} as const;

export const landingPage: Page = {
  path: "",
  file: "apps/site/src/landing.ts",
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
