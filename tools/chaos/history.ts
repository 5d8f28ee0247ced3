export type Note = (what: string) => void;

/** What happens, line by line, each with the time since the beginning. */
export const createHistory = (nowMs: () => number): { readonly lines: string[]; readonly note: Note } => {
  const startedMs = nowMs();
  const lines: string[] = [];
  return {
    lines,
    note: (what) => void lines.push(`${String(Math.round(nowMs() - startedMs)).padStart(7)} ms ${what}`),
  };
};
