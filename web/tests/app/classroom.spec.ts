import { expect, test as base } from "@playwright/test";
import { ClassServer } from "../support/classServer";
import { onStage, within } from "../support/studioServer";

const test = base.extend<object, { server: ClassServer }>({
  server: [
    async ({}, use) => {
      const server = new ClassServer();
      await server.start();
      await use(server);
      await server.dispose();
    },
    { scope: "worker", ...within(120) },
  ],
});

test("a teacher sees a student's stage, simplifies the page, and gets what is handed in", async ({
  server,
  browser,
}) => {
  test.slow();
  const shots = process.env.SHOTS;
  const teacher = await (await browser.newContext({ viewport: { width: 1024, height: 640 } })).newPage();
  await teacher.goto(server.url);
  await expect(teacher.getByRole("article")).toHaveCount(3);
  await expect(teacher.getByRole("article", { name: "Student 2" })).toContainText("Not opened yet");

  const student = await (await browser.newContext({ viewport: { width: 1024, height: 640 } })).newPage();
  await student.goto(server.links[0]!);
  await onStage(student);
  const card = teacher.getByRole("article", { name: "Student 1" });
  await expect(card).toContainText("Here", within(30));
  const picture = card.getByRole("img", { name: "Stage of Student 1" });
  await expect(picture).toBeVisible(within(40));
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), within(20)).toBe(320);

  await expect(student.getByRole("tab")).toHaveCount(5);
  await teacher.getByLabel("Simple view").check();
  await expect(student.getByRole("tab")).toHaveCount(3);
  await expect(student.getByRole("complementary", { name: "Inspector" })).toHaveCount(0);
  await expect(student.getByRole("button", { name: "Share" })).toHaveCount(0);
  if (shots) await student.screenshot({ path: `${shots}/student-simple.png` });

  await student.getByRole("button", { name: "Hand in" }).click();
  await expect(student.getByRole("button", { name: /^Handed in \d\d:\d\d$/ })).toBeVisible();
  await expect(teacher.getByRole("status")).toContainText("1 of 3 here · 1 handed in");
  await card.getByRole("button", { name: /^\d\d:\d\d$/ }).click();
  await expect(teacher.getByRole("menuitem")).toHaveCount(2);
  if (shots) await teacher.screenshot({ path: `${shots}/teacher-dark.png` });
  await teacher.keyboard.press("Escape");

  const opened = teacher.context().waitForEvent("page");
  await card.getByRole("button", { name: "Open", exact: true }).click();
  const looking = await opened;
  await expect(looking.getByText("viewing")).toBeVisible(within(40));
  await expect(looking.getByRole("tab")).toHaveCount(1);
  await expect(looking.getByRole("button", { name: /^Hand/ })).toHaveCount(0);
  if (shots) {
    await looking.waitForTimeout(3000);
    await looking.screenshot({ path: `${shots}/viewing.png` });
    await teacher.getByRole("button", { name: "Light theme" }).click();
    await teacher.waitForTimeout(500);
    await teacher.screenshot({ path: `${shots}/teacher-light.png` });
  }
});
