// Line drawings on a grid of 24 pixels, one SVG path each, for Icon.svelte. Each drawing is an
// export of its own, so that a build adds it only to the chunks that show it.

// Tabs and screens.
export const nfc =
  "M6 8.5a6 6 0 0 1 0 7M9.5 6a10 10 0 0 1 0 12M13 4a14 14 0 0 1 0 16M16.5 2.5a17.5 17.5 0 0 1 0 19";
export const qr =
  "M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M8 8h3v3H8zM13.5 8H16v2.5h-2.5zM8 13.5h2.5V16H8zM13 13h.01M16 13v.01M13 16h.01M16 16h.01";
export const document =
  "M7 3h7l5 5v11a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM14 3v5h5M9 13h6M9 17h4";
export const cube = "M12 2.8 20 7.4v9.2l-8 4.6-8-4.6V7.4zM4 7.4l8 4.6 8-4.6M12 12v9.2";
export const more = "M4 6.5h16M4 12h16M4 17.5h16";
export const webhook = "M4 12h11M11 7.5l4.5 4.5-4.5 4.5M15 4h3a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-3";
export const history = "M3.5 12a8.5 8.5 0 1 0 2.6-6.1L3.5 8.3M3.5 3.8v4.5H8M12 7.5V12l3 2";
export const settings = "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h2M10 12h10M8 10v4";
export const about = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01";
export const help =
  "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.6a2.6 2.6 0 1 1 3.8 2.3c-.9.5-1.3.9-1.3 1.8M12 16.4h.01";
export const list = "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01";
export const tag =
  "M4.5 4.5h6.6a2 2 0 0 1 1.4.6l7 7a1.5 1.5 0 0 1 0 2.1l-5.3 5.3a1.5 1.5 0 0 1-2.1 0l-7-7a2 2 0 0 1-.6-1.4zM8.5 8.5h.01";
export const inbox =
  "M4 13.5l2.6-7.8A2 2 0 0 1 8.5 4.3h7a2 2 0 0 1 1.9 1.4l2.6 7.8M4 13.5V18a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4.5M4 13.5h4.5l1.5 2.5h4l1.5-2.5H20";
export const checklist =
  "M8 4.5h8M8 3.5h8v3H8v-3M6.5 5H6A1.5 1.5 0 0 0 4.5 6.5v12A1.5 1.5 0 0 0 6 20h12a1.5 1.5 0 0 0 1.5-1.5v-12A1.5 1.5 0 0 0 18 5h-.5M8 13.5l2.5 2.5L16 10.5";
export const routes =
  "M4 12h4.5c4 0 3-5.5 7-5.5H20M17 3.5l3 3l-3 3M8.5 12c4 0 3 5.5 7 5.5H20M17 14.5l3 3l-3 3";
export const room = "M4 4.5h16v15H4zM4 12.5h4.5M12 12.5h1.5M13.5 4.5v8M13.5 16.5v3";

// Contents of codes and tags.
export const link =
  "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1";
export const wifi =
  "M3 9.5a13 13 0 0 1 18 0M6 13a8.5 8.5 0 0 1 12 0M9 16.3a4.2 4.2 0 0 1 6 0M12 19.5h.01";
export const contact = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20.5a7 7 0 0 1 14 0";
export const event =
  "M6 5h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM4 10h16M8.5 3v4M15.5 3v4";
export const phone =
  "M6.5 3.5h2.6l1.5 4-2 1.6a12 12 0 0 0 6.3 6.3l1.6-2 4 1.5v2.6a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 4.5 5.7a2 2 0 0 1 2-2.2z";
export const sms =
  "M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8l-4.5 3.5V17H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM8 11h.01M12 11h.01M16 11h.01";
export const mail =
  "M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM3.5 7.5 12 13l8.5-5.5";
export const place =
  "M12 21s7-6.2 7-11.3a7 7 0 1 0-14 0C5 14.8 12 21 12 21zM12 12a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z";
export const product = "M4 6v12M7 6v12M10.5 6v12M14 6v12M16.5 6v12M20 6v12";
export const text = "M5 6.5h14M5 11h14M5 15.5h9";
export const app = "M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z";
export const spool =
  "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 6a6 6 0 0 1 6 6";
export const braces =
  "M8 4.5c-2.5 0-2.5 1.5-2.5 3.5S5 12 3.5 12C5 12 5.5 14 5.5 16S5.5 19.5 8 19.5M16 4.5c2.5 0 2.5 1.5 2.5 3.5s.5 4 2 4c-1.5 0-2 2-2 4s0 3.5-2.5 3.5";
export const barcode =
  "M4 8V5.5A1.5 1.5 0 0 1 5.5 4H8M16 4h2.5A1.5 1.5 0 0 1 20 5.5V8M20 16v2.5a1.5 1.5 0 0 1-1.5 1.5H16M8 20H5.5A1.5 1.5 0 0 1 4 18.5V16M8 8.5v7M12 8.5v7M16 8.5v7";

// States, and the signs of verdicts, whose outlines differ so that they need no colors.
export const check = "M4.5 12.5 9.5 17.5 19.5 6.5";
export const cross = "M6 6l12 12M18 6 6 18";
export const warning = "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01";
export const unknown = "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5h.01";
export const star = "M12 3.2l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.2 6.1-.8z";
export const wait = "M12 3a9 9 0 1 0 9 9";
export const off = "M12 3v8M7.5 6.2a8 8 0 1 0 9 0";
export const lock =
  "M7 10.5h10a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 19v-7A1.5 1.5 0 0 1 7 10.5zM8 10.5V7.5a4 4 0 0 1 8 0v3M12 14.5v2.5";
export const verdictYes = "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM7 12.5l3.5 3.5 6.5-7.5";
export const verdictLook = "M12 3 1.8 20.5h20.4zM12 9.5v5.5M12 17.8h.01";
export const verdictNo = "M8 2.5h8l5.5 5.5v8L16 21.5H8L2.5 16V8zM8 8l8 8M16 8l-8 8";
export const verdictAsk = "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM12 8h.01M12 11.5v5";
export const verdictUnchecked =
  "M2.5 5.5h19v13h-19zM9.5 10a2.6 2.6 0 1 1 3.8 2.3c-.9.5-1.3.9-1.3 1.7M12 16.2h.01";
export const verdictUndone = "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3";

// Actions of buttons.
export const back = "M15 5.5 8.5 12l6.5 6.5";
export const chevron = "M9 5.5 15.5 12 9 18.5";
export const up = "M5.5 14.5L12 8l6.5 6.5";
export const down = "M5.5 9.5L12 16l6.5-6.5";
export const plus = "M12 5v14M5 12h14";
export const minus = "M5 12h14";
export const search = "M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6zM16 16l4.5 4.5";
export const copy =
  "M9 8h9a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM4 16V5a2 2 0 0 1 2-2h10";
export const share = "M12 15V3.5M7.5 8 12 3.5 16.5 8M5 12v6a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6";
export const open = "M13 5h6v6M19 5l-9 9M17 14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h4";
export const send = "M20.5 3.5 10 14M20.5 3.5 14 20.5l-4-6.5-6.5-4z";
export const download = "M12 4v11M7.5 10.5 12 15l4.5-4.5M5 19.5h14";
export const pen =
  "M4.5 19.5l.8-3.8L16.2 4.8a1.8 1.8 0 0 1 2.6 0l.4.4a1.8 1.8 0 0 1 0 2.6L8.3 18.7zM14 7l3 3";
export const erase =
  "M9 19.5h11M5 14.5 14.2 5.3a1.8 1.8 0 0 1 2.6 0l2.9 2.9a1.8 1.8 0 0 1 0 2.6l-8.7 8.7H9zM10 9.5l5.5 5.5";
export const backspace = "M9 5.5h11.5v13H9L3 12zM12 9.5l5 5M17 9.5l-5 5";
export const trash = "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.3 11v5M13.7 11v5";
export const eye =
  "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z";

// Controls of the camera, and other sources of codes.
export const torch = "M8 3h8v4l-2 3v9a2 2 0 0 1-4 0v-9L8 7zM8 7h8M12 12.5v2";
export const focus =
  "M4 8.5V6a2 2 0 0 1 2-2h2.5M15.5 4H18a2 2 0 0 1 2 2v2.5M20 15.5V18a2 2 0 0 1-2 2h-2.5M8.5 20H6a2 2 0 0 1-2-2v-2.5M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z";
export const camera =
  "M4.5 7.5H8l1.6-2.5h4.8L16 7.5h3.5a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V8.5a1 1 0 0 1 1-1zM12 10a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z";
export const turn =
  "M4.5 10.5A8 8 0 0 1 18.6 7.5M19.5 4v4.2h-4.2M19.5 13.5A8 8 0 0 1 5.4 16.5M4.5 20v-4.2h4.2";
export const picture =
  "M5 4.5h14a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5zM4 17l5-5 4 4 2.5-2.5 4.5 4M15.5 9.5h.01";
export const clipboard =
  "M9 4.5H6.5A1.5 1.5 0 0 0 5 6v13a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19V6a1.5 1.5 0 0 0-1.5-1.5H15M9 3h6v3.5H9zM8.5 17l2.5-3 2 2 1.2-1.3 1.6 2.3";
export const keyboard = "M3 6h18v12H3zM7 10h.01M12 10h.01M17 10h.01M8 14h8";

// Devices and systems.
export const smartphone =
  "M8.5 3.5h7A1.5 1.5 0 0 1 17 5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5M11 17.5h2";
export const server =
  "M6 4.5h12A1.5 1.5 0 0 1 19.5 6v3.5A1.5 1.5 0 0 1 18 11H6a1.5 1.5 0 0 1-1.5-1.5V6A1.5 1.5 0 0 1 6 4.5M6 13h12a1.5 1.5 0 0 1 1.5 1.5V18a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18v-3.5A1.5 1.5 0 0 1 6 13M8 7.75h.01M8 16.25h.01";
export const automation = "M13 3.5L5.5 13.5H11L10.5 20.5L18.5 10.5H13L13 3.5";
export const home =
  "M4 11.5L12 4.5l8 7M6 10v8a1.5 1.5 0 0 0 1.5 1.5h9A1.5 1.5 0 0 0 18 18v-8M10 19.5v-5h4v5";
export const broker =
  "M12 10.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3M8.5 8.5a5 5 0 0 0 0 7M15.5 8.5a5 5 0 0 1 0 7M5.6 5.6a9 9 0 0 0 0 12.8M18.4 5.6a9 9 0 0 1 0 12.8";
export const chat =
  "M6 5h12a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 18 16h-6.5L7.5 19.5V16H6a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 6 5";
export const database =
  "M12 4c4.1 0 7.5 1.2 7.5 2.75S16.1 9.5 12 9.5S4.5 8.3 4.5 6.75S7.9 4 12 4M4.5 6.75v10.5C4.5 18.8 7.9 20 12 20s7.5-1.2 7.5-2.75V6.75M4.5 12c0 1.55 3.4 2.75 7.5 2.75S19.5 13.55 19.5 12";
export const door = "M5 21.5v-17l10-2.5v22zM15 4.5h4v17M11.5 12h.01M2.5 21.5h19";
export const offline =
  "M2.5 8.8a15 15 0 0 1 19 0M6 12.6a9.6 9.6 0 0 1 12 0M9.3 16.3a4.4 4.4 0 0 1 5.4 0M12 20h.01M3 3l18 18";
