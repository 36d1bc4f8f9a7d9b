/** Round numbers for axes and scales: 1, 2 and 5 times powers of ten, and the marks that a step between them gives. */

const DIGITS = [1, 2, 5, 10];
/** How far rounding may leave a number from the round one that it is [share]. */
const SLACK = 1e-9;

/** The least round number that is not below `least`: the first of `steps` where one is large enough, else 1, 2 or 5 times a power of ten. */
export function roundUp(least: number, steps: readonly number[] = []): number {
  const listed = steps.find((step) => step >= least * (1 - SLACK));
  if (listed !== undefined) return listed;
  const power = 10 ** Math.floor(Math.log10(least) + SLACK);
  return power * DIGITS.find((digit) => digit * power >= least * (1 - SLACK))!;
}

/** 1, 2 and 5 times powers of ten from `low` to `high`, ascending. */
export function roundNumbers(low: number, high: number): number[] {
  const found: number[] = [];
  for (let next = roundUp(Math.max(low, SLACK)); next <= high; next = roundUp(1.5 * next))
    found.push(Number(next.toPrecision(6)));
  return found;
}

/** The whole numbers n for which n times a step lies from `low` to `high`. */
export function marksBetween(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - SLACK);
  const last = Math.floor(high / step + SLACK);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index);
}
