-- A share opens one collection to whoever holds its token. The token is found by its hash; the sealed copy is shown
-- to those who may share.
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
  -- The registered user who came with an access token: such a visitor is new each time.
  user_id bigint references users (id)
);
create unique index shared_user_email on shared_user (production_id, email_key) where user_id is null;

create table share_shared_user (
  share_id bigint not null references share (id) on delete cascade,
  shared_user_id bigint not null references shared_user (id) on delete cascade,
  added bigint not null,
  last_seen bigint,
  primary key (share_id, shared_user_id)
);
create index share_shared_user_user on share_shared_user (shared_user_id);
