import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

import { endpoints } from "./domain/endpoints.ts";

/** Public pages are prerendered and run no router in the browser: it gets nothing of them from the router's build. */
const withoutPublicPages: Plugin = {
  name: "without-public-pages",
  enforce: "post",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /\/app\/site\/(?!unknown\/).*\?__react-router-build-client-route$/ },
    handler: () => ({ code: "export default () => null;", map: null }),
  },
};

// In development our server runs behind Vite (scripts/dev.mjs).
const devServer = process.env["DEV_SERVER"];
const serverPaths = [endpoints.sendMail, endpoints.records, "/functions", endpoints.forms, endpoints.config];
const proxy = devServer === undefined ? {} : Object.fromEntries(serverPaths.map((path) => [path, devServer]));

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), withoutPublicPages],
  server: { proxy },
  // The Content-Security-Policy allows no data: URLs.
  build: { assetsInlineLimit: 0 },
  environments: {
    // Functions that pages hold as text (inline-scripts.tsx) come from here.
    ssr: { build: { minify: true } },
    client: {
      build: {
        // The licences of the libraries in our scripts ask us to ship their notices with them.
        license: { fileName: "licences.txt" },
        // One file for the first view of the desk; what it opens later has its own.
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: "desk", test: /\/app\/desk\/(?:home|signed-in)/ }] } },
        },
      },
    },
  },
});
