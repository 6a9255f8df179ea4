-- Addresses to which events are posted, and the delivery of each event.
create table webhook (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  account_id bigint not null references account (id) on delete cascade,
  production_id bigint,
  label text,
  url text not null,
  -- Empty: all.
  types text[] not null default '{}',
  active boolean not null,
  paused bigint,
  pause_reason text,
  -- Sealed with the service's key; the former one signs beside it until it ends.
  secret bytea not null,
  former_secret bytea,
  former_secret_ends bigint,
  -- How far the event log has been read for it.
  transaction xid8 not null,
  event_id bigint not null,
  -- Events from before the webhook was created that follow its position in the log all the same, since older transactions
  -- were still running: they are not sent to it.
  skipped_events bigint[] not null default '{}',
  -- A replay reads the log in steps: from here up to where the webhook's deliveries had begun already.
  replay_transaction xid8,
  replay_event_id bigint,
  replay_end_transaction xid8,
  replay_end_event_id bigint,
  -- A target that does not answer is left alone until then; how often that was so in a row, and since when.
  held_until bigint not null default 0,
  failures int not null default 0,
  failing_since bigint,
  -- One process at a time sends to it, by the clock of the database.
  leased_until bigint not null default 0,
  lease_holder text
);
create index webhook_account on webhook (account_id, id);

create sequence webhook_delivery_place;
create table webhook_delivery (
  id bigint primary key generated always as identity,
  webhook_id bigint not null references webhook (id) on delete cascade,
  event_id bigint not null,
  type text not null,
  status text not null default 'PENDING',
  attempts int not null default 0,
  -- The order in which deliveries were requested: one that is repeated follows those that were requested before.
  queue_place bigint not null default nextval('webhook_delivery_place'),
  created bigint not null,
  next_attempt bigint,
  completed bigint,
  response jsonb,
  check ((status = 'PENDING') = (next_attempt is not null)),
  unique (webhook_id, event_id)
);
alter sequence webhook_delivery_place owned by webhook_delivery.queue_place;
create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt, queue_place) where status = 'PENDING';
create index webhook_delivery_done on webhook_delivery (completed) where completed is not null;
