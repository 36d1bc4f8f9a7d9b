/** Numbers as people type them: "1.5 + 20cm", "90deg / 2", "1/30 s". */

import { errorText } from "../../text/format";

const UNITS: Record<string, { kind: string; factor: number }> = {
  m: { kind: "length", factor: 1 },
  cm: { kind: "length", factor: 0.01 },
  mm: { kind: "length", factor: 0.001 },
  in: { kind: "length", factor: 0.0254 },
  ft: { kind: "length", factor: 0.3048 },
  s: { kind: "time", factor: 1 },
  ms: { kind: "time", factor: 0.001 },
  deg: { kind: "angle", factor: 1 },
  "°": { kind: "angle", factor: 1 },
  rad: { kind: "angle", factor: 180 / Math.PI },
  fps: { kind: "rate", factor: 1 },
  hz: { kind: "rate", factor: 1 },
  "%": { kind: "share", factor: 0.01 },
};

const TOKEN = /\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+)|([a-z°%]+)|([-+*/()]))/iy;

/** The value of an expression in the field's own unit, or a sentence that says what is wrong with it.
 *
 * Without a unit it is the field's: "0.5" in a field of percents is half a percent.
 */
export function evaluated(text: string, unit = ""): { value: number } | { error: string } {
  try {
    const list = tokens(text);
    const reader = new Reader(list, UNITS[unit]?.kind);
    const named = list.some((token) => "word" in token);
    const value = reader.sum() / (named ? (UNITS[unit]?.factor ?? 1) : 1);
    reader.end();
    if (!Number.isFinite(value)) return { error: "That is not a finite number." };
    return { value };
  } catch (error) {
    return { error: errorText(error) };
  }
}

type Token = { number: number } | { word: string } | { sign: string };

function tokens(text: string): Token[] {
  const list: Token[] = [];
  const trimmed = text
    .trim()
    .replace(/,(?=\d)/g, ".")
    .replace(/[−–]/g, "-");
  if (!trimmed) throw new Error("Type a number.");
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(trimmed);
    if (!found) throw new Error(`“${trimmed.slice(at).trim()}” is not part of a number.`);
    if (found[1]) list.push({ number: Number(found[1]) });
    else if (found[2]) list.push({ word: found[2].toLowerCase() });
    else list.push({ sign: found[3]! });
  }
  return list;
}

/** Recursive descent over sums, products, signs and brackets. */
class Reader {
  private at = 0;

  constructor(
    private readonly list: Token[],
    private readonly kind: string | undefined,
  ) {}

  sum(): number {
    let value = this.product();
    for (;;) {
      if (this.takes("+")) value += this.product();
      else if (this.takes("-")) value -= this.product();
      else return value;
    }
  }

  end(): void {
    if (this.at < this.list.length) throw new Error("There is something left over after the number.");
  }

  private product(): number {
    let value = this.signed();
    for (;;) {
      if (this.takes("*")) value *= this.signed();
      else if (this.takes("/")) value /= this.signed();
      else return value;
    }
  }

  private signed(): number {
    if (this.takes("-")) return -this.signed();
    if (this.takes("+")) return this.signed();
    return this.measured();
  }

  private measured(): number {
    const token = this.list[this.at++];
    let value: number;
    if (token && "number" in token) value = token.number;
    else if (token && "sign" in token && token.sign === "(") {
      value = this.sum();
      if (!this.takes(")")) throw new Error("A bracket is not closed.");
    } else throw new Error("A number is missing.");
    const next = this.list[this.at];
    if (!next || !("word" in next)) return value;
    this.at++;
    const unit = UNITS[next.word];
    if (!unit) throw new Error(`“${next.word}” is not a unit that is known here.`);
    if (this.kind && unit.kind !== this.kind) throw new Error(`“${next.word}” does not measure a ${this.kind}.`);
    return value * unit.factor;
  }

  private takes(sign: string): boolean {
    const token = this.list[this.at];
    if (!token || !("sign" in token) || token.sign !== sign) return false;
    this.at++;
    return true;
  }
}
