// `node --import ./scripts/env.mjs <program>`: with the settings of `.env` if there is one.
import { existsSync } from "node:fs";

if (existsSync(".env")) process.loadEnvFile();
