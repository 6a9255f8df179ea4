-- Notes that [new_start, new_end) of an upload is on the disk, merged with the ranges that it overlaps or touches. A
-- function, since a chunk then costs one round trip and each statement in it sees what was committed while it waited
-- for the lock. Gives how many bytes have come in all; null when the upload takes no more, or is gone.
create function record_upload_range(session_id bigint, new_start bigint, new_end bigint, new_expires bigint)
returns bigint language plpgsql as $$
declare
  known bigint := 0;
  merged_start bigint := new_start;
  merged_end bigint := new_end;
  total bigint;
begin
  select received_bytes into total from upload_session where id = session_id and state = 'OPEN' for update;
  if total is null or new_start = new_end then
    return total;
  end if;
  with touching as (
    delete from upload_range
    where upload_id = session_id and start_byte <= new_end and end_byte >= new_start
    returning start_byte, end_byte
  )
  select coalesce(sum(end_byte - start_byte), 0), least(new_start, min(start_byte)), greatest(new_end, max(end_byte))
  into known, merged_start, merged_end
  from touching;
  insert into upload_range (upload_id, start_byte, end_byte) values (session_id, merged_start, merged_end);
  total := total + (merged_end - merged_start) - known;
  update upload_session set received_bytes = total, expires = new_expires where id = session_id;
  return total;
end
$$;
