import { readdirSync, readFileSync } from "node:fs";

import { expect, onTestFinished, test, vi } from "vitest";

import { plainPhoto } from "#tests/photo-examples.ts";

import { reencodePicture } from "./pictures.ts";

vi.setConfig({ testTimeout: 180_000 });

const textOf = (file: string) => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return ""; // It has ended.
  }
};

function killPictureJobs(): void {
  const threads = readdirSync("/proc/self/task");
  const children = threads.flatMap((id) => textOf(`/proc/self/task/${id}/children`).trim().split(" "));
  for (const pid of children.filter(Boolean))
    if (textOf(`/proc/${pid}/cmdline`).includes("picture-job")) process.kill(Number(pid), "SIGKILL");
}

test.skipIf(process.platform !== "linux")(
  "a picture whose process is killed each time, as the system does for memory, is too much for us, not unreadable",
  async () => {
    const context = { log: { warn: () => {} }, stopping: new AbortController().signal };
    const killing = setInterval(killPictureJobs, 5);
    onTestFinished(() => clearInterval(killing));
    expect(await reencodePicture(context, await plainPhoto())).toEqual({ refusal: "heavy" });
    clearInterval(killing);
    expect(await reencodePicture(context, await plainPhoto())).toMatchObject({ ok: {} });
  },
);
