-- Automatic transcripts that are being made: their statuses are settled however their workflows end.
create table transcription_run (
  workflow_id text primary key,
  production_id bigint not null,
  media_object_id bigint not null,
  language text not null,
  created bigint not null,
  unique (media_object_id, language)
);

-- What engines have answered for parts of the sound, until the whole is written: an attempt that follows goes on there.
create table transcription_answer (
  workflow_id text not null references transcription_run (workflow_id) on delete cascade,
  purpose text not null,
  start_ms int not null,
  answer jsonb not null,
  primary key (workflow_id, purpose, start_ms)
);

-- Keys for speech engines, sealed with the service's key; each goes to one origin only.
create table speech_secret (
  account_id bigint not null references account (id) on delete cascade,
  name text not null,
  origin text not null,
  value bytea not null,
  created bigint not null,
  last_updated bigint not null,
  primary key (account_id, name)
);
