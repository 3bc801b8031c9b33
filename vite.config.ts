import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

import { endpoints } from "./domain/wire.ts";

const landingOnly = String.raw`/app/(?:landing/|ui/part-icon|drawings/(?!farm-quad|kea|quote-story|scene))`;

interface Graph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** Whether only staff pages come to use a module: then it must not travel with the public ones. */
function isForStaff(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (/\/app\/admin\//.test(id) || seen.has(id)) return true;
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return importers.length > 0 && importers.every((each) => isForStaff(each, graph, new Set([...seen, id])));
}

// Every file costs a phone main-thread time before React can start: two shared ones, not twenty. What only
// the landing pages share is a third, so that the home page does not carry it; what only staff pages share
// is a fourth.
const sharedChunks = [
  {
    name: "framework",
    test: /node_modules\/(?:react|react-dom|react-router|scheduler)\/|@react-router|rolldown\/runtime/,
    priority: 3,
  },
  {
    name: (id: string, graph: Graph) => (isForStaff(id, graph) ? null : "shared"),
    debugName: "shared",
    test: new RegExp(`^(?!.*${landingOnly})`),
    minShareCount: 2,
    priority: 2,
  },
  { name: "landing", test: new RegExp(landingOnly), minShareCount: 2, priority: 1 },
  { name: "staff", minShareCount: 2, priority: 0 },
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
