-- A close waits for the chunks that hold its upload. One that replaced received bytes before the close could stop it is
-- recorded as well, so that what is in the file is not refused; bytes that were not received are not added any more.
create or replace function finish_upload_chunk(
  chunk_id bigint, session_id bigint, new_start bigint, new_end bigint, new_expires bigint
)
returns bigint language plpgsql as $$
declare
  is_held boolean;
  total bigint;
begin
  -- The upload before its chunks: the order in which a deletion locks them.
  perform 1 from upload_session where id = session_id for update;
  delete from upload_chunk where id = chunk_id returning leased_until > extract(epoch from clock_timestamp()) * 1000 into is_held;
  if is_held is not true then
    return null;
  end if;
  total := record_upload_range(session_id, new_start, new_end, new_expires);
  if total is null then
    select received_bytes into total from upload_session
    where id = session_id and state = 'CLOSING' and exists (
      select 1 from upload_range where upload_id = session_id and start_byte <= new_start and end_byte >= new_end
    );
  end if;
  return total;
end
$$;
