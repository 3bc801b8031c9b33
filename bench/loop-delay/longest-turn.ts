import type { FastifyInstance } from "fastify";

export const longestTurnPath = "/bench/longest-turn";

const lookEveryMs = 5;

/**
 * `GET /bench/longest-turn`: the most processor time, in milliseconds, that the main thread has spent between
 * two looks since it was last asked. Unlike the clock's time it does not grow when others use the machine.
 */
export function longestTurnRoute(server: FastifyInstance): void {
  let last = threadMs();
  let longest = 0;
  const look = () => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(look, lookEveryMs).unref();
  server.get(longestTurnPath, () => {
    look();
    const milliseconds = String(longest);
    longest = 0;
    return milliseconds;
  });
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
