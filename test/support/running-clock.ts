/**
 * A clock that shows this time now and runs on. It starts anew for each test: the age of a worker, which runs many
 * test files, is no time of theirs.
 */
export const runningClock = (start: Date): (() => Date) => {
  const startedMs = performance.now();
  return () => new Date(start.getTime() + performance.now() - startedMs);
};
