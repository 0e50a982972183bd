import { mount } from "svelte";
import "./tokens.css";
import "./style.css";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });
