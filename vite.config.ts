import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

import { endpoints } from "./domain/wire.ts";

const landingOnly = String.raw`/app/(?:landing/|ui/part-icon|drawings/(?!farm-quad|kea|quote-story|scene))`;

// Every file costs a phone main-thread time before React can start: two shared ones, not twenty. What only
// the landing pages share is a third, so that the home page does not carry it.
const sharedChunks = [
  {
    name: "framework",
    test: /node_modules\/(?:react|react-dom|react-router|scheduler)\/|@react-router|rolldown\/runtime/,
    priority: 2,
  },
  { name: "shared", test: new RegExp(`^(?!.*${landingOnly})`), minShareCount: 2, priority: 1 },
  { name: "landing", test: new RegExp(landingOnly), minShareCount: 2 },
];

// In development our server runs behind Vite (scripts/dev.mjs).
const devServer = process.env["DEV_SERVER"];
const serverPaths = [endpoints.sendMail, endpoints.records, "/functions", endpoints.forms, endpoints.config];
const proxy = devServer === undefined ? {} : Object.fromEntries(serverPaths.map((path) => [path, devServer]));

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  server: { proxy },
  // The Content-Security-Policy allows no data: URLs.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } } } },
  },
});
