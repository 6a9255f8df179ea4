-- Collections: where each stands is in columns, what it tells about itself in `details`.
create table editorial_object (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  object_type text not null,
  funnel text,
  parent_id bigint references editorial_object (id) on delete cascade,
  category_id bigint references category (id),
  -- Order among the children of one parent; gaps are allowed.
  sub_objects_index int not null,
  details jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  system_fields jsonb not null default '{}',
  check (parent_id <> id)
);
create index editorial_object_production on editorial_object (production_id, id);
create index editorial_object_parent on editorial_object (parent_id, sub_objects_index, id) where parent_id is not null;
create index editorial_object_category on editorial_object (category_id);
