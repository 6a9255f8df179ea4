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
  email_key text collate "C",
  role_ids bigint[] not null default '{}',
  rights text[] not null default '{}',
  invitation_state text not null,
  created bigint not null,
  unique (production_id, user_id),
  unique (production_id, email_key),
  check (user_id is not null or email_key is not null)
);
create index production_participant_user on production_participant (user_id);

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
  roles jsonb not null default '[]'
);
create index category_production on category (production_id, position);
