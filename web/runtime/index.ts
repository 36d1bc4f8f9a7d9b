/** Everything of the web host that needs no three.js. */
export * from "./kinegraph";
export { replay } from "./replay";
