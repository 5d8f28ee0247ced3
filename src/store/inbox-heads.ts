import { type RawBuilder, sql } from "kysely";

/**
 * The oldest due update of each queue on which no living process works, at most `room` of them, oldest first; ahead of it
 * one that a dead process had begun, because what that has left in the chat must be known before more is said there.
 * Goes from queue to queue, because a busy hour leaves many updates in each, and this is asked at every one of them.
 *
 * @param at epoch milliseconds
 */
export const headsOfQueues = (at: number, room: number): RawBuilder<number> => sql<number>`(
  with recursive queues(queue) as (
    select min(queue) from inbox where state = 'waiting'
    union all
    select (select min(queue) from inbox where state = 'waiting' and inbox.queue > queues.queue)
    from queues where queues.queue is not null
  ), left_behind(queue, head) as (
    select queue, min(update_id) from inbox where lease is not null and state = 'waiting' group by queue
  )
  select head from (
    select coalesce(
      (select left_behind.head from left_behind where left_behind.queue = queues.queue),
      (
        select min(update_id) from inbox
        where state = 'waiting' and inbox.queue = queues.queue and due_at <= ${at}
      )
    ) as head
    from queues
    where queues.queue is not null and queues.queue not in (
      select begun.queue from inbox as begun
      where begun.lease in (select id from process_lease where expires_at > ${at})
    )
  ) as heads
  where head is not null order by head limit ${room}
)`;
