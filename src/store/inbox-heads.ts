import { type RawBuilder, sql } from "kysely";

/** Queues, as a query with one column. */
export type Queues = RawBuilder<unknown>;

/**
 * What is next in each of the queues on which no living process works, at most `room` of them: what a dead process had
 * begun, because what that has left in the chat must be known before more is said there; else the oldest that is due.
 *
 * @param at epoch milliseconds
 */
export const headsOf = (queues: Queues, at: number, room: number): RawBuilder<{ head: number }> => sql`
  with recursive queues(queue) as (${queues})
  select head from (
    select coalesce(
      (select update_id from inbox where inbox.queue = queues.queue and lease is not null),
      (
        select min(update_id) from inbox
        where state = 'waiting' and inbox.queue = queues.queue and due_at <= ${at}
      )
    ) as head
    from queues
    where queues.queue is not null and not exists (
      select 1 from inbox as begun
      where begun.queue = queues.queue and begun.lease is not null
        and begun.lease in (select id from process_lease where expires_at > ${at})
    )
  ) as heads
  where head is not null limit ${room}`;

/**
 * The queues above `after` in which anything waits, in their order. Goes from one to the next, and no further than it is
 * read, because a busy hour leaves many updates in each of many queues.
 */
export const queuesAfter = (after: number): Queues => sql`
  select min(queue) from inbox where state = 'waiting' and queue > ${after}
  union all
  select (select min(queue) from inbox where state = 'waiting' and inbox.queue > queues.queue)
  from queues where queues.queue is not null`;

/** These queues, as a query. */
export const queuesOf = (queues: readonly number[]): Queues =>
  sql`values ${sql.join(queues.map((queue) => sql`(cast(${queue} as bigint))`))}`;
