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

-- Which subtitles automatic runs make, and their progress. It outlives its run for a while, since a run can be repeated,
-- whole or from one of its tasks on.
create table subtitle_work (
  workflow_id text primary key,
  production_id bigint not null,
  media_object_id bigint not null,
  language text not null,
  subtitle_preset_id text,
  -- Whether the run imports a file: its failure is reported by an event of its own.
  is_import boolean not null,
  -- Files that were sent with the request.
  import_content bytea,
  alignment_content bytea,
  -- Whether the end of the run is still to be reported.
  is_open boolean not null default true,
  created bigint not null
);
create index subtitle_work_open on subtitle_work (workflow_id) where is_open;
create index subtitle_work_created on subtitle_work (created);

-- The unfinished subtitles as each task of a run has left them: a document of timed text as JSON.
create table subtitle_draft (
  workflow_id text not null references subtitle_work (workflow_id) on delete cascade,
  task text not null,
  draft text not null,
  primary key (workflow_id, task)
);

-- Automatic transcripts that are being made: their statuses are settled however their workflows end.
create table transcription_run (
  workflow_id text primary key,
  production_id bigint not null,
  media_object_id bigint not null,
  language text not null,
  -- The file that the first attempt recognises: a part that is cut out of another one would begin elsewhere.
  instance_id bigint,
  created bigint not null,
  unique (media_object_id, language)
);

-- The engines' answers for parts of the sound, until the whole is written: a later attempt continues from them.
create table transcription_answer (
  workflow_id text not null references transcription_run (workflow_id) on delete cascade,
  purpose text not null,
  start_ms int not null,
  answer jsonb not null,
  primary key (workflow_id, purpose, start_ms)
);

-- Keys for speech engines, sealed with the service's key; each is sent to one origin only.
create table speech_secret (
  account_id bigint not null references account (id) on delete cascade,
  name text not null,
  origin text not null,
  value bytea not null,
  created bigint not null,
  last_updated bigint not null,
  primary key (account_id, name)
);
