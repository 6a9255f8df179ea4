-- Users who sign in at an identity provider are known by what it calls them.
alter table users
  add column identity_provider text,
  add column identity_subject text,
  -- Whether the address was given or confirmed by somebody other than its user.
  add column email_verified boolean not null default true,
  add constraint users_identity unique (identity_provider, identity_subject);

-- People who were asked to take part in an account, by an address that belongs to no user.
create table account_invitation (
  id bigint primary key default nextval('rushes_id'),
  account_id bigint not null references account (id),
  email text not null,
  email_key text collate "C" not null,
  rights text[] not null,
  created bigint not null,
  expires bigint not null,
  -- What the invited person proves with that they have got the invitation.
  token_hash bytea not null unique,
  unique (account_id, email_key)
);
create index account_invitation_email on account_invitation (email_key);
