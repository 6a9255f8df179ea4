create table users (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  username text not null,
  -- Case-folded, so that two users cannot look alike.
  username_key text collate "C" not null unique,
  email text not null,
  email_key text collate "C" not null unique,
  password_hash text,
  profile jsonb not null default '{}',
  system_rights text[] not null default '{}',
  locked bigint,
  disabled bigint,
  last_seen bigint,
  deleted bigint
);

create table account (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  human_name text,
  name text,
  owner_id bigint not null references users (id),
  subscription_status text not null default 'active',
  two_factor_authentication_required boolean not null default false,
  settings jsonb not null default '{}',
  branding jsonb not null default '{}'
);
create index account_owner on account (owner_id);

create table account_participant (
  account_id bigint not null references account (id),
  user_id bigint not null references users (id),
  rights text[] not null,
  primary key (account_id, user_id)
);
create index account_participant_user on account_participant (user_id);
