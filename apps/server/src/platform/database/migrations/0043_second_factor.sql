-- The second factor of users. Until it is confirmed by a first code it counts for nothing.
create table second_factor (
  user_id bigint primary key references users (id),
  -- The shared secret, encrypted with the service's key.
  secret_sealed bytea not null,
  created bigint not null,
  confirmed bigint,
  -- The time step of the last code that was accepted: none is accepted twice, nor one before it.
  last_step bigint
);

-- Codes for who has lost the device; each works once.
create table recovery_code (
  user_id bigint not null references second_factor (user_id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Since when a login asks for a second factor; null: it does not.
alter table users add column second_factor_since bigint;

alter table session
  -- Of an API token: what its owner calls it, and the rights it is confined to (null: all of the owner's).
  add column label text,
  add column rights text[],
  -- Of a first stage: how many codes were tried, and what the login asked for.
  add column tries int not null default 0,
  add column remember_me boolean not null default false,
  -- How its user came in.
  add column sign_on text not null default 'PASSWORD';
create index session_of_kind on session (user_id, kind) where user_id is not null;
drop index session_of_user;

-- How often a name was locked of late, and until when a name is locked or an address is to wait.
alter table login_failure
  add column locks int not null default 0,
  add column locked_until bigint,
  -- When a refusal was last kept in the audit.
  add column refusal_noted bigint;
