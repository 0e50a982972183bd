import { examples, fieldsOf } from "./examples.ts";
import { type Behaviour, type Exchange, exchange, type Reading } from "./exchange.ts";

const form = document.querySelector<HTMLFormElement>("#demo-form");
let asked = 0;

if (form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void update(form).then(showBody);
  });
  form.addEventListener("input", (event) => {
    const field = event.target as HTMLInputElement;
    if (field.name === "kind") fillIn(form, field.value as Reading["kind"]);
    void update(form);
  });
  fillIn(form, kindOf(form));
  void update(form);
}

async function update(form: HTMLFormElement): Promise<void> {
  asked += 1;
  const turn = asked;
  const behaviour = textIn(form, "behaviour") as Behaviour;
  const made = await exchange(toReading(form), behaviour);
  if (turn === asked) show(made, kindOf(form));
}

/** On a phone the form fills the screen. */
function showBody(): void {
  const heading = document.querySelector("#body");
  const { bottom = 0 } = document.querySelector("#demo-body")?.getBoundingClientRect() ?? {};
  if (bottom > innerHeight) heading?.scrollIntoView();
}

function show({ body, messages, curl, shown }: Exchange, kind: Reading["kind"]): void {
  put("body", body);
  put("curl", curl);
  put("shown", shown);
  const list = document.querySelector("#demo-messages");
  list?.replaceChildren(...messages.map(({ title, text }) => section(title, text)));
  const fields = fieldsOf(kind).map(({ name, text }) => told(name, text));
  document.querySelector("#demo-fields")?.replaceChildren(...fields);
}

function told(name: string, text: string): HTMLElement {
  const [part, term, said] = ["div", "dt", "dd"].map((tag) => document.createElement(tag));
  term!.textContent = name;
  said!.textContent = text;
  part!.append(term!, said!);
  return part!;
}

function section(title: string, text: string): HTMLElement {
  const [part, heading, pre, code] = ["div", "h3", "pre", "code"].map((name) =>
    document.createElement(name),
  );
  heading!.textContent = title;
  code!.textContent = text;
  pre!.append(code!);
  part!.append(heading!, pre!);
  return part!;
}

function put(name: string, text: string): void {
  const place = document.querySelector(`#demo-${name}`);
  if (place) place.textContent = text;
}

/** Another kind of scan begins with its own example, and asks for what belongs to it. */
function fillIn(form: HTMLFormElement, kind: Reading["kind"]): void {
  const example: Reading = examples[kind];
  set(form, "content", example.content);
  if ("uid" in example) set(form, "uid", example.uid);
  if ("structured" in example)
    for (const [name, value] of Object.entries(example.structured)) set(form, name, String(value));
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
  const given = names.map((name) => [name, textIn(form, name)]).filter(([, value]) => value);
  return { kind, content, uid, structured: Object.fromEntries(given) };
}

function kindOf(form: HTMLFormElement): Reading["kind"] {
  return textIn(form, "kind") as Reading["kind"];
}

function textIn(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? "");
}

function set(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    field.value = value;
}
