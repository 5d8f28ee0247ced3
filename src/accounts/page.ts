import { type SelectQueryBuilder, type StringReference, sql } from "kysely";

/** Where a row stands in a list that is sorted by time, and within a moment by id. */
export type Cursor = { readonly at: Date; readonly id: string };

type Page = {
  /** The last row of the page before; null or unset: this is the first page. */
  readonly after: Cursor | null | undefined;
  readonly limit: number;
};

/** One page of a sorted list. `columns`: what it is sorted by, which `Cursor` holds in this order. */
export const pageOf = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  columns: readonly [at: StringReference<DB, Table>, id: StringReference<DB, Table>],
  order: "newest first" | "oldest first",
  { after, limit }: Page,
): SelectQueryBuilder<DB, Table, Row> => {
  const [at, id] = [sql.ref(columns[0]), sql.ref(columns[1])];
  const [direction, follows] =
    order === "newest first" ? (["desc", sql`<`] as const) : (["asc", sql`>`] as const);
  // Pairs are compared, so that an index on the time leads to the place.
  const rest =
    after == null
      ? query
      : query.where(sql<boolean>`(${at}, ${id}) ${follows} (${after.at.getTime()}, ${after.id})`);
  return rest.orderBy(at, direction).orderBy(id, direction).limit(limit);
};
