// Bundles the web host of the runtime into one ES module without imports: node scripts/runtime.mjs OUT.
import { fileURLToPath } from "node:url";
import { dirname, basename, resolve } from "node:path";
import { build } from "vite";

const made = resolve(process.argv[2]);
await build({
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  build: {
    lib: {
      entry: fileURLToPath(new URL("../runtime/index.ts", import.meta.url)),
      formats: ["es"],
      fileName: () => basename(made),
    },
    outDir: dirname(made),
    emptyOutDir: false,
    target: "es2022",
    minify: false,
  },
});
