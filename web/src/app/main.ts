import { mount } from "svelte";
import App from "./App.svelte";
import NoToken from "./NoToken.svelte";
import { takeToken } from "../protocol/session";
import { preferences } from "../document/preferences.svelte";
import { applyTheme } from "../ui/theme/tokens";
import "../ui/theme/fonts.css";
import "../ui/theme/base.css";

applyTheme(preferences.theme, document.documentElement);
const target = document.getElementById("app")!;
const token = takeToken(location, history, sessionStorage);
if (token) mount(App, { target, props: { token } });
else
  mount(NoToken, { target, props: { message: "The studio opens its door only to the page that it started itself." } });
