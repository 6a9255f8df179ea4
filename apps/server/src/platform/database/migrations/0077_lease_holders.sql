-- Leases are by the clock of the database, and name the process that holds them.
alter table webhook add column lease_holder text;
alter table outbox
  add column leased_until bigint not null default 0,
  add column lease_holder text;
