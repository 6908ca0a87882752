/** Where the app begins. */

import { mount } from "svelte";
import "../board/board.css";
import "./app.css";
import App from "./App.svelte";
import { findMe } from "./me.svelte";
import { followReleases } from "./release.svelte";
import { followSettings } from "./settings.svelte";
import { loadWords } from "./words.svelte";

followSettings();
followReleases();
void findMe();
await loadWords();
const target = document.getElementById("app");
if (target) mount(App, { target });
