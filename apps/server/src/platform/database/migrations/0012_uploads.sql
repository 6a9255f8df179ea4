create table upload_session (
  id bigint primary key default nextval('rushes_id'),
  production_id bigint not null references production (id),
  media_object_id bigint not null unique references media_object (id) on delete cascade,
  -- OPEN takes chunks; CLOSING is complete and takes none; CLOSED has become the clip's original.
  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSING', 'CLOSED')),
  file_name text not null,
  size bigint not null,
  received_bytes bigint not null default 0,
  -- sha-256 or md5 in hexadecimal, as announced.
  hash text,
  workflow_id text not null,
  -- The session of the share visitor who began it.
  visitor_session_id bigint,
  created bigint not null,
  expires bigint not null
);
create index upload_session_open on upload_session (expires) where state <> 'CLOSED';

-- What has been received and is safe on disk, as merged ranges [start, end) that neither touch nor overlap.
create table upload_range (
  upload_id bigint not null references upload_session (id) on delete cascade,
  start_byte bigint not null,
  end_byte bigint not null,
  primary key (upload_id, start_byte),
  check (start_byte < end_byte)
);
