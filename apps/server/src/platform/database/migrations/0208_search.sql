-- Search documents: derived from other tables, written after each change, rebuilt at will.
--
--   search_value     every value that a field ever had, under an ordinal
--   search_word      every word of the analysed text: wildcards and fuzzy words are looked up here
--   search_slot      the place of a field in search_document.slots
--   search_document  one narrow row per document: ordinals, numbers, words
--   search_body      what a result shows
--
-- The two dictionaries have no unique index on purpose: two transactions that add the same value at the same moment
-- must neither wait for one another nor deadlock. A value may therefore have two ordinals; readers take all of them.
create table search_value (
  ord int primary key generated always as identity,
  field text collate "C" not null,
  -- The value as text, cut where it is too long for the index.
  value text collate "C" not null,
  -- Set where the value is a number.
  number double precision
);
create index search_value_lookup on search_value (field, value);
create index search_value_number on search_value (field, number) where number is not null;

create table search_word (word text collate "C" not null);
create index search_word_lookup on search_word (word);

-- Fields get their places in the order in which they are first seen; those past the last place are counted more slowly.
create table search_slot (
  field text collate "C" primary key,
  slot int not null generated always as identity,
  -- Whether some document has several values in it: then its values are counted in ords.
  is_list boolean not null
);
-- Known fields have their places from the start, so that no two writers meet here.
insert into search_slot (field, is_list) values
  ('objectType', false), ('type', false), ('funnel', false), ('language', false), ('subtitlePresetId', false),
  ('mediaObjectName', false), ('reviewStatus', false), ('creatorId', false), ('createdByShareId', false),
  ('createdBySharedUserId', false), ('relatedToId', false), ('threadGroupId_s_nm_d', false), ('source', false),
  ('origin', false), ('createdBy', false), ('modifiedBy', false), ('version', false), ('name', false),
  ('label', false), ('rating', false),
  -- By these, activities are counted and grouped most.
  ('verb', false), ('actor.username', false), ('object.objectType', false), ('object.id', false);
-- The places of a document are few: the other fields of activities, workflows, users, accounts and request timings get
-- none, and are counted where lists are.
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

create table search_document (
  id bigint primary key,
  kind text collate "C" not null,
  production_id bigint,
  account_id bigint,
  media_object_id bigint,
  start_frame bigint,
  end_frame bigint,
  created bigint,
  last_updated bigint,
  -- Ordinals of all its values, ascending.
  ords int[] not null,
  -- By the place of the field: the ordinal of its one value, or 0. For counting values without a join.
  slots int[] not null,
  words tsvector not null,
  word_count int not null,
  -- The transaction that wrote it: a copy of the index in the memory of a process reads again what it has not seen yet.
  written xid8 not null default pg_current_xact_id()
);
create index search_document_created on search_document (production_id, kind, created, id);
create index search_document_clip on search_document (media_object_id, kind, start_frame, id);
create index search_document_account on search_document (account_id) where account_id is not null;
create index search_document_ords on search_document using gin (ords);
create index search_document_words on search_document using gin (words);
-- What is searched across all productions, or belongs to none.
create index search_document_records on search_document (kind, created, id)
  where kind in ('activity', 'trace', 'workflow', 'user', 'account', 'performance');
create index search_document_written on search_document (written)
  where kind in ('annotation', 'collection', 'media', 'thesaurus', 'user', 'account');

-- A document and its body are written and removed together: a foreign key would check each row at the cost of the row.
create table search_body (
  id bigint primary key,
  body jsonb not null
);
create function remove_search_bodies() returns trigger language plpgsql as $$
begin
  delete from search_body where id in (select id from gone);
  return null;
end $$;
create trigger search_document_body after delete on search_document
  referencing old table as gone for each statement execute function remove_search_bodies();

-- Documents that were removed, for the copies of the index in memory.
create table search_removal (
  id bigint primary key,
  written xid8 not null default pg_current_xact_id(),
  removed timestamptz not null default now()
);
create index search_removal_written on search_removal (written);
create function list_search_removals() returns trigger language plpgsql as $$
begin
  insert into search_removal (id) select id from gone
    where kind in ('annotation', 'collection', 'media', 'thesaurus', 'user', 'account')
  on conflict (id) do update set written = excluded.written, removed = excluded.removed;
  return null;
end $$;
create trigger search_document_removed after delete on search_document
  referencing old table as gone for each statement execute function list_search_removals();

-- Which documents have to be written, listed in the transaction that changed their resources and deleted in the one that
-- wrote them.
create table search_change (
  id bigint primary key generated always as identity,
  kind text not null,
  document_id bigint not null,
  -- Small changes are written before large ones: what a person does now is found while thousands of documents wait.
  is_bulk boolean not null default false,
  -- A change whose document could not be written is retried later, and holds up no other.
  attempts integer not null default 0,
  due timestamptz
);
create index search_change_order on search_change (is_bulk, id);

-- The search index as a whole: one row.
create table search_index (
  is_only boolean primary key default true check (is_only),
  -- Which form the documents have, as the code numbers it; 0 before any rebuild.
  format int not null,
  -- Raised when what processes remember of the dictionaries may no longer be valid.
  generation int not null default 0,
  -- The current or latest rebuild: why, of how many documents in how many parts, and whether the former index had to be
  -- thrown away. Begun at an instant in epoch milliseconds.
  reason text,
  documents bigint not null default 0,
  parts int not null default 0,
  is_anew boolean not null default false,
  started bigint
);
insert into search_index (format) values (0);

-- What a rebuild has still to do: ranges of ids, both ends among them.
create table search_rebuild_part (
  first_id bigint not null,
  last_id bigint primary key
);

-- Indexes of search_document that were dropped for a rebuild of very many documents, with the statements that create
-- them; a rebuild is done when none is left.
create table search_missing_index (
  name text primary key,
  definition text not null
);

-- Events and workflows are marked for the search index where they are written, like everything else in it. More rows
-- than these in one statement are a bulk, which lets others go first.
create function mark_events() returns trigger language plpgsql as $$
begin
  insert into search_change (kind, document_id, is_bulk)
    select 'activity', id, count(*) over () > 2000 from written;
  return null;
end
$$;
create trigger event_search after insert on event
  referencing new table as written for each statement execute function mark_events();

-- The documents of tasks show their workflow.
create function mark_workflows() returns trigger language plpgsql as $$
begin
  insert into search_change (kind, document_id)
    select 'workflow', document_id from written
    union all select 'workflow', task.id from written join workflow_task task on task.workflow_id = written.id;
  return null;
end
$$;
create trigger workflow_search_new after insert on workflow
  referencing new table as written for each statement execute function mark_workflows();
create trigger workflow_search after update on workflow
  referencing new table as written for each statement execute function mark_workflows();

create function mark_tasks() returns trigger language plpgsql as $$
begin
  insert into search_change (kind, document_id) select 'workflow', id from written;
  return null;
end
$$;
create trigger workflow_task_search_new after insert on workflow_task
  referencing new table as written for each statement execute function mark_tasks();
