-- The event log: written in the transaction that caused the event, read in the order (transaction, id).
create table event (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  type text not null,
  account_id bigint,
  production_id bigint,
  created bigint not null,
  body jsonb not null
);
create index event_order on event (transaction, id);
create index event_production on event (production_id, transaction, id) where production_id is not null;
create index event_account on event (account_id, transaction, id) where account_id is not null;
