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
  -- None: of the account, for all of its productions.
  production_id bigint references production (id) on delete cascade,
  editorial_object_id bigint references editorial_object (id) on delete set null,
  filename text not null,
  mime_type text not null,
  size bigint not null,
  md5 text not null,
  -- Whether the sender said what the hash is.
  md5_verified bigint,
  admin_only boolean not null,
  remove_from_quota boolean not null,
  required_rights text[] not null,
  -- What is only kept: funnel, business key, custom fields, pattern.
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
