-- Whether a chunk too large to wait aside has begun to replace bytes that came before, as they come: where it does not
-- end well, its bytes are some of both. A close stops it, and does not wait for it as for one that `is_writing`.
alter table upload_chunk add column is_replacing boolean not null default false;

-- As before; and a chunk whose bytes were only compared makes nothing whole: an earlier one may have begun to write over
-- them after it looked. Both kinds of writing that did not end well are made whole by a later chunk.
create or replace function finish_upload_chunk(
  chunk_id bigint, session_id bigint, new_start bigint, new_end bigint, new_expires bigint
)
returns bigint language plpgsql as $$
declare
  total bigint;
  has_replaced boolean;
begin
  -- The upload before its chunks: the order in which a deletion locks them.
  perform 1 from upload_session where id = session_id for update;
  perform 1 from upload_chunk
  where id = chunk_id and leased_until > extract(epoch from clock_timestamp()) * 1000;
  if found then
    total := record_upload_range(session_id, new_start, new_end, new_expires);
    if total is null then
      select received_bytes into total from upload_session
      where id = session_id and state = 'CLOSING' and exists (
        select 1 from upload_range where upload_id = session_id and start_byte <= new_start and end_byte >= new_end
      );
    end if;
  end if;
  if total is null then
    update upload_chunk set leased_until = 0, end_byte = new_end where id = chunk_id;
  else
    delete from upload_chunk where id = chunk_id returning is_writing or is_replacing into has_replaced;
    if has_replaced then
      update upload_chunk set
        is_writing = is_writing and (start_byte < new_start or end_byte > new_end),
        is_replacing = is_replacing and (start_byte < new_start or end_byte > new_end),
        start_byte = case when start_byte >= new_start and end_byte > new_end then new_end else start_byte end,
        end_byte = case when start_byte < new_start and end_byte <= new_end then new_start else end_byte end
      where upload_id = session_id and id < chunk_id and (is_writing or is_replacing)
        and leased_until <= extract(epoch from clock_timestamp()) * 1000
        and start_byte < new_end and end_byte > new_start;
    end if;
  end if;
  return total;
end
$$;

-- As before; and an upload takes no further chunk once 1,000 were broken off amid their bytes: each of them leaves a row.
create or replace function begin_upload_chunk(
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
  if (
    select count(*) from upload_chunk
    where upload_id = session_id and leased_until <= extract(epoch from clock_timestamp()) * 1000
  ) >= 1000 then
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
