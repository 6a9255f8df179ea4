-- A removal that has a holder is planned for a file that is about to be placed: the transaction that names the file
-- deletes the plan. It is carried out when the holder gives it up, or is dead.
alter table media_removal
  add column holder text,
  add column created bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint;
