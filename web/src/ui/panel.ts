/** A component together with those of its props that are known where it is chosen; the rest comes from where it is shown. */

import type { Component } from "svelte";

export interface Panel<Rest extends object = Record<string, never>> {
  // Svelte's components are invariant in their props: `panel` below checks them.
  readonly component: Component<any>;
  readonly props: object;
  /** Only for the type checker: takes the props that are still missing. */
  readonly rest?: (missing: Rest) => void;
}

/** known: props that stay the same wherever it is shown. */
export const panel = <Props extends object, Known extends Partial<Props> = object>(
  component: Component<Props, any, any>,
  known: Known = {} as Known,
): Panel<Omit<Props, keyof Known>> => ({ component: component as Panel["component"], props: known });
