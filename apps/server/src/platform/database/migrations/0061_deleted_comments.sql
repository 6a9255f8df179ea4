-- When a comment was deleted that has replies still: it is empty from then on, and goes with the last of them.
alter table annotation add column deleted bigint;
