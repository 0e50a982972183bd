import type { LengthResult, Opening } from "@scanhook/rooms";

type LengthProblem = Extract<LengthResult, { ok: false }>["problem"] | "range";

const metersShort = (meters: number) =>
  meters < 0.01 ? `${(meters * 1000).toFixed(0)} mm` : `${(meters * 100).toFixed(1)} cm`;

/** The texts of the rooms in the tab 3D, which load with it. */
export const roomTexts = {
  title: "Rooms",
  lead: "Walk around a room, or type what you measured, and get a floor plan. Everything stays on this device; nothing is uploaded.",
  scan: "Scan a room",
  draw: "Draw a room",
  openFile: "Open a plan file",
  kept: "On this device",
  none: "Objects and plans that you make are listed here until you delete them.",
  newName: (date: Date) =>
    `Plan ${[date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-")}`,
  roomName: (number: number) => `Room ${number}`,
  roomCount: (count: number) => (count === 1 ? "1 room" : `${count} rooms`),
  unfinished: (walls: number) => `Unfinished scan, ${walls === 1 ? "1 wall" : `${walls} walls`}`,
  kilobytes: (bytes: number) => `${Math.max(1, Math.round(bytes / 1000))} kB`,
  notKept:
    "This browser does not let the page store files, as in some private windows. Save the plan as JSON before you close the page.",
  mayBeDeleted:
    "This browser may delete plans when space runs low, and Safari after a week without a visit. Install the app, or save each plan.",
  refusals: {
    browser:
      "This browser has no augmented reality (WebXR), which scanning a room needs. Chrome on Android has it. Draw the room with the lengths that you measured.",
    oldIos: (version: number, needed: number) =>
      `Scanning rooms on an iPhone or iPad needs iOS ${needed} or later, and this one has iOS ${version}. Draw the room with the lengths that you measured.`,
    ios: "Browsers on iPhones and iPads cannot scan rooms. The phone app can, where the device has LiDAR. Draw the room with the lengths that you measured.",
    noLidar:
      "Scanning rooms needs an iPhone or iPad with LiDAR, and this one has none. Draw the room with the lengths that you measured.",
  },
  problems: {
    full: "This device has no space left, so the last change is not saved. Nothing else was lost. Delete a plan or free some space, then try again.",
    failed:
      "The last change could not be saved on this device. Save the plan as JSON now, then reload the page.",
    refused: (sentence: string) => `Nothing was changed. ${sentence}`,
    unreadable: (sentence: string) => `The file was not opened. ${sentence}`,
  },
  dismiss: "Dismiss",
  lengths: {
    empty: "Type a length such as 3.62 m or 11' 10 1/2\".",
    notALength: "That is no length. Type one such as 3.62 m, 362 cm or 11' 10 1/2\".",
    dividedByZero: "A fraction cannot have 0 below its line. Type one such as 1/2.",
    tooLong: "That is longer than a kilometer. Check the unit.",
    range: "That is too short or too long here. Check the unit.",
  } satisfies Record<LengthProblem, string>,
  start: {
    title: "Draw a room",
    back: "Cancel",
    name: "Name of the room",
    units: "Lengths in",
    metric: "meters",
    imperial: "feet and inches",
    shape: "Shape",
    shapes: { rectangle: "Rectangle", angled: "L-shape" },
    walls: "Walls",
    wallsHint:
      "Walk along the walls with them at your right hand. Type what you measured; a wall that you leave empty is as long as it has to be.",
    length: (wall: string) => `Length of wall ${wall}`,
    turn: (wall: string) => `Turn after wall ${wall}`,
    turns: { left: "left", right: "right", other: "angle" },
    wrongTurn: (most: number) => `Enter a number of degrees from −${most} to ${most}.`,
    degrees: (wall: string) => `Degrees to the left after wall ${wall}`,
    addWall: "Add a wall",
    removeWall: (wall: string) => `Remove wall ${wall}`,
    height: "Height of the room",
    thickness: "Thickness of the walls",
    optional: "If you know it.",
    through: "The first wall has the door that leads to",
    nowhere: "no other room",
    make: "Make the room",
    preview: "Preview",
    noPreview: "These walls enclose no room yet.",
  },
  plan: {
    back: "All captures",
    undo: "Undo",
    name: "Name of the plan",
    units: "Lengths in",
    drawing: (rooms: number, area: string) =>
      `Floor plan of ${rooms === 1 ? "1 room" : `${rooms} rooms`}, ${area}`,
    innerArea: "Inner area",
    grossArea: "Gross area",
    areaHint: "The inner area lies within the walls, the gross area includes them.",
    guessHint: "Lengths and areas with ~ are as sketched, not measured.",
    perimeter: "Perimeter",
    height: "Height",
    closing: "Closing error",
    closingHint:
      "The gap after a walk along the walls as they were measured. Large gaps point to a wrong length.",
    byConstruction: "not known, because too few lengths were measured",
    joinError: "Doors of joined rooms miss each other by",
    room: "Room",
    roomName: "Name",
    allThick: "Thickness of all walls",
    corner: (number: number) => `Corner ${number}. Move it with the arrow keys.`,
    drag: "Drag the corners, or move them with the arrow keys. Typed lengths are kept.",
    walls: "Walls",
    wall: (id: string, length: string) => `Wall ${id}, ${length}`,
    length: (id: string) => `Measured length of wall ${id}`,
    lengthHint: "A typed length counts more than the scan or the sketch.",
    asDrawn: "as drawn",
    asScanned: "as scanned",
    residual: (meters: number) => `Its points are ${metersShort(meters)} off.`,
    lengthResidual: (meters: number) =>
      `Shown ${metersShort(Math.abs(meters))} ${meters > 0 ? "longer" : "shorter"} than typed, so that the room closes.`,
    details: (id: string) => `Wall ${id}: doors, windows, thickness`,
    thickness: "Thickness",
    addCorner: "Add a corner in the middle",
    removeWall: "Remove the wall",
    add: { door: "Add a door", window: "Add a window", opening: "Add an opening" },
    noSpace: "There is no space left for it on this wall.",
    kinds: { door: "Door", window: "Window", opening: "Opening" } satisfies Record<
      Opening["kind"],
      string
    >,
    kind: "Kind",
    offset: "From the corner",
    width: "Width",
    openingHeight: "Height",
    sill: "Sill above the floor",
    hinge: "Turns on",
    hinges: { start: "the side of the first corner", end: "the other side" },
    swing: "Opens",
    swings: { in: "into the room", out: "out of the room" },
    leadsTo: "Leads to",
    nowhere: "no other room",
    removeOpening: (id: string) => `Remove ${id}`,
    addRoom: "Draw another room",
    scanRoom: "Scan another room",
    removeRoom: (room: string) => `Delete ${room}`,
    export: "Export",
    formats: {
      pdf: "PDF",
      svg: "SVG",
      dxf: "DXF (CAD)",
      glb: "GLB (3D)",
      usdz: "USDZ (3D)",
      json: "JSON",
    },
    share: "Share PDF",
    failed: "The file could not be made. Try again; if it fails again, save the plan as JSON.",
    delete: "Delete the plan",
    deleteQuestion: "Delete this plan from this device? This cannot be undone.",
    keep: "Keep it",
  },
  system: {
    title: "Scan a room",
    lead: "Walk along the walls. Doors, windows and the height are found, too. You can correct all lengths afterwards.",
    start: "Start the scan",
    running: "The scan is open.",
    other: "Draw a room",
    back: "Cancel",
    failed:
      "The room was not scanned. Allow the camera for this app in the settings of the phone, and try again in good light; or draw the room.",
  },
  chrome: {
    lead: "This app has no augmented reality, but Chrome on the same phone has it. Chrome keeps its plans for itself, so the plan comes back as a file.",
    scan: "Press Scan in Chrome, and scan the room there.",
    scanYourself: "Open the page /scan/ of your hub in Chrome, tab 3D, and scan the room there.",
    save: "Save the plan there as JSON.",
    open: "Come back here and open that file.",
    start: "Scan in Chrome",
    missing:
      "Chrome did not open. Install it, or draw the room with the lengths that you measured.",
  },
  walk: {
    title: "Scan a room",
    before:
      "Open the doors, clear the corners, and cover mirrors. You set two points for each wall, where it meets the floor; corners behind furniture are found where walls cross.",
    start: "Start the camera",
    back: "Cancel",
    failed: "The camera did not start for the scan. Close other apps that use it, then try again.",
    denied: "The scan needs the camera and the motion sensors. Allow them, then try again.",
    steps: {
      floor: "Point at the floor in the middle of the room.",
      walls:
        "Aim at the line where a wall meets the floor. Two points for each wall, around the room.",
      height: "Aim at the line where a wall meets the ceiling.",
      openings:
        "Doors and windows: aim at the lower corner of one side, then at the upper corner of the other.",
    },
    set: {
      floor: "Set the floor",
      walls: "Set a point",
      height: "Set the height",
      openings: "Set a corner",
    },
    second: "Now the other end of the same wall.",
    secondCorner: "Now the opposite corner.",
    found: (walls: number) => `Use the ${walls} walls that the device found`,
    wallCount: (walls: number) => (walls === 1 ? "1 wall" : `${walls} walls`),
    openingCount: (openings: number) =>
      openings === 1 ? "1 door or window" : `${openings} doors and windows`,
    close: "All walls are set",
    skip: "Skip",
    undo: "Undo",
    finish: "Finish",
    stop: "Stop",
    problems: {
      notFloor: "That is not on the floor within 10 m. Aim lower.",
      tooNear:
        "The two points are less than 20 cm apart. Go farther along the wall, or leave out a wall this short.",
      noWall: "There is no wall that you set. Aim at one of them.",
      notHeight:
        "That is not above a wall that you set. Aim at the line where it meets the ceiling.",
      tooSmall: "The two corners are less than 30 cm apart. Aim at the opposite corner.",
    },
    noFloor: "The floor is not seen yet. Move slowly and point at it.",
    lost: "The device lost its place. Move slowly and point at things with edges.",
    unfinished: (walls: number) =>
      `A scan with ${walls === 1 ? "1 wall" : `${walls} walls`} was not finished. Points of a new scan would not fit to it.`,
    makeRoom: "Make a room of these walls",
    again: "Scan again from the start",
    discard: "Discard the scan",
    broken: (sentence: string) => `${sentence} The scanned walls are kept.`,
  },
};
