/** The one tree that dopesheet and graph editor take their rows from: summary, body parts, joints, channels. */

import { strings } from "../strings";
import { bodyParts, type Rig } from "../../document/bodyParts";
import type { ChannelCurve } from "./curves";
import { displayNames } from "../../text/names";

export type RowKind = "summary" | "part" | "joint" | "channel";

export interface TreeNode {
  /** Stays the same while keys come and go, so that what is folded stays folded. */
  id: string;
  kind: RowKind;
  label: string;
  /** The joint of a joint's or channel's row, else null. */
  joint: number | null;
  /** Indices of the channels at or below, ascending. */
  channels: readonly number[];
  children: readonly TreeNode[];
}

/** A row as it is listed. level: 1 for the summary and for parts, as accessibility counts. */
export interface Row extends Omit<TreeNode, "children"> {
  level: number;
  foldable: boolean;
  open: boolean;
}

const below = (children: readonly TreeNode[]) => children.flatMap((child) => child.channels).toSorted((a, b) => a - b);

/** The summary of all, then the parts that have curves; a rig of one part lists its joints at once. */
export function channelTree(rig: Rig, channels: readonly ChannelCurve[]): TreeNode[] {
  const ofJoint = new Map<number, number[]>();
  channels.forEach(({ joint }, index) => ofJoint.set(joint, [...(ofJoint.get(joint) ?? []), index]));
  const names = displayNames(rig.joints);
  const whole = bodyParts(rig);
  const parts = whole.flatMap(({ label, joints }, index) => {
    const children = joints.filter((joint) => ofJoint.has(joint)).map((joint) => jointNode(joint));
    if (!children.length) return [];
    return [{ id: `p${index}`, kind: "part" as const, label, joint: null, channels: below(children), children }];
  });

  function jointNode(joint: number): TreeNode {
    const own = ofJoint.get(joint)!;
    const children = own.map((index) => channelNode(channels[index]!, index));
    return { id: `j${joint}`, kind: "joint", label: names[joint] ?? "?", joint, channels: own, children };
  }

  const all = channels.map((_, index) => index);
  const summary: TreeNode = {
    id: "all",
    kind: "summary",
    label: strings.allPoses,
    joint: null,
    channels: all,
    children: [],
  };
  return [summary, ...(whole.length === 1 ? parts.flatMap((part) => part.children) : parts)];
}

function channelNode(curve: ChannelCurve, index: number): TreeNode {
  const { joint, property, axis, letter } = curve;
  return {
    id: `c${joint}.${property}.${axis}`,
    kind: "channel",
    label: `${property} ${letter}`,
    joint,
    channels: [index],
    children: [],
  };
}

/** The rows that are seen: children of open ones after their parent. */
export function rowsOf(tree: readonly TreeNode[], open: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const list = (nodes: readonly TreeNode[], level: number) => {
    for (const { children, ...node } of nodes) {
      const foldable = children.length > 0;
      const isOpen = foldable && open.has(node.id);
      rows.push({ ...node, level, foldable, open: isOpen });
      if (isOpen) list(children, level + 1);
    }
  };
  list(tree, 1);
  return rows;
}

/** The rows to open so that `id` is listed: its ancestors' ids. */
export function pathTo(tree: readonly TreeNode[], id: string): string[] {
  for (const node of tree) {
    if (node.id === id) return [];
    const path = pathTo(node.children, id);
    if (path.length || node.children.some((child) => child.id === id)) return [node.id, ...path];
  }
  return [];
}
