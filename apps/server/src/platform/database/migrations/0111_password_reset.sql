-- The latest link by which a user may set another password.
create table password_reset (
  user_id bigint primary key references users (id) on delete cascade,
  token_hash bytea not null unique,
  -- The address that the link went to; another one ends it.
  email_key text collate "C" not null,
  created bigint not null,
  expires bigint not null
);
