import { mount } from "svelte";
import { contentOf } from "./content";
import Page from "./Page.svelte";
import { strings } from "./strings";
import "../ui/theme/latin.css";
import "../ui/theme/base.css";

const target = document.getElementById("app")!;
try {
  if (!("DecompressionStream" in globalThis)) throw new Error(strings.old);
  mount(Page, { target, props: { content: contentOf(document) } });
} catch (error) {
  target.textContent = (error instanceof Error && error.message) || strings.nothing;
}
