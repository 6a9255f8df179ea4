-- Controlled vocabularies of accounts, and their entries.
create table thesaurus (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  account_id bigint not null references account (id),
  label text not null,
  secondary_id text collate "C",
  linked_thesaurus_id bigint references thesaurus (id),
  form_fields_definition jsonb,
  unique (account_id, secondary_id),
  check (linked_thesaurus_id <> id)
);
create index thesaurus_linked on thesaurus (linked_thesaurus_id) where linked_thesaurus_id is not null;

create table thesaurus_entry (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  -- Held by the triggers below.
  thesaurus_id bigint not null,
  value text collate "C" not null,
  label text not null,
  -- The label as suggestions compare it: without case and accents, and not longer than an index can hold.
  label_key text collate "C" not null,
  linked_entry_id bigint references thesaurus_entry (id),
  form_field_values jsonb not null default '{}',
  custom_fields jsonb
);
-- One text, so that no plan can look a value up by the thesaurus alone and read all of its entries.
create unique index thesaurus_entry_value on thesaurus_entry ((thesaurus_id::text || ':' || value));
create index thesaurus_entry_order on thesaurus_entry (thesaurus_id, id);
create index thesaurus_entry_label on thesaurus_entry (thesaurus_id, label_key, id);
create index thesaurus_entry_linked on thesaurus_entry (linked_entry_id, label_key, id) where linked_entry_id is not null;

-- That the thesaurus of an entry exists is looked up once for a statement: a foreign key, which does so for each row,
-- took two thirds of the time of writing a list of 100 thousand.
create function hold_thesauri_of_entries() returns trigger language plpgsql as $$
declare
  wanted bigint[] := array(select distinct thesaurus_id from written);
  held int;
begin
  perform from thesaurus where id = any (wanted) order by id for key share;
  get diagnostics held = row_count;
  if held < cardinality(wanted) then
    raise foreign_key_violation using message = 'an entry belongs to a thesaurus that does not exist';
  end if;
  return null;
end
$$;
create trigger thesaurus_entry_written after insert on thesaurus_entry
  referencing new table as written for each statement execute function hold_thesauri_of_entries();

create function keep_entry_in_thesaurus() returns trigger language plpgsql as $$
begin
  raise integrity_constraint_violation using message = 'an entry stays in its thesaurus';
end
$$;
create trigger thesaurus_entry_moved before update of thesaurus_id on thesaurus_entry
  for each row when (new.thesaurus_id <> old.thesaurus_id) execute function keep_entry_in_thesaurus();

create function delete_entries_of_thesaurus() returns trigger language plpgsql as $$
begin
  delete from thesaurus_entry where thesaurus_id = old.id;
  return null;
end
$$;
create trigger thesaurus_deleted after delete on thesaurus
  for each row execute function delete_entries_of_thesaurus();
