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

drop table search_log;
