-- A share opens one collection to whoever has its token. The token is found by its hash; the sealed copy is shown to
-- those who may share.
create table share (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  editorial_object_id bigint not null references editorial_object (id) on delete cascade,
  -- The id under which visitors appear who have not identified.
  shared_with_id bigint not null default nextval('rushes_id'),
  label text,
  description text,
  expires bigint,
  permissions text[] not null,
  password_protected boolean not null default false,
  -- Null with `password_protected`: nobody can log in until a password is set.
  password_hash text,
  client_properties jsonb not null default '{}',
  -- Where events of the share are posted.
  callback_url text,
  token_hash bytea not null unique,
  token_sealed bytea not null
);
create index share_production on share (production_id, id);
create index share_collection on share (editorial_object_id);

-- Who visitors say they are; nothing of it is proven.
create table shared_user (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  username text not null,
  email text not null,
  email_key text collate "C" not null,
  first_name text,
  last_name text,
  -- The registered user who used an access token: such a visitor is new each time.
  user_id bigint references users (id),
  -- Whose own it is; null where nobody has proven it.
  author_key text
);
create unique index shared_user_email on shared_user (production_id, email_key) where user_id is null;

create table share_shared_user (
  share_id bigint not null references share (id) on delete cascade,
  shared_user_id bigint not null references shared_user (id) on delete cascade,
  added bigint not null,
  last_seen bigint,
  -- Whether the registered user themselves has visited.
  proven boolean not null default false,
  primary key (share_id, shared_user_id)
);
create index share_shared_user_user on share_shared_user (shared_user_id);

-- What a session of a share has done already, so that each is reported once.
create table share_visit (
  session_id bigint not null,
  verb text not null,
  media_object_id bigint not null,
  share_id bigint not null references share (id) on delete cascade,
  created bigint not null,
  primary key (session_id, verb, media_object_id)
);
create index share_visit_share on share_visit (share_id);

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
