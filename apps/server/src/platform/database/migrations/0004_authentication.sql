-- Sessions of users and of share visitors. Only the hash of a token is kept.
create table session (
  id bigint primary key default nextval('rushes_id'),
  token_hash bytea not null unique,
  kind text not null,
  user_id bigint references users (id),
  share_id bigint,
  shared_user_id bigint,
  created bigint not null,
  last_seen bigint not null,
  -- The end whatever happens; null where only inactivity ends the session.
  expires bigint,
  -- How long it may lie unused.
  idle_limit_ms bigint
);
create index session_of_user on session (user_id);
create index session_of_share on session (share_id) where share_id is not null;

-- Failed logins by user name or address, within a window.
create table login_failure (
  key text collate "C" primary key,
  failures int not null,
  window_start bigint not null
);
