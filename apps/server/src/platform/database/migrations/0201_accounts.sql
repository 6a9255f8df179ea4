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
  -- Whether the address was given or confirmed by somebody other than its user.
  email_verified boolean not null default true,
  password_hash text,
  -- Users who sign in at an identity provider are known by its identifier for them.
  identity_provider text,
  identity_subject text,
  profile jsonb not null default '{}',
  system_rights text[] not null default '{}',
  -- Since when a login asks for a second factor; null: it does not.
  second_factor_since bigint,
  locked bigint,
  disabled bigint,
  last_seen bigint,
  deleted bigint,
  constraint users_identity unique (identity_provider, identity_subject)
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
  -- Of the accepted invitation: the link of the mail still leads this user in, and nobody else.
  token_hash bytea unique,
  primary key (account_id, user_id)
);
create index account_participant_user on account_participant (user_id);

-- People who were invited to an account by an address that belongs to no user.
create table account_invitation (
  id bigint primary key default nextval('rushes_id'),
  account_id bigint not null references account (id),
  email text not null,
  email_key text collate "C" not null,
  rights text[] not null,
  created bigint not null,
  expires bigint not null,
  -- Of the token by which the invited person proves that they received the invitation.
  token_hash bytea not null unique,
  -- Why the mail did not arrive.
  undelivered text,
  unique (account_id, email_key)
);
create index account_invitation_email on account_invitation (email_key);

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
  -- When it ends in any case; null where only inactivity ends the session.
  expires bigint,
  -- How long it may be inactive.
  idle_limit_ms bigint,
  -- Of an API token: the name that its owner gave it, and the rights it is limited to (null: all of the owner's).
  label text,
  rights text[],
  -- Of a first stage: how many codes were tried, and what the login asked for.
  tries int not null default 0,
  remember_me boolean not null default false,
  -- How its user signed in.
  sign_on text not null default 'PASSWORD'
);
create index session_of_kind on session (user_id, kind) where user_id is not null;
create index session_of_share on session (share_id) where share_id is not null;

-- Failed logins by user name or address, within a window.
create table login_failure (
  key text collate "C" primary key,
  failures int not null,
  window_start bigint not null,
  -- How often a name was locked recently, and until when a name is locked or an address has to wait.
  locks int not null default 0,
  locked_until bigint,
  -- When a refusal was last recorded in the audit.
  refusal_noted bigint
);

-- The second factor of users. It has no effect until it is confirmed by a first code.
create table second_factor (
  user_id bigint primary key references users (id),
  -- The shared secret, encrypted with the service's key.
  secret_sealed bytea not null,
  created bigint not null,
  confirmed bigint,
  -- The time step of the last code that was accepted: none is accepted twice, nor one before it.
  last_step bigint
);

-- Codes for those who lost the device; each works once.
create table recovery_code (
  user_id bigint not null references second_factor (user_id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- The latest link by which a user may set another password.
create table password_reset (
  user_id bigint primary key references users (id) on delete cascade,
  token_hash bytea not null unique,
  -- The address to which the link was sent; when the user's address changes, the link ends.
  email_key text collate "C" not null,
  created bigint not null,
  expires bigint not null
);
