import { textsReady } from "@scanhook/texts/lazy-texts";
import { mount } from "svelte";
import "@scanhook/page-parts/tokens.css";
import "./style.css";
import App from "./App.svelte";

void textsReady().then(() => mount(App, { target: document.getElementById("app")! }));
