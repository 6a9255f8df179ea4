create table media_object (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  name text not null,
  type text not null default 'PENDING',
  umid text,
  package_id bigint,
  -- As the uploader gave it, without folders; never a path.
  file_name text,
  -- Bytes of the original, received or announced: what the quota counts.
  original_bytes bigint not null default 0,
  duration_ms bigint,
  rate_num bigint,
  rate_den bigint,
  frame_count bigint,
  timecode_frames bigint,
  drop_frame boolean not null default false,
  growing boolean not null default false,
  key_frame bigint,
  proxy_online boolean not null default false,
  workflow_id text,
  -- A file in the staging folder that goes when the clip goes.
  staging_name text,
  created_by_share_id bigint,
  created_by_shared_user_id bigint,
  check ((rate_num is null) = (rate_den is null))
);
create index media_object_production on media_object (production_id, id) include (original_bytes);

create table media_instance (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  media_object_id bigint not null references media_object (id) on delete cascade,
  type text not null,
  blob_key text not null unique,
  mime_type text not null,
  size bigint not null,
  file_name text,
  description text,
  profile text,
  quality text,
  duration_ms bigint,
  material_upload_complete bigint not null,
  material_info jsonb not null default '{}',
  media_info jsonb not null default '{}',
  source_instance_id bigint references media_instance (id) on delete set null
);
create index media_instance_clip on media_instance (media_object_id, id);
create index media_instance_source on media_instance (source_instance_id);

create table media_track (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  media_instance_id bigint not null references media_instance (id) on delete cascade,
  position int not null,
  description jsonb not null
);
create index media_track_instance on media_track (media_instance_id, position);

-- Files whose rows are gone: removed from disk after the commit that says so, also after a crash between the two.
create table media_removal (
  id bigint primary key default nextval('rushes_id'),
  kind text not null check (kind in ('blob', 'staging')),
  name text not null
);
