// Plays a .kinelive file in Chromium: node scripts/replay_in_browser.mjs CHROMIUM BUNDLE WASM FILE. Prints the SHA-256
// of the poses.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { chromium } from "@playwright/test";

const [executablePath, bundle, wasm, file] = process.argv.slice(2);
const served = {
  "/kinegraph.js": [bundle, "text/javascript"],
  "/kinegraph.wasm": [wasm, "application/wasm"],
  "/file.kinelive": [file, "application/octet-stream"],
};
const server = createServer((request, answer) => {
  const [path, type] = served[request.url] ?? [null, "text/html"];
  answer.setHeader("content-type", type);
  answer.end(path ? readFileSync(path) : "<!doctype html><title>Replay</title>");
}).listen(0, "127.0.0.1");
await new Promise((done) => server.once("listening", done));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const digest = await page.evaluate(async () => {
    const { Kinegraph, replay } = await import("/kinegraph.js");
    const kinegraph = await Kinegraph.load(await (await fetch("/kinegraph.wasm")).arrayBuffer());
    const live = kinegraph.open(await (await fetch("/file.kinelive")).arrayBuffer());
    const bytes = await crypto.subtle.digest("SHA-256", replay(kinegraph, live).poses.buffer);
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  });
  console.log(digest);
} finally {
  await browser.close();
  server.close();
}
