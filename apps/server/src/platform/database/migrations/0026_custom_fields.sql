-- What the custom fields of a production are: one description for its annotations, one for its collections.
create table custom_fields_description (
  id bigint primary key default nextval('rushes_id'),
  -- 0 between the statement that makes the row and the one that writes the first description, in one transaction.
  version bigint not null default 0,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  kind text not null check (kind in ('annotation', 'collection')),
  description jsonb not null default '{}',
  unique (production_id, kind)
);
