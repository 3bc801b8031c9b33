import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// `npm run dev`: what the pages call is answered by the server behind them.
const calls = ["/send-mail.php", "/rest", "/functions", "/forms", "/config.json", "/healthz", "/readyz"];
const devServer = process.env["DEV_SERVER"];
const proxy = devServer === undefined ? {} : Object.fromEntries(calls.map((path) => [path, devServer]));

export default defineConfig({
  server: { proxy },
  plugins: [tailwindcss(), reactRouter()],
  // The Content-Security-Policy allows no data: URLs.
  build: { assetsInlineLimit: 0 },
});
