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
  -- The number by which the search index knows it.
  document_id bigint not null default nextval('rushes_id'),
  -- A bootstrap begins before its production exists.
  production_id bigint references production (id),
  account_id bigint,
  media_object_id bigint,
  -- The share, and the identified visitor, through whom it was started.
  share_id bigint,
  shared_user_id bigint,
  -- Which visitor started it: `visitor <author_id>` or `user <user_id>`. Null for the team and where nobody has proven it.
  author_key text,
  definition text not null,
  label text,
  input jsonb not null,
  status text not null check (status in ('Inited', 'Scheduled', 'Started', 'Paused', 'WaitForCallback', 'ErrorPending',
    'CompletedPending', 'Completed', 'Error', 'Cancelled', 'Skipped')),
  -- At most one workflow with this text is alive.
  mutex text,
  -- It is complete only once the search index contains what it changed.
  wait_for_index boolean not null default false,
  started bigint,
  ended bigint
);
create unique index workflow_document on workflow (document_id);
create index workflow_production on workflow (production_id, created desc, id);
create index workflow_media_object on workflow (media_object_id, created) where media_object_id is not null;
create unique index workflow_mutex on workflow (mutex) where mutex is not null and ended is null;
create index workflow_pending on workflow (id) where status = 'CompletedPending';

create table workflow_task (
  id bigint primary key default nextval('rushes_id'),
  production_id bigint references production (id),
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
  -- run_at, lease_until and wait_until are by the database's clock, the one that all workers share.
  -- Set only while the task waits to be claimed.
  run_at bigint,
  -- Set only while the task runs.
  lease_until bigint,
  worker text,
  -- Counts the claims: a worker with an older number has lost the task.
  claims bigint not null default 0,
  percent int,
  message text,
  output jsonb,
  error jsonb,
  -- What is reported beside `Task.error` once no attempt is left.
  failure_event text,
  -- Hash of the token that completes a task in WaitForCallback.
  callback_hash text,
  -- What the callback sent, when it was called before the task began to wait.
  callback_answer jsonb,
  -- Set only while the task waits for its callback.
  wait_until bigint,
  started bigint,
  ended bigint,
  unique (workflow_id, name)
);
create index workflow_task_waiting on workflow_task (run_at, id) where run_at is not null;
create index workflow_task_leased on workflow_task (lease_until) where lease_until is not null;
create index workflow_task_overdue on workflow_task (wait_until) where wait_until is not null;
-- Productions with running tasks.
create index workflow_task_leased_production on workflow_task (production_id) where lease_until is not null;
