import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// Every file costs a phone main-thread time before React can start: two shared ones, not twenty.
const sharedChunks = [
  {
    name: "framework",
    test: /node_modules\/(?:react|react-dom|react-router|scheduler)\/|@react-router|rolldown\/runtime/,
  },
  { name: "shared", test: /./, minShareCount: 2 },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The Content-Security-Policy allows no data: URLs.
  build: { assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } } } },
  },
});
