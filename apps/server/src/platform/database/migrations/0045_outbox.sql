-- What leaves the service after a change: written in the transaction of the change, sent until it is taken.
create table outbox (
  id bigint primary key default nextval('rushes_id'),
  -- Who takes it out: mail, or a call to another service.
  carrier text not null,
  -- What it is about: mention, invitation, share, …
  kind text not null,
  -- Whom it is for, in the form in which addresses are compared.
  address text collate "C" not null,
  production_id bigint,
  created bigint not null,
  status text not null default 'PENDING',
  attempts int not null default 0,
  -- Null once it is over.
  next_attempt bigint,
  completed bigint,
  -- Sealed with the service's secret, since mails carry the tokens of shares; null once it is over.
  content bytea,
  error text,
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

-- How far those who act on events have read the log.
create table event_follower (
  name text primary key,
  transaction xid8 not null,
  event_id bigint not null
);

-- Who has been told that a comment mentions them.
create table mention (
  annotation_id bigint not null,
  mentioned_id bigint not null,
  created bigint not null,
  primary key (annotation_id, mentioned_id)
);
