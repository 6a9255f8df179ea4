-- Durable work. A workflow is a run of a definition; its tasks are claimed by workers under a lease.
create table workflow (
  -- A UUID; text, so that any id of a path can be looked up.
  id text collate "C" primary key,
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  account_id bigint,
  media_object_id bigint,
  -- The share, and the identified visitor, through whom it was started.
  share_id bigint,
  shared_user_id bigint,
  definition text not null,
  label text,
  input jsonb not null,
  status text not null check (status in ('Inited', 'Scheduled', 'Started', 'Paused', 'WaitForCallback', 'ErrorPending',
    'CompletedPending', 'Completed', 'Error', 'Cancelled', 'Skipped')),
  -- At most one workflow with this text is alive.
  mutex text,
  started bigint,
  ended bigint
);
create index workflow_production on workflow (production_id, created desc, id);
create index workflow_media_object on workflow (media_object_id, created) where media_object_id is not null;
create unique index workflow_mutex on workflow (mutex) where mutex is not null and ended is null;

create table workflow_task (
  id bigint primary key default nextval('rushes_id'),
  production_id bigint not null references production (id),
  workflow_id text collate "C" not null references workflow (id) on delete cascade,
  name text not null,
  label text,
  place int not null,
  runs_after text[] not null,
  status text not null check (status in ('Inited', 'Scheduled', 'Started', 'Paused', 'WaitForCallback', 'ErrorPending',
    'CompletedPending', 'Completed', 'Error', 'Cancelled', 'Skipped')),
  attempts int not null default 0,
  max_attempts int not null,
  timeout_ms bigint not null,
  retry_delay_ms bigint not null,
  -- Long tasks have slots of their own, so that short ones need not wait for them.
  is_long boolean not null,
  -- Times of run_at and lease_until are the database's own, the one clock that all workers share.
  -- Set only while the task waits to be claimed.
  run_at bigint,
  -- Set only while the task runs.
  lease_until bigint,
  worker text,
  -- Counts the claims: who holds an older number has lost the task.
  claims bigint not null default 0,
  percent int,
  message text,
  output jsonb,
  error jsonb,
  -- Hash of the token that completes a task in WaitForCallback.
  callback_hash text,
  started bigint,
  ended bigint,
  unique (workflow_id, name)
);
create index workflow_task_waiting on workflow_task (run_at, id) where run_at is not null;
create index workflow_task_leased on workflow_task (lease_until) where lease_until is not null;
