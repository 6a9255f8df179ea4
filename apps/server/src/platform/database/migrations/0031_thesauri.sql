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
  thesaurus_id bigint not null references thesaurus (id) on delete cascade,
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
