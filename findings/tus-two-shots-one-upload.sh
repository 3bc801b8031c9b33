#!/usr/bin/env bash
# tus-js-client 4.3.1 in a browser knows a file by name, type, size and date. A Blob, such as a photo shrunk on a canvas, has neither
# name nor date: two different shots of the same size are one upload. Continued as its documentation shows, the second "succeeds"
# and not a byte of it is sent. app/photos gives each shot an id of its own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund tus-js-client@4.3.1 @tus/server@2.4.5 @tus/file-store@2.1.1 > /dev/null
cat > try.mjs << 'JS'
import { createServer } from "node:http";
import { readdir, readFile } from "node:fs/promises";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";

const kept = new Map(); // What a browser has in localStorage.
globalThis.localStorage = {
  setItem: (name, value) => void kept.set(name, value),
  getItem: (name) => kept.get(name) ?? null,
  removeItem: (name) => void kept.delete(name),
  key: (index) => [...kept.keys()][index] ?? null,
  get length() { return kept.size; },
};
const tus = new Server({ path: "/files", datastore: new FileStore({ directory: "received" }) });
const server = createServer((request, response) => tus.handle(request, response)).listen(0, "127.0.0.1");
await new Promise((ready) => server.once("listening", ready));
const { default: fingerprint } = await import("./node_modules/tus-js-client/lib.esm/browser/fileSignature.js");
const { WebStorageUrlStorage } = await import("./node_modules/tus-js-client/lib.esm/browser/urlStorage.js");
const { Upload } = await import("tus-js-client");

const endpoint = `http://127.0.0.1:${server.address().port}/files`;
const send = (blob) =>
  new Promise((resolve, reject) => {
    blob.arrayBuffer().then((bytes) => {
      // The transport of Node, with what the browser build takes for fingerprint and storage.
      const upload = new Upload(Buffer.from(bytes), {
        endpoint, fingerprint: () => fingerprint(blob, { endpoint }), urlStorage: new WebStorageUrlStorage(),
        onSuccess: () => resolve("success"), onError: reject,
      });
      upload.findPreviousUploads().then(([before]) => {
        if (before) upload.resumeFromPreviousUpload(before);
        upload.start();
      }, reject);
    }, reject);
  });
const shots = ["front", "other"].map((word) => new Blob([word.repeat(1000)], { type: "image/jpeg" }));
const ends = [await send(shots[0]), await send(shots[1])];
const names = (await readdir("received")).filter((name) => !name.endsWith(".json"));
const texts = await Promise.all(names.map((name) => readFile(`received/${name}`, "utf8")));
const seen = { ends, received: texts.map((text) => text.slice(0, 5)) };
console.log("tus-js-client 4.3.1", seen);
server.close();
process.exit(JSON.stringify(seen) === '{"ends":["success","success"],"received":["front"]}' ? 0 : 1);
JS
node try.mjs
