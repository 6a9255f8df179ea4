-- Records are deleted when they have been stored long enough; what searches find of them goes with them.
create index event_created on event (created);
create index workflow_ended on workflow (ended) where ended is not null;

create trigger event_search_removed after delete on event
  referencing old table as written for each statement execute function mark_events();

create function mark_removed_workflows() returns trigger language plpgsql as $$
begin
  insert into search_change (kind, document_id) select 'workflow', document_id from written;
  return null;
end
$$;
create trigger workflow_search_removed after delete on workflow
  referencing old table as written for each statement execute function mark_removed_workflows();
create trigger workflow_task_search_removed after delete on workflow_task
  referencing old table as written for each statement execute function mark_tasks();

create function mark_timings() returns trigger language plpgsql as $$
begin
  insert into search_change (kind, document_id) select 'performance', id from written;
  return null;
end
$$;
create trigger request_timing_search_removed after delete on request_timing
  referencing old table as written for each statement execute function mark_timings();

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('rushes.retention', true) = 'on' then
    return null;
  end if;
  raise exception 'the audit is only added to';
end
$$;
