import type { Work } from "./schema.ts";

/** The migration step of what is said about albums. */
export const createAlbumTable = async ({ schema }: Work): Promise<void> => {
  await schema
    .createTable("album_part")
    .addColumn("chat_id", "bigint", (column) => column.notNull())
    .addColumn("message_id", "bigint", (column) => column.notNull())
    .addColumn("album", "text", (column) => column.notNull())
    .addColumn("said", "text", (column) => column.notNull())
    .addColumn("is_told", "integer", (column) => column.notNull())
    .addColumn("noted_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("album_part_pk", ["chat_id", "message_id"])
    .execute();
  await schema.createIndex("album_part_by_album").on("album_part").columns(["chat_id", "album"]).execute();
  await schema.createIndex("album_part_by_time").on("album_part").column("noted_at").execute();
};
