/** Outcome of something that may fail in an expected way. Throwing is kept for bugs and a bad start. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/** The one outcome of two that lie in each other, such as a decision inside a transaction. */
export const flat = <T, Inner, Outer>(result: Result<Result<T, Inner>, Outer>): Result<T, Inner | Outer> =>
  result.ok ? result.value : result;
