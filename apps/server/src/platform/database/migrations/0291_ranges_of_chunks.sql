-- Which bytes a chunk may be writing; null for those of nodes of the release before, which may be any. A chunk over bytes
-- that came before, or that another chunk may still write, must not be mixed with them.
alter table upload_chunk add column start_byte bigint, add column end_byte bigint;

-- Holds an upload for a chunk; gives null where it takes none. One at a time, so that of two over the same bytes one
-- knows of the other.
create function begin_upload_chunk(
  session_id bigint, chunk_holder text, lease bigint, new_start bigint, new_end bigint,
  out chunk_id bigint, out is_resent boolean
)
language plpgsql as $$
begin
  -- A close that is about to commit is waited for.
  perform 1 from upload_session where id = session_id and state = 'OPEN' for update;
  if not found then
    return;
  end if;
  is_resent := exists (
    select 1 from upload_range where upload_id = session_id and start_byte < new_end and end_byte > new_start
  ) or exists (
    select 1 from upload_chunk
    where upload_id = session_id and (start_byte is null or (start_byte < new_end and end_byte > new_start))
  );
  insert into upload_chunk (upload_id, holder, leased_until, start_byte, end_byte)
  values (
    session_id, chunk_holder, (extract(epoch from clock_timestamp()) * 1000)::bigint + lease, new_start, new_end
  )
  returning id into chunk_id;
end
$$;
