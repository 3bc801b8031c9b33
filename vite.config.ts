import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

import { submissions } from "./domain/forms/submissions.ts";
import { endpoints } from "./domain/wire.ts";

// The list of brands is part of every page's menu.
const landing = "/app/site/landing/(?!brands/brands\\.)";
const otherDrawings = String.raw`/app/site/drawings/(?!(?:farm-quad|picture|quote-story|ute)\.)`;

interface Graph {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

const staff = /\/app\/desk\//;
// The page of a form is in the folder named as the form.
const formPages = [...submissions.map(({ name }) => name), "thanks"].join("|");
const forms = new RegExp(`/app/site/(?:${formPages})/page`);

/** Whether a module is only used by pages of these areas, so that no other page should load it. */
function isOnlyFor(areas: readonly RegExp[], id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (areas.some((area) => area.test(id)) || seen.has(id)) return true;
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  const further = new Set([...seen, id]);
  return importers.length > 0 && importers.every((each) => isOnlyFor(areas, each, graph, further));
}

// Each file costs a phone main-thread time before React can start, and so does a file too large to run in one task:
// hence three files that every page loads. What only forms, landing pages or the desk share, the drawings that the
// home page does not show are in files of their own, so that the home page loads none of them.
const anywhereElse = new RegExp(`^(?!.*(?:${landing}|${otherDrawings}))`);
const sharedChunks = [
  { name: "react", test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/, priority: 4 },
  { name: "router", test: /node_modules\/react-router\/|@react-router/, priority: 4 },
  {
    name: (id: string, graph: Graph) => (isOnlyFor([staff, forms], id, graph) ? null : "shared"),
    debugName: "shared",
    test: anywhereElse,
    minShareCount: 2,
    priority: 3,
  },
  {
    name: (id: string, graph: Graph) => (isOnlyFor([staff], id, graph) ? null : "forms"),
    debugName: "forms",
    test: anywhereElse,
    minShareCount: 2,
    priority: 2,
  },
  { name: "landing", test: new RegExp(landing), minShareCount: 2, priority: 2 },
  { name: "drawings", test: new RegExp(otherDrawings), minShareCount: 2, priority: 1 },
  { name: "staff", minShareCount: 2, priority: 0 },
];

/** Most pages are a `page.tsx`: their files are named after the folder. */
function fileName({ facadeModuleId, name }: { facadeModuleId?: string | null; name: string }): string {
  const area = /\/([^/]+)\/page\.tsx/.exec(facadeModuleId ?? "")?.[1];
  return `assets/${area ?? name}-[hash].js`;
}

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
    client: {
      build: {
        // The licences of the libraries in our scripts ask us to ship their notices with them.
        license: { fileName: "licences.txt" },
        rolldownOptions: {
          output: {
            chunkFileNames: fileName,
            entryFileNames: fileName,
            codeSplitting: { groups: sharedChunks },
          },
        },
      },
    },
  },
});
