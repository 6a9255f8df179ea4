create table media_object (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  name text not null,
  type text not null default 'PENDING',
  umid text,
  package_id bigint,
  -- As the uploader gave it, without folders; never a path.
  file_name text,
  -- Bytes of the original, received or announced: what the quota counts.
  original_bytes bigint not null default 0,
  duration_ms bigint,
  rate_num bigint,
  rate_den bigint,
  frame_count bigint,
  timecode_frames bigint,
  drop_frame boolean not null default false,
  growing boolean not null default false,
  key_frame bigint,
  proxy_online boolean not null default false,
  workflow_id text,
  -- A file in the staging folder that is removed with the clip.
  staging_name text,
  created_by_share_id bigint,
  created_by_shared_user_id bigint,
  check ((rate_num is null) = (rate_den is null))
);
create index media_object_production on media_object (production_id, id) include (original_bytes);

create table media_instance (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  media_object_id bigint not null references media_object (id) on delete cascade,
  type text not null,
  blob_key text not null unique,
  mime_type text not null,
  size bigint not null,
  file_name text,
  description text,
  profile text,
  quality text,
  duration_ms bigint,
  material_upload_complete bigint not null,
  material_info jsonb not null default '{}',
  media_info jsonb not null default '{}',
  source_instance_id bigint references media_instance (id) on delete set null
);
create index media_instance_clip on media_instance (media_object_id, id);
create index media_instance_source on media_instance (source_instance_id);

create table media_track (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  media_instance_id bigint not null references media_instance (id) on delete cascade,
  position int not null,
  description jsonb not null
);
create index media_track_instance on media_track (media_instance_id, position);

-- Files whose rows are deleted: removed from the store after the commit, also after a crash between the two.
create table media_removal (
  id bigint primary key default nextval('rushes_id'),
  kind text not null check (kind in ('blob', 'staging')),
  name text not null,
  -- A removal with a holder is planned for a file that is about to be placed: the transaction that names the file
  -- deletes the plan. It is carried out when the holder gives it up, or is dead.
  holder text,
  created bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint
);

create table upload_session (
  id bigint primary key default nextval('rushes_id'),
  production_id bigint not null references production (id),
  media_object_id bigint not null references media_object (id) on delete cascade,
  -- Whether the clip was created for this upload, and is deleted with it when it is cancelled. A clip that exists may
  -- get an upload as well: a placeholder its file, a clip another original.
  is_new_clip boolean not null default true,
  -- OPEN accepts chunks; CLOSING is complete and accepts none; CLOSED has become the clip's original, and stays until
  -- the next upload of the clip is complete.
  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSING', 'CLOSED')),
  -- How often the upload began to be closed: one that was reopened meanwhile is not finished by an earlier close.
  generation integer not null default 0,
  file_name text not null,
  size bigint not null,
  received_bytes bigint not null default 0,
  -- SHA-256 or MD5 in hexadecimal, as announced.
  hash text,
  workflow_id text not null,
  -- Options of the ingest that follows; what is absent is decided by the production's settings.
  ingest_options jsonb not null default '{}',
  -- Of an upload that is watched while it grows: the number of bytes from the beginning at which the next preview is due.
  preview_due_bytes bigint,
  -- The user who began it, or the session of the share visitor who did, with what they have proven.
  user_id bigint,
  visitor_session_id bigint,
  author_key text,
  created bigint not null,
  expires bigint not null
);
create index upload_session_open on upload_session (expires) where state <> 'CLOSED';
create index upload_session_clip on upload_session (media_object_id);
create unique index upload_session_unclosed on upload_session (media_object_id) where state <> 'CLOSED';

-- What has been received and is safe on disk, as merged ranges [start, end) that neither touch nor overlap.
create table upload_range (
  upload_id bigint not null references upload_session (id) on delete cascade,
  start_byte bigint not null,
  end_byte bigint not null,
  primary key (upload_id, start_byte),
  check (start_byte < end_byte)
);

-- Chunks that are being written, by whichever process. An upload is closed once none holds its file any more; a process
-- that died or cannot reach the database loses its hold by this clock.
create table upload_chunk (
  id bigint generated always as identity primary key,
  upload_id bigint not null references upload_session (id) on delete cascade,
  holder text not null,
  leased_until bigint not null
);
create index upload_chunk_upload on upload_chunk (upload_id);

-- Records that [new_start, new_end) of an upload is on the disk, merged with the ranges that it overlaps or touches. A
-- function, since a chunk then costs one round trip and each statement in it sees what was committed while it waited
-- for the lock. Returns how many bytes have been received in all; null when the upload accepts no more, or is gone.
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

-- Ends the hold of a chunk and records its range. Null where the hold had lapsed, or the upload accepts no more.
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
