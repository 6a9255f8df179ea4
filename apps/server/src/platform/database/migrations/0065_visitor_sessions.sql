-- What the sessions of share visitors prove about their authors. A row outlives its session, so that a later session can
-- continue it by its token, of which only the hash is stored.
create table visitor_session (
  session_id bigint primary key,
  token_hash bytea not null unique,
  share_id bigint not null references share (id) on delete cascade,
  -- Random; shared by all sessions that continue the same first one.
  author_id uuid not null,
  -- The registered user who identified by an access token.
  user_id bigint references users (id),
  -- Who the visitor claims to be, and the name and the address that they gave.
  shared_user_id bigint,
  username text,
  email text,
  expires bigint not null
);
create index visitor_session_share on visitor_session (share_id);
create index visitor_session_expires on visitor_session (expires);

insert into visitor_session (session_id, token_hash, share_id, author_id, shared_user_id, expires)
  select session.id, session.token_hash, session.share_id, gen_random_uuid(), session.shared_user_id,
    session.created + 7776000000
  from session join share on share.id = session.share_id
  where session.kind = 'share';

-- Which visitor wrote it: `visitor <author_id>` or `user <user_id>`. Null for the team and for what is older.
alter table annotation add column author_key text;
alter table upload_session add column author_key text;

-- Whose own it is; null where nobody has proven it.
alter table shared_user add column author_key text;
update shared_user set author_key = 'user ' || user_id where user_id is not null;

-- Whether the registered user themselves has come.
alter table share_shared_user add column proven boolean not null default false;
update share_shared_user place set proven = true
  from shared_user where shared_user.id = place.shared_user_id and shared_user.user_id is not null;
