import { examples, fieldsOf } from "./examples.ts";
import { type Behavior, type Exchange, exchange, type Reading } from "./exchange.ts";

const form = document.querySelector<HTMLFormElement>("#demo-form");
let latestRequest = 0;

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void update(form).then(showBody);
  });
  form.addEventListener("input", (event) => {
    const field = event.target as HTMLInputElement;
    if (field.name === "kind") fillInExample(form, field.value as Reading["kind"]);
    void update(form);
  });
  fillInExample(form, kindOf(form));
  void update(form);
}

async function update(form: HTMLFormElement): Promise<void> {
  latestRequest += 1;
  const requestNumber = latestRequest;
  const behavior = textIn(form, "behavior") as Behavior;
  const result = await exchange(toReading(form), behavior);
  if (requestNumber === latestRequest) showExchange(result, kindOf(form));
}

/** Scrolls to the result on phones, where the form fills the screen. */
function showBody(): void {
  const heading = document.querySelector("#body");
  const { bottom = 0 } = document.querySelector("#demo-body")?.getBoundingClientRect() ?? {};
  if (bottom > innerHeight) heading?.scrollIntoView();
}

function showExchange({ body, messages, curl, shown }: Exchange, kind: Reading["kind"]): void {
  setText("body", body);
  setText("curl", curl);
  setText("shown", shown);
  const list = document.querySelector("#demo-messages");
  list?.replaceChildren(...messages.map(({ title, text }) => createSection(title, text)));
  const fields = fieldsOf(kind).map(({ name, text }) => createDefinition(name, text));
  document.querySelector("#demo-fields")?.replaceChildren(...fields);
}

function createDefinition(name: string, text: string): HTMLElement {
  const [group, term, definition] = ["div", "dt", "dd"].map((tag) => document.createElement(tag));
  term!.textContent = name;
  definition!.textContent = text;
  group!.append(term!, definition!);
  return group!;
}

function createSection(title: string, text: string): HTMLElement {
  const [section, heading, pre, code] = ["div", "h3", "pre", "code"].map((name) =>
    document.createElement(name),
  );
  heading!.textContent = title;
  code!.textContent = text;
  pre!.append(code!);
  section!.append(heading!, pre!);
  return section!;
}

function setText(name: string, text: string): void {
  const element = document.querySelector(`#demo-${name}`);
  if (element) element.textContent = text;
}

/** Fills the form with the example of the chosen kind and shows the fields of that kind. */
function fillInExample(form: HTMLFormElement, kind: Reading["kind"]): void {
  const example: Reading = examples[kind];
  setField(form, "content", example.content);
  if ("uid" in example) setField(form, "uid", example.uid);
  if ("structured" in example)
    for (const [name, value] of Object.entries(example.structured))
      setField(form, name, String(value));
  for (const part of form.querySelectorAll<HTMLElement>("[data-kinds]"))
    part.hidden = !part.dataset.kinds?.split(" ").includes(kind);
}

function toReading(form: HTMLFormElement): Reading {
  const kind = kindOf(form);
  const content = textIn(form, "content");
  if (kind === "code") return { kind, content };
  const uid = textIn(form, "uid");
  if (kind === "nfc") return { kind, content, uid };
  const names = ["material", "color", "manufacturer"];
  const filledFields = names.map((name) => [name, textIn(form, name)]).filter(([, value]) => value);
  return { kind, content, uid, structured: Object.fromEntries(filledFields) };
}

function kindOf(form: HTMLFormElement): Reading["kind"] {
  return textIn(form, "kind") as Reading["kind"];
}

function textIn(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? "");
}

function setField(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    field.value = value;
}
