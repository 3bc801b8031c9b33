import { expect, test } from "vitest";

import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { dealPage } from "#tests/deal-visit.ts";
import { plainPhoto, sendPhoto } from "#tests/photo-examples.ts";
import { addRecord, vehicleExample } from "#tests/submission-examples.ts";

test("a photo", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, vehicleExample);
  const page = dealPage(app, reference, 1, vehicleSubmission);
  const sent = await sendPhoto(app, page, await plainPhoto(), { shot: "front" });
  expect(sent).toMatchObject({ status: 204 });
  expect(await app.rows("photos")).toMatchObject([{ id: sent.id, shot: "front" }]);
  expect(await app.rows("photo_pieces")).toEqual([]);
});
