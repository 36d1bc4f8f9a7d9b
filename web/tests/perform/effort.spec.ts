import { bar, dragBall, layerRows, ready } from "../support/performing";
import { expect, test, within } from "../support/studioServer";

test.describe.configure(within(150));
test.use({ actionTimeout: 20_000 });

test("the keyframes that a take saves are counted, by way, part and axis, until the take changes", async ({
  studio,
}) => {
  await ready(studio);
  await studio.keyboard.press("r");
  await dragBall(
    studio,
    [
      [60, 0],
      [-60, 20],
      [40, -30],
      [0, 0],
    ],
    150,
  );
  await studio.mouse.up();
  await bar(studio).getByRole("button", { name: "Keep" }).click();
  await layerRows(studio).first().click();
  const folded = studio.getByRole("button", { name: "Show side panels" }); // a small window begins without them
  if (await folded.count()) await folded.click();
  const inspector = studio.getByRole("complementary", { name: "Inspector" });
  await inspector.getByRole("button", { name: "Count", exact: true }).click();

  const ways = inspector.getByRole("table", { name: "Keyframes by way" });
  await expect(ways.getByRole("row")).toHaveText(
    [/^way/, /^this performance/, /^every frame/, /^every n-th frame/, /^simplified curves/, /^best poses/],
    within(60),
  );
  const keys = async (row: number) =>
    Number((await ways.getByRole("row").nth(row).getByRole("cell").nth(1).innerText()).replace(/\D/g, ""));
  expect(await keys(5)).toBeLessThan(await keys(2));

  const parts = inspector.getByRole("table", { name: "Errors by part and axis" });
  await expect(parts.getByRole("row", { name: /^head/ })).toHaveCount(1);
  const baked = await parts.innerText();
  await inspector.getByRole("radio", { name: "curves", exact: true }).click();
  await expect(parts).not.toHaveText(baked, { useInnerText: true });
  await inspector.getByRole("radio", { name: "places", exact: true }).click();
  await expect(parts.getByRole("row", { name: /^left paw/ })).toHaveCount(1);
});
