-- The latest attempts to deliver an event, oldest first: when, for how long, and how it was answered.
alter table webhook_delivery add column attempt_log jsonb not null default '[]';
