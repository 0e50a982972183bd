import { mount } from "svelte";
import "@scanhook/page-parts/tokens.css";
import "./style.css";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });
