-- Chunks that are being written, by whichever process. An upload is closed once none holds its file any more; a process
-- that died or cannot reach the database loses its hold by this clock.
create table upload_chunk (
  id bigint generated always as identity primary key,
  upload_id bigint not null references upload_session (id) on delete cascade,
  holder text not null,
  leased_until bigint not null
);
create index upload_chunk_upload on upload_chunk (upload_id);

-- How often the upload began to be closed: one that was opened again meanwhile is not finished by an earlier close.
alter table upload_session add column generation integer not null default 0;

-- Ends the hold of a chunk and records its range. Null where the hold had lapsed, or the upload takes no more.
create function finish_upload_chunk(chunk_id bigint, session_id bigint, new_start bigint, new_end bigint, new_expires bigint)
returns bigint language plpgsql as $$
declare
  is_held boolean;
begin
  -- The upload before its chunks: the order in which a deletion locks them.
  perform 1 from upload_session where id = session_id for update;
  delete from upload_chunk where id = chunk_id returning leased_until > extract(epoch from clock_timestamp()) * 1000 into is_held;
  if is_held is not true then
    return null;
  end if;
  return record_upload_range(session_id, new_start, new_end, new_expires);
end
$$;
