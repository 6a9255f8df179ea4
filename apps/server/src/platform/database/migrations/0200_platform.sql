-- Every id of the service comes from this one sequence. Clients read ids as JSON numbers, so it ends at 2^53 - 1.
create sequence rushes_id as bigint start with 1 minvalue 1 maxvalue 9007199254740991 no cycle;

-- Which service this is, and whether its media store was marked as its own: a node that is started on another store
-- would not find its media.
create table service_identity (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  store_marked boolean not null default false,
  -- Which key the sealed values of this database open with: a service does not start with another one.
  key_fingerprint text
);

-- The nodes of the service, and when each of them was last active, by the clock of the database.
create table service_node (
  instance text primary key,
  role text not null,
  seen bigint not null
);

-- The event log: written in the transaction that caused the event, read in the order (transaction, id).
create table event (
  id bigint primary key default nextval('rushes_id'),
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

-- How far those who act on events have read the log.
create table event_follower (
  name text primary key,
  transaction xid8 not null,
  event_id bigint not null
);

-- What leaves the service after a change: written in the transaction of the change, sent until it is accepted.
create table outbox (
  id bigint primary key default nextval('rushes_id'),
  -- How it is sent: by mail, or by a call to another service.
  carrier text not null,
  -- What it is about: mention, invitation, share, …
  kind text not null,
  -- Whom it is for, in the form in which addresses are compared.
  address text collate "C" not null,
  production_id bigint,
  -- What it concerns, so that a failure can be shown there.
  subject_id bigint,
  created bigint not null,
  status text not null default 'PENDING',
  attempts int not null default 0,
  -- Null once it is over.
  next_attempt bigint,
  completed bigint,
  -- Sealed with the service's secret, since mails carry the tokens of shares; null once it is over.
  content bytea,
  error text,
  -- By the clock of the database, and the process that holds it.
  leased_until bigint not null default 0,
  lease_holder text,
  check (status in ('PENDING', 'SENT', 'FAILED', 'DROPPED'))
);
create index outbox_due on outbox (carrier, next_attempt) where status = 'PENDING';
create index outbox_address on outbox (carrier, address, created);
create index outbox_completed on outbox (completed) where completed is not null;

-- Addresses that want no mail.
create table mail_stop (
  address text collate "C" primary key,
  created bigint not null
);

-- Who did what about access: logins, refusals, locks, second factors, passwords, tokens, rights. Only ever added to.
create table audit (
  id bigint generated always as identity primary key,
  created bigint not null,
  action text not null,
  -- Whether it was done, or refused.
  succeeded boolean not null,
  -- Whom it was about; null for a login with an unknown name.
  user_id bigint,
  account_id bigint,
  production_id bigint,
  share_id bigint,
  address text,
  request_id text not null,
  actor jsonb not null,
  detail jsonb not null default '{}'
);
create index audit_created on audit (created, id);
create index audit_user on audit (user_id, id) where user_id is not null;
create index audit_action on audit (action, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is only added to';
end
$$;
create trigger audit_is_only_added_to before update or delete or truncate on audit
  for each statement execute function refuse_audit_change();

-- How long requests took, by endpoint, minute and process.
create table request_timing (
  id bigint primary key default nextval('rushes_id'),
  -- The beginning of the minute.
  minute bigint not null,
  endpoint text not null,
  host text not null,
  requests int not null,
  -- Answered with 4xx, and with 5xx.
  refused int not null,
  failed int not null,
  mean_ms double precision not null,
  p50_ms double precision not null,
  p99_ms double precision not null,
  longest_ms double precision not null
);
create index request_timing_minute on request_timing (minute);
