-- What automatic runs make subtitles of, and how far they are. It outlives its run for a while, since a run can be done
-- again, whole or from one of its tasks on.
create table subtitle_work (
  workflow_id text primary key,
  production_id bigint not null,
  media_object_id bigint not null,
  language text not null,
  subtitle_preset_id text,
  -- What the run was asked for: its failure is told by an event of its own.
  is_import boolean not null,
  -- Files that came within the request.
  import_content bytea,
  alignment_content bytea,
  -- Whether the end of the run is still to be told.
  is_open boolean not null default true,
  created bigint not null
);
create index subtitle_work_open on subtitle_work (workflow_id) where is_open;
create index subtitle_work_created on subtitle_work (created);

-- The subtitles in the making as each task of a run has left them: a document of timed text as JSON.
create table subtitle_draft (
  workflow_id text not null references subtitle_work (workflow_id) on delete cascade,
  task text not null,
  draft text not null,
  primary key (workflow_id, task)
);
