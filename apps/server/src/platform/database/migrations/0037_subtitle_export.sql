-- Files that subtitles were exported to, for a day.
create table subtitle_export (
  workflow_id text primary key,
  production_id bigint not null,
  media_object_id bigint not null,
  file_name text not null,
  media_type text not null,
  content bytea not null,
  created bigint not null
);
create index subtitle_export_created on subtitle_export (created);
