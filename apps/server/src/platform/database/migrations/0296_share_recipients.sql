-- Each recipient of a share has a link of their own, which opens the share as its token does and is ended alone.
create table share_recipient (
  id bigint primary key default nextval('rushes_id'),
  share_id bigint not null references share (id) on delete cascade,
  name text not null,
  email text,
  created bigint not null,
  creator_id bigint,
  last_opened bigint,
  -- When the link stopped working; what was seen through it is still known.
  ended bigint,
  token_hash bytea not null unique,
  token_sealed bytea not null
);
create index share_recipient_share on share_recipient (share_id, id);

alter table visitor_session add column recipient_id bigint references share_recipient (id) on delete cascade;
alter table share_visit add column recipient_id bigint references share_recipient (id) on delete cascade;
create index share_visit_recipient on share_visit (recipient_id) where recipient_id is not null;
create index visitor_session_recipient on visitor_session (recipient_id) where recipient_id is not null;
