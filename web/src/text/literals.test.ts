import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "svelte/compiler";
import { describe, expect, it } from "vitest";

const ROOT = dirname(import.meta.dirname);

/** Attributes and properties that a user reads or hears. */
const READ = new Set([
  ...["alt", "aria-description", "aria-label", "aria-placeholder", "aria-roledescription", "aria-valuetext"],
  ...["empty", "heading", "hint", "label", "placeholder", "prefix", "text", "tip", "title", "unit"],
]);
/** Of an object in a script. */
const READ_IN_SCRIPTS = new Set(["does", "hint", "label", "text", "title"]);
/** Functions whose first argument a user reads. */
const SHOWN_BY = /^(tip|toasts\.\w+)$/;

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const hasWord = (text: string): boolean => /\p{L}/u.test(text);

/** The literal text that an expression can come out as: "a" and "b" in `x ? "a" : "b"`, but not the "c" in `x === "c"`. */
function literalsOf(node: Node): string[] {
  const of = (key: string) => (isNode(node[key]) ? literalsOf(node[key]) : []);
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? [node.value] : [];
    case "TemplateLiteral":
      return [
        ...(node.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked),
        ...(node.expressions as Node[]).flatMap(literalsOf),
      ];
    case "ConditionalExpression":
      return [...of("consequent"), ...of("alternate")];
    case "LogicalExpression":
      return node.operator === "&&" ? of("right") : [...of("left"), ...of("right")];
    case "BinaryExpression":
      return node.operator === "+" ? [...of("left"), ...of("right")] : [];
    case "ExpressionTag":
    case "TSAsExpression":
    case "TSNonNullExpression":
      return of("expression");
    case "Text":
      return [node.data as string];
    default:
      return [];
  }
}

const nameOf = (node: unknown): string =>
  !isNode(node)
    ? ""
    : node.type === "MemberExpression"
      ? `${nameOf(node.object)}.${nameOf(node.property)}`
      : ((node.name as string | undefined) ?? "");

/** All literal text in a component's markup and script that a user can read, as far as its place shows that. */
export function readableLiterals(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown, insideFragment = false): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, insideFragment);
    if (!isNode(node)) return;
    if (insideFragment && (node.type === "Text" || node.type === "ExpressionTag")) found.push(...literalsOf(node));
    if (node.type === "Attribute" && READ.has(node.name as string) && node.value !== true)
      found.push(...[node.value].flat().flatMap((part) => literalsOf(part as Node)));
    if (node.type === "Property" && READ_IN_SCRIPTS.has(nameOf(node.key)))
      found.push(...literalsOf(node.value as Node));
    if (node.type === "CallExpression" && SHOWN_BY.test(nameOf(node.callee)))
      found.push(...(node.arguments as Node[]).slice(0, 1).flatMap(literalsOf));
    for (const [key, value] of Object.entries(node))
      if (key !== "css" && key !== "metadata") visit(value, node.type === "Fragment" && key === "nodes");
  };
  visit(parse(source, { modern: true }));
  return found.map((text) => text.trim()).filter(hasWord);
}

const inScript = (source: string): string => `<script lang="ts">${source}</script>`;

const FOUND = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter(
    (file) =>
      /\.(svelte|ts)$/.test(file) && !/[sS]trings\.ts$|\.test\.ts$|^protocol\/generated\.ts$|^ui\/theme\//.test(file),
  )
  .sort()
  .flatMap((file) => {
    const source = readFileSync(join(ROOT, file), "utf8");
    return readableLiterals(file.endsWith(".ts") ? inScript(source) : source).map((text) => `${file}: ${text}`);
  });

describe("literal text outside the tables of strings", () => {
  it("is found in markup, attributes, branches, templates and tips", () => {
    const source = `<script>
        const shown = here === "not this" ? 1 : 2;
      </script>
      <p class="nor this" title="a">b {name} {open ? "c" : \`d \${count} e\`}</p>
      {#if kind === "nor that"}<Button label="f" {@attach tip(on ? "g" : "h")} onclick={() => send("no")} />{/if}
      <style>p { color: red }</style>`;
    expect(readableLiterals(source).sort()).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
  });
  it("is found in the scripts of models and state", () => {
    const source = `export const HINTS = [{ kind: "no", does: "a" }]; toasts.fail("b"); studio.ask({ type: "no" });`;
    expect(readableLiterals(inScript(source)).sort()).toEqual(["a", "b"]);
  });
  it("is nowhere", () => {
    expect(FOUND).toEqual([]);
  });
});
