import { DatabaseSync } from "node:sqlite";

/**
 * Makes every commit in this process take longer by so many milliseconds, as on a disk that needs them for a flush.
 * The thread stands still and uses no processor time, as in the real fsync.
 */
export function slowCommits(milliseconds: number): void {
  const { exec, prepare } = DatabaseSync.prototype;
  const never = new Int32Array(new SharedArrayBuffer(4));
  const pause = () => Atomics.wait(never, 0, 0, milliseconds);
  DatabaseSync.prototype.exec = function (sql) {
    exec.call(this, sql);
    if (sql === "commit") pause();
  };
  DatabaseSync.prototype.prepare = function (...parameters) {
    const statement = prepare.apply(this, parameters);
    if (parameters[0] !== "commit") return statement;
    const run = statement.run.bind(statement);
    statement.run = () => {
      const result = run();
      pause();
      return result;
    };
    return statement;
  };
}
