-- Documents of events, workflows, users, accounts and request timings: all derived, like those before them.

-- Events take their ids from the sequence of all ids, so that no document of another kind has the same. Earlier ones
-- move behind every id that was given out; what follows the log by an earlier id begins again.
alter table event alter column id drop identity;
select setval('rushes_id', greatest((select last_value from rushes_id), (select max(id) from event)))
  where exists (select from event);
update event set id = id + (select last_value from rushes_id);
select setval('rushes_id', (select max(id) from event)) where exists (select from event);
alter table event alter column id set default nextval('rushes_id');

-- How far the documents of a log have been written.
create table search_log (
  name text primary key,
  position jsonb not null
);

-- By these, activities are counted and put in groups most.
insert into search_slot (field, is_list) values
  ('verb', false), ('actor.username', false), ('object.objectType', false), ('object.id', false)
  on conflict do nothing;
-- The places of a document are few: the other fields of these kinds get none, and are counted where lists are.
insert into search_slot (field, slot, is_list) overriding system value
  select field, 1000, true from (
    select party || '.' || member as field
      from unnest(array['actor', 'object', 'target']) as party,
        unnest(array['objectType', 'id', 'name', 'label', 'title', 'username', 'type', 'funnel', 'status']) as member
    union select unnest(array[
      'segmentId', 'segmentInstanceId', 'subscriptionId', 'shareId', 'editorialObjectId', 'stopped', 'playback', 'retro',
      'workflowId', 'definition', 'workflowStatus', 'status', 'userId', 'workflowStarted', 'workflowCompleted',
      'workflowFailed', 'completed', 'durationMs', 'attempts', 'maxAttempts', 'taskStarted', 'timeoutMs',
      'username', 'email', 'fullName', 'firstName', 'lastName', 'city', 'country', 'locked', 'disabled', 'lastSeen',
      'humanName', 'accountHumanName', 'accountName', 'ownerId', 'ownerUsername', 'subscriptionStatus',
      'twoFactorAuthenticationRequired', 'method', 'path', 'requests', 'refused', 'failed', 'mean', 'p50', 'p99', 'longest',
      'worker', 'host', 'errorCode', 'failedTask', 'roles', 'accounts'
    ])
  ) as without_place
  on conflict do nothing;

-- What is searched across all productions, or belongs to none.
create index search_document_records on search_document (kind, created, id)
  where kind in ('activity', 'trace', 'workflow', 'user', 'account', 'performance');

-- The number that names a workflow in the index.
alter table workflow add column document_id bigint not null default nextval('rushes_id');
create unique index workflow_document on workflow (document_id);

-- How long requests took, by endpoint, minute and process.
create table request_timing (
  id bigint primary key default nextval('rushes_id'),
  -- Its beginning.
  minute bigint not null,
  endpoint text not null,
  host text not null,
  requests int not null,
  -- Answered with 4xx, and with 5xx.
  refused int not null,
  failed int not null,
  mean_ms double precision not null,
  p50_ms double precision not null,
  p99_ms double precision not null,
  longest_ms double precision not null
);
create index request_timing_minute on request_timing (minute);
