import { Group, Object3D } from "three";
import { expect, it } from "vitest";
import { describeCharacter, packPose, sayGone } from "../src/stage/live/frames";
import { applyPose, LiveLink, type LiveCharacter, type LivePose } from "./live";
import { makeBones } from "./three";

/** A message as the studio sends it. */
function message(kind: "J" | "P", content: string | ArrayBuffer): Uint8Array {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  const whole = new Uint8Array(5 + bytes.length);
  new DataView(whole.buffer).setUint32(0, bytes.length, true);
  whole[4] = kind.charCodeAt(0);
  whole.set(bytes, 5);
  return whole;
}

it("moves bones as the page's joints are, however the stream is cut", () => {
  const stage = new Group();
  const joints = [new Object3D(), new Object3D()];
  stage.position.set(0, 0, 2);
  joints[0]!.position.set(0, 1, 0);
  joints[1]!.quaternion.set(0.6, 0, 0, 0.8);
  stage.add(joints[0]!);
  joints[0]!.add(joints[1]!);
  stage.updateMatrixWorld(true);
  const [up, still] = [
    [0, 1, 0],
    [0, 0, 0, 1],
  ];
  const rest = { translations: [up, up], rotations: [still, still] };
  const stream = [
    message("J", describeCharacter(0, "Bear", ["hip", "arm"], [-1, 0], rest)),
    message("P", packPose(0, 2.5, joints)),
    message("J", "{}"),
    message("J", sayGone(0)),
  ].flatMap((each) => [...each]);
  for (const size of [1, 7, 1000]) {
    const [characters, poses, gone]: [LiveCharacter[], LivePose[], number[]] = [[], [], []];
    const link = new LiveLink("");
    link.onCharacter = (character) => characters.push(character);
    link.onPose = (_, pose) => poses.push(pose);
    link.onGone = (number) => gone.push(number);
    for (let at = 0; at < stream.length; at += size) link.take(Uint8Array.from(stream.slice(at, at + size)));
    expect(characters.map(({ name }) => name)).toEqual(["Bear"]);
    expect(gone).toEqual([0]);
    const bones = makeBones(characters[0]!);
    expect(bones[1]!.position.toArray()).toEqual([0, 1, 0]);
    applyPose(bones, poses[0]!);
    expect(poses[0]!.time).toBe(2.5);
    expect(bones[0]!.position.toArray()).toEqual([0, 1, 2]);
    expect(bones[1]!.quaternion.x).toBeCloseTo(0.6, 6);
  }
});
