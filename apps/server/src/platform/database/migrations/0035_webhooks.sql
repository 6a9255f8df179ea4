-- Addresses to which events are posted, and each event's way there.
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
  -- None: all.
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
  -- A target that does not answer is left alone until then; how often that was so in a row, and since when.
  held_until bigint not null default 0,
  failures int not null default 0,
  failing_since bigint,
  -- One process at a time sends to it.
  leased_until bigint not null default 0
);
create index webhook_account on webhook (account_id, id);

create table webhook_delivery (
  id bigint primary key generated always as identity,
  webhook_id bigint not null references webhook (id) on delete cascade,
  event_id bigint not null,
  type text not null,
  status text not null default 'PENDING',
  attempts int not null default 0,
  created bigint not null,
  next_attempt bigint,
  completed bigint,
  response jsonb,
  check ((status = 'PENDING') = (next_attempt is not null)),
  unique (webhook_id, event_id)
);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt, id) where status = 'PENDING';
create index webhook_delivery_done on webhook_delivery (completed) where completed is not null;
