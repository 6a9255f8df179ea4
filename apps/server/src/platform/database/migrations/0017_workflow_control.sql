-- Pausing, doing again, waiting for a callback or for the search index.
alter table workflow
  -- It is complete only once the search index holds what it changed.
  add column wait_for_index boolean not null default false;
create index workflow_pending on workflow (id) where status = 'CompletedPending';

alter table workflow_task
  -- What the callback brought, when it came before the task began to wait.
  add column callback_answer jsonb,
  -- By the database's clock; set only while the task waits for its callback.
  add column wait_until bigint;
create index workflow_task_overdue on workflow_task (wait_until) where wait_until is not null;
-- Productions of which something is at work.
create index workflow_task_leased_production on workflow_task (production_id) where lease_until is not null;
