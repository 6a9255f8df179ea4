-- Events that had happened when the webhook was created, and that come after its position in the log all the same,
-- since older transactions were still running: it is not sent them.
alter table webhook add column skipped_events bigint[] not null default '{}';
