-- A replay reads the log in steps, as the sender comes to it: from here up to where the webhook had been told already.
alter table webhook add column replay_transaction xid8;
alter table webhook add column replay_event_id bigint;
alter table webhook add column replay_end_transaction xid8;
alter table webhook add column replay_end_event_id bigint;

-- What the notices of an account's bootstraps are signed with, sealed with the service's key; the former one signs
-- beside it until it ends.
create table delivery_notice_secret (
  account_id bigint primary key references account (id) on delete cascade,
  secret bytea not null,
  former_secret bytea,
  former_secret_ends bigint
);

-- The order in which deliveries were asked for: one that begins anew goes behind those that were asked for before.
alter table webhook_delivery add column queue_place bigint;
create sequence webhook_delivery_place owned by webhook_delivery.queue_place;
update webhook_delivery set queue_place = id;
select setval('webhook_delivery_place', greatest(coalesce((select max(id) from webhook_delivery), 0), 1));
alter table webhook_delivery alter column queue_place set default nextval('webhook_delivery_place');
alter table webhook_delivery alter column queue_place set not null;
drop index webhook_delivery_due;
create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt, queue_place) where status = 'PENDING';
