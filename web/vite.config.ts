import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds the studio's server; `npm run build` needs none. */
const server = process.env.KINEGRAPH_SERVER ?? "http://127.0.0.1:8765";
/** The studio lets in what comes from its own address only. */
const passedOn = { target: server, changeOrigin: true, headers: { origin: server } };

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../src/kinegraph/studio/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700, // three alone is 650
    rolldownOptions: {
      input: ["index.html", "classroom.html"],
      output: {
        codeSplitting: {
          groups: [
            { name: "three", test: /node_modules\/three\// },
            { name: "svelte", test: /node_modules\/svelte\// },
          ],
        },
      },
      checks: { pluginTimings: false }, // the compiler's share of the time says nothing
    },
    reportCompressedSize: true,
  },
  server: { proxy: { "/api": passedOn, "/socket": { ...passedOn, ws: true } } },
  test: { include: ["src/**/*.test.ts", "runtime/**/*.test.ts"], environment: "node" },
});
