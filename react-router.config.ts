import type { Config } from "@react-router/dev/config";

import { prerenderedPaths } from "./app/routes.ts";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: false,
  prerender: [...prerenderedPaths],
  routeDiscovery: { mode: "initial" },
} satisfies Config;
