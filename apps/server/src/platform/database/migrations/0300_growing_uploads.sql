-- What a growing upload was announced with: a chunk that is refused leaves it no larger than that, or than what came.
-- Null for uploads that do not grow, and for those of nodes of the release before.
alter table upload_session add column announced_size bigint;

-- Whether a chunk has begun to write over bytes that came before: where it ends amid that, they are some of both.
alter table upload_chunk add column is_writing boolean not null default false;

-- The hold of a chunk that is not recorded stays until the close, with a lease of 0: its bytes may be in the store, so
-- a chunk with some of them is one that is sent again.
create or replace function finish_upload_chunk(
  chunk_id bigint, session_id bigint, new_start bigint, new_end bigint, new_expires bigint
)
returns bigint language plpgsql as $$
declare
  total bigint;
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
    delete from upload_chunk where id = chunk_id;
    -- What an earlier one has left half written is whole again where this one has replaced it.
    update upload_chunk set
      is_writing = start_byte < new_start or end_byte > new_end,
      start_byte = case when start_byte >= new_start and end_byte > new_end then new_end else start_byte end,
      end_byte = case when start_byte < new_start and end_byte <= new_end then new_start else end_byte end
    where upload_id = session_id and id < chunk_id and is_writing
      and leased_until <= extract(epoch from clock_timestamp()) * 1000
      and start_byte < new_end and end_byte > new_start;
  end if;
  return total;
end
$$;
