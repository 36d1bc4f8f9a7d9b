import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** The script and the looks of shared pages: one file each, which `kinegraph.share` writes into every page. */
export default defineConfig({
  plugins: [svelte()],
  publicDir: false,
  build: {
    outDir: "../src/kinegraph/share/player",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: Number.MAX_SAFE_INTEGER, // a page asks for no other file
    chunkSizeWarningLimit: 1000,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: "src/share/main.ts",
      output: { entryFileNames: "page.js", assetFileNames: "page[extname]", codeSplitting: false },
      checks: { pluginTimings: false },
    },
  },
});
