import { mount } from "svelte";
import { preferences } from "../document/preferences.svelte";
import { takeToken } from "../protocol/session";
import { applyTheme } from "../ui/theme/tokens";
import "../ui/theme/fonts.css";
import "../ui/theme/base.css";
import { Classroom } from "./classroom.svelte";
import Teacher from "./Teacher.svelte";

applyTheme(preferences.theme, document.documentElement);
const token = takeToken(location, history, sessionStorage) ?? "";
mount(Teacher, { target: document.getElementById("app")!, props: { classroom: new Classroom(token) } });
