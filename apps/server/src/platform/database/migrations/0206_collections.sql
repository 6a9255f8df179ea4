-- Collections: their places are in columns, their metadata in `details`.
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

-- Small files beside the clips: watermarks, subtitles to import, documents of a house.
create table file_resource (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  account_id bigint not null references account (id) on delete cascade,
  -- Null: of the account, for all of its productions.
  production_id bigint references production (id) on delete cascade,
  editorial_object_id bigint references editorial_object (id) on delete set null,
  filename text not null,
  mime_type text not null,
  size bigint not null,
  md5 text not null,
  -- When the sender's hash was compared with the content.
  md5_verified bigint,
  admin_only boolean not null,
  remove_from_quota boolean not null,
  required_rights text[] not null,
  -- Members that are only stored: funnel, business key, custom fields, pattern.
  details jsonb not null
);
create index file_resource_production on file_resource (production_id, id) where production_id is not null;
create index file_resource_account on file_resource (account_id, id) where production_id is null;
create index file_resource_collection on file_resource (editorial_object_id) where editorial_object_id is not null;

-- Apart, so that lists do not read it. It is compressed already, or too small to matter.
create table file_content (
  file_resource_id bigint primary key references file_resource (id) on delete cascade,
  bytes bytea not null
);
alter table file_content alter column bytes set storage external;
