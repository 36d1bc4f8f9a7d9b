import {
  Bone,
  BoxGeometry,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshStandardMaterial,
  Skeleton,
  SkinnedMesh,
  Texture,
  Uint16BufferAttribute,
  Vector3,
  type Material,
} from "three";
import { describe, expect, it } from "vitest";
import { Actor } from "./actor";

/** Hips with an arm; a skin that lists its bones the other way round, and a rigid hat on the arm. */
function actor(): Actor {
  const [hips, arm] = [new Bone(), new Bone()];
  const scene = new Group().add(hips.add(arm));
  arm.position.y = 1;
  const geometry = new BoxGeometry(0.2, 1, 0.2);
  const { count } = geometry.getAttribute("position");
  geometry.setAttribute("skinIndex", new Uint16BufferAttribute(new Array(4 * count).fill(0), 4));
  geometry.setAttribute(
    "skinWeight",
    new Float32BufferAttribute(
      Array.from({ length: 4 * count }, (_, i) => +(i % 4 === 0)),
      4,
    ),
  );
  const skin = new SkinnedMesh(geometry, new MeshStandardMaterial());
  scene.add(skin);
  scene.updateMatrixWorld(true);
  skin.bind(new Skeleton([arm, hips]));
  arm.add(new Mesh(new BoxGeometry(0.3, 0.1, 0.3), new MeshStandardMaterial()));
  return new Actor("a", [-1, 0], { scene, joints: [hips, arm] });
}

/** What the shader would read for a mesh: a texel (heat, glow, mark) per bone. */
function texels(mesh: Mesh): number[][] {
  const shader = {
    uniforms: {} as Record<string, { value: { image: { data: Float32Array } } }>,
    vertexShader: "",
    fragmentShader: "",
  };
  (mesh.material as Material).onBeforeCompile(shader as never, null as never);
  const { data } = shader.uniforms.uPaint!.value.image;
  return Array.from({ length: data.length / 4 }, (_, bone) => [...data.slice(4 * bone, 4 * bone + 3)]);
}

describe("paint on joints", () => {
  it("goes to the bones of a skin in the skin's own order, and to what is carried", () => {
    const body = actor();
    const [hat, skin] = body.meshes.sort((a, b) => Number("skeleton" in a) - Number("skeleton" in b));
    body.paint({ glow: [0], marked: [1], heat: new Float32Array([0.25, 0.75]), plain: false }, "#ffffff");
    expect(texels(skin!)).toEqual([
      [0.75, 0, 1],
      [0.25, 1, 0],
    ]);
    expect(texels(hat!)).toEqual([[0.75, 0, 1]]);
  });

  it("is taken off again", () => {
    const body = actor();
    body.paint({ glow: [1], marked: [0, 1], heat: new Float32Array([1, 1]), plain: true }, "#ffffff");
    body.paint({ glow: [], marked: [], heat: null, plain: false }, "#ffffff");
    expect(body.meshes.flatMap(texels).flat()).toEqual(new Array(9).fill(0));
  });
});

it("frees the pictures that it was painted with", () => {
  const body = actor();
  const picture = new Texture();
  let freed = 0;
  picture.addEventListener("dispose", () => (freed += 1));
  for (const mesh of body.meshes) (mesh.material as MeshStandardMaterial).map = picture;
  body.double(new MeshStandardMaterial()).dispose();
  expect(freed).toBe(0);
  body.dispose();
  expect(freed).toBeGreaterThan(0);
});

describe("a double", () => {
  it("starts at rest, however the body stands, and moves by itself", () => {
    const body = actor();
    body.joints[1]!.position.x = 5;
    const double = body.double(new MeshStandardMaterial());
    expect(double.joints[1]!.position.toArray()).toEqual([0, 1, 0]);
    double.joints[0]!.position.z = 3;
    expect(body.joints[0]!.position.z).toBe(0);
  });

  it("leaves the shapes to the body that it was made from", () => {
    const body = actor();
    let disposed = 0;
    for (const mesh of body.meshes) mesh.geometry.addEventListener("dispose", () => (disposed += 1));
    body.double(new MeshStandardMaterial()).dispose();
    expect(disposed).toBe(0);
    body.dispose();
    expect(disposed).toBe(body.meshes.length);
  });

  it("takes up the same room", () => {
    const body = actor();
    const [a, b] = [body.bounds(), body.double(new MeshStandardMaterial()).bounds()];
    expect(b.getSize(new Vector3()).distanceTo(a.getSize(new Vector3()))).toBeLessThan(1e-9);
  });
});
