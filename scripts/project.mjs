import { fileURLToPath } from "node:url";

/** The project's folder, with a trailing separator. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Ends the process with one line that says what is wrong and what to do.
 *
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  console.error(message);
  process.exit(1);
}
