create table production (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  account_id bigint not null references account (id),
  name text not null,
  description text,
  type text not null default 'PRODUCTION',
  active_status text not null default 'Active',
  delivery_date bigint,
  settings jsonb not null default '{}',
  deleted bigint
);
create index production_account on production (account_id);

create table production_role (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  name text not null,
  permissions text[] not null,
  unique (production_id, name)
);

create table production_participant (
  id bigint primary key default nextval('rushes_id'),
  production_id bigint not null references production (id),
  -- Null for someone who was invited by an address that belongs to no user.
  user_id bigint references users (id),
  -- Where the invitation was sent, the token that accepts it, until when it does, and why the mail did not arrive.
  email text,
  email_key text collate "C",
  token_hash bytea unique,
  expires bigint,
  undelivered text,
  role_ids bigint[] not null default '{}',
  rights text[] not null default '{}',
  invitation_state text not null,
  created bigint not null,
  unique (production_id, user_id),
  unique (production_id, email_key),
  check (user_id is not null or email_key is not null)
);
create index production_participant_user on production_participant (user_id);
create index production_participant_invited on production_participant (email_key) where user_id is null;

create table category (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  name text not null,
  description text,
  type text not null,
  position int not null default 0,
  include_roles boolean not null default false,
  -- The roles that it is for.
  role_ids bigint[] not null default '{}'
);
create index category_production on category (production_id, position);

-- The custom fields of a production: one description for its annotations, one for its collections.
create table custom_fields_description (
  id bigint primary key default nextval('rushes_id'),
  -- 0 between the statement that creates the row and the one that writes the first description, in one transaction.
  version bigint not null default 0,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  kind text not null check (kind in ('annotation', 'collection')),
  description jsonb not null default '{}',
  unique (production_id, kind)
);

-- Searches that people save in a production, for themselves or for everyone in it.
create table saved_search (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint not null references users (id),
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id),
  name text not null,
  parameters jsonb not null,
  shared boolean not null,
  position int not null
);
create index saved_search_creator on saved_search (production_id, creator_id);
create index saved_search_shared on saved_search (production_id) where shared;
