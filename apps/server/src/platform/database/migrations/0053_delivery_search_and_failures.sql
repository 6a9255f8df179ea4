-- What of a task's failure is told beside `Task.error`, when no attempt is left.
alter table workflow_task add column failure_event text;

-- A collection that goes takes its place out of the requests: their search documents follow.
create function note_lost_place() returns trigger language plpgsql as $$
begin
  insert into search_change (kind, document_id) values ('deliveryRequest', new.id);
  return null;
end
$$;
create trigger delivery_request_lost_place after update of editorial_object_id on delivery_request
  for each row when (old.editorial_object_id is not null and new.editorial_object_id is null)
  execute function note_lost_place();
