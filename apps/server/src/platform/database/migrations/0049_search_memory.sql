-- What a copy of the index that a process holds in memory has to read again: which documents were written, and which
-- removed, by transactions that it has not seen yet.
alter table search_document add column written xid8 not null default pg_current_xact_id();
create index search_document_written on search_document (written)
  where kind in ('annotation', 'collection', 'media', 'thesaurus', 'user', 'account');

create table search_removal (
  id bigint primary key,
  written xid8 not null default pg_current_xact_id(),
  removed timestamptz not null default now()
);
create index search_removal_written on search_removal (written);

create function list_search_removals() returns trigger language plpgsql as $$
begin
  insert into search_removal (id) select id from gone
    where kind in ('annotation', 'collection', 'media', 'thesaurus', 'user', 'account')
  on conflict (id) do update set written = excluded.written, removed = excluded.removed;
  return null;
end $$;
create trigger search_document_removed after delete on search_document
  referencing old table as gone for each statement execute function list_search_removals();

-- Small changes go before large ones: what a person does now is found while thousands of documents wait.
alter table search_change add column is_bulk boolean not null default false;
create index search_change_order on search_change (is_bulk, id);

-- A document and what it shows are written and removed together: a check of each row would cost as much as the row.
alter table search_body drop constraint search_body_id_fkey;
create function remove_search_bodies() returns trigger language plpgsql as $$
begin
  delete from search_body where id in (select id from gone);
  return null;
end $$;
create trigger search_document_body after delete on search_document
  referencing old table as gone for each statement execute function remove_search_bodies();
