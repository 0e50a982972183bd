import type { Paper } from "@scanhook/objects";

const counted = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

/** The texts of an object in the tab 3D, which load with the first one that is opened. */
export const openObjectTexts = {
  back: "All captures",
  dismiss: "Dismiss",
  problems: {
    full: "This device has no space left, so the last change is not saved. Nothing else was lost. Delete an object or free some space, then try again.",
    failed: "The last change could not be saved on this device. Reload the page, then try again.",
    "too-many": (most: number) =>
      `An object takes at most ${most} pictures. The ones beyond that were left out.`,
    unreadable: (names: readonly string[]) =>
      `${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""} cannot be read as ${names.length === 1 ? "a picture" : "pictures"} by this browser. Choose JPEG, PNG or WebP files.${names.some((name) => /\.hei[cf]$/i.test(name)) ? " HEIC pictures open on Apple devices only: convert them to JPEG there, or choose Settings > Camera > Formats > Most Compatible on the iPhone and take them again." : ""}`,
  },
  whyMat: {
    ios: "The phone app can use Apple's own capture, where the device has iOS 17 or later and LiDAR. The printed mat works on every iPhone and iPad.",
    noLidar:
      "Apple's own capture of objects needs LiDAR, which this device does not have. The printed mat works on every iPhone and iPad.",
    oldIos: (version: number, needed: number) =>
      `Apple's own capture of objects needs iOS ${needed} or later, and this device has iOS ${version}. The printed mat works on every iPhone and iPad.`,
  },
  mat: {
    title: "1. Print the mat",
    steps: [
      "Print it at 100 % (actual size, not “fit to page”) on white paper, and lay it flat.",
      "Measure its ruler, or lay a bank card on the outline of one. If the size is off, type below what the ruler measures.",
    ],
    paper: "Paper",
    papers: { a4: "A4", letter: "Letter" } satisfies Record<Paper, string>,
    save: "Save the mat (PDF)",
    print: "Print the mat",
    failed: "The mat could not be made. Reload the page, then try again.",
  },
  ruler: {
    label: "What the printed ruler measures, in millimeters",
    hint: "It should be 100. If it is not, sizes and files are corrected.",
  },
  pictures: {
    title: "2. Take pictures",
    steps: [
      "Put the object on the middle of the mat, in even light without hard shadows. Do not move it until you are done.",
      "Walk round it slowly in three rounds: low, halfway up and from above, with most of the mat in each picture.",
      "Let the camera of this page take them by itself, or take 24 to 36 with the camera app, without zoom, and choose all of them here.",
    ],
    limits:
      "Shiny and clear objects come out poorly. Hollows such as the inside of a cup are filled if they are plain.",
    choose: "Choose pictures",
    add: "Add pictures",
    taking: (done: number, total: number) =>
      `Keeping picture ${Math.min(total, done + 1)} of ${total}`,
    few: (count: number, least: number) =>
      `${counted(count, "picture is", "pictures are")} kept. An object needs at least ${least}, and gets good with 24.`,
    kept: (count: number) => counted(count, "picture", "pictures"),
  },
  turnOver: {
    title: "3. Turn the object over (optional)",
    addTitle: "Add pictures of its underside",
    lead: "The mat hides the base, so it would be closed flat. Pictures of the object on another side show its base too.",
    steps: [
      "Turn the object over, or lay it on its side, and put it in the middle of the mat again.",
      "Leave the mat where the pictures show it, and go round the object once more: low, halfway up and from above.",
      "Nothing on the object may move when it is turned. Skip this for what is soft, and for what does not lie still.",
    ],
    start: "Take pictures after turning over",
    choose: "Choose pictures after turning over",
    few: (count: number, least: number) =>
      `${counted(count, "picture", "pictures")} after turning over. At least ${least} are needed to join them, and 24 are good.`,
    kept: (count: number) => `${counted(count, "picture", "pictures")} after turning over`,
    skip: "Skip this and make the object",
    remove: (count: number) =>
      `Delete ${count === 1 ? "the picture" : `the ${count} pictures`} after turning over`,
  },
  capture: {
    titles: {
      1: "Take pictures round the object",
      2: "Take pictures round the object after turning it over",
    },
    start: "Take pictures with the camera",
    close: "Close",
    finish: "Finish",
    taken: {
      1: (count: number) => counted(count, "picture", "pictures"),
      2: (count: number) => `${counted(count, "picture", "pictures")} after turning over`,
    },
    dome: (covered: number, all: number) => `${covered} of ${all} sides have a picture`,
    isTaken: "Picture taken. Walk on round the object.",
    known: "This side has its picture. Walk on round the object, then higher.",
    enough: "Enough pictures. Press Finish, or go on for more detail.",
    broken: "Frames of the camera cannot be read here. Close this and choose pictures instead.",
    tooFast: "Too fast. Move slower.",
    besideDome: "Too low, or straight above. Aim at the object from the side or from halfway up.",
  },
  work: {
    title: "Making the object",
    hint: "You can leave this page; the work goes on while the app is open.",
    stages: {
      markers: "Looking for the mat",
      outlines: "Finding the outlines",
      mesh: "Making the surface",
      texture: "Coloring the surface",
    },
    waiting: "Waits until another object is finished",
    stop: "Stop",
    again: "Make the object again",
    start: "Make the object",
    smaller: "Try with smaller pictures",
  },
  makeProblems: {
    "object-moved":
      "The pictures do not agree on where the object is. It was moved on the mat; take all pictures again without touching it.",
    "nothing-seen":
      "No object is seen on the mat, or it was moved between the pictures. Put it in the middle of the mat, do not touch it, and take pictures from above as well.",
    memory:
      "This device ran out of memory. Try with smaller pictures, or close other apps and try again.",
    interrupted:
      "The page was closed while it worked on this object, most likely because the device ran out of memory. Try with smaller pictures.",
    full: "This device has no space left for the object. The pictures are kept. Free some space, then try again.",
    failed:
      "The object could not be made. Try again; if it fails again, reload the page. The pictures are kept.",
  },
  unused: {
    title: (unused: number, all: number) =>
      `${unused} of ${counted(all, "picture", "pictures")} not used`,
    count: (count: number, sentence: string) => `${count}: ${sentence}`,
    remove: (count: number) =>
      count === 1 ? "Delete this picture" : `Delete these ${count} pictures`,
  },
  viewer: {
    label: (size: string) =>
      `The object, ${size}. Turn it with the arrow keys, zoom with plus and minus, and set a point in the middle with Enter.`,
    hint: "Drag to turn, pinch or scroll to zoom. Tap two points to measure between them.",
    noWebGl:
      "This browser does not show 3D (WebGL 2), so the object cannot be turned here. Its sizes and files are complete.",
    broken: "The file of this object cannot be read. Make the object again from its pictures.",
    closer: "Closer",
    farther: "Farther",
    whole: "Show all",
    texture: "Colors",
    mark: "Mark outlines",
    marked: (share: number) =>
      `Orange: known from outlines only, ${Math.round(100 * share)} % of the surface. Hollows may be filled there. The rest was seen in several pictures.`,
    first: "One point is set. Tap the other one.",
    between: (length: string) => `${length} between the two points`,
    missed: "There is no surface at that place. Tap on the object.",
    clear: "Clear",
  },
  sizes: {
    title: "Size",
    length: "Length",
    width: "Width",
    height: "Height",
    volume: "Volume",
    hullOnly:
      "The shape comes from outlines: hollows that no outline shows, such as the inside of a cup, are filled. The uncertainty does not include them.",
    uncertainty: "The true sides are within the uncertainty in about 19 of 20 cases.",
    base: {
      seen: "The base was photographed.",
      flat: "The base is closed flat, because the mat hides it; turn the object over and take more pictures.",
      "not-joined":
        "The pictures after turning over could not be joined with the first ones, so the base is closed flat. Both passes have to show the same object from all sides, with nothing on it moved. Below, delete the ones after turning over and take them again, or add more.",
    },
    checked: (millimeters: string, corners: number) =>
      `Check: ${corners} corners of markers that were left out of the work are ${millimeters} off (root mean square).`,
    made: (views: number, turned: number, seconds: string) =>
      `Made of ${counted(views, "picture", "pictures")}${turned > 0 ? ` and ${turned} after turning over` : ""} in ${seconds}`,
    seconds: (seconds: number) => `${Math.max(1, Math.round(seconds))} s`,
  },
  captured: {
    size: "The capture of Apple does not say how exact these sizes are.",
    pictures: (count: number) => `Made by the phone of ${counted(count, "picture", "pictures")}`,
    show: "View it",
    save: "Save USDZ (Apple)",
    hint: "The file opens in Files and Quick Look, where it can be turned and placed in the room.",
    failed: "The file of this object cannot be read. Capture the object again.",
  },
  export: {
    title: "Save",
    hint: "GLB and USDZ have colors and are in meters; the others are in millimeters. For a 3D printer take 3MF, which states its unit.",
    formats: {
      glb: "GLB",
      usdz: "USDZ (Apple)",
      "3mf": "3MF (printing)",
      stl: "STL",
      obj: "OBJ",
      ply: "PLY",
    },
    failed: "The file could not be made. Try again.",
  },
  name: "Name of the object",
  delete: "Delete the object",
  deleteQuestion: "Delete this object and its pictures from this device? This cannot be undone.",
  keep: "Keep it",
};
